/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile that many processes append to. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>

/*
 * Waits until no other process has locked the store, and locks it until this
 * process ends, however it ends.  Do not close a reader of the store before
 * that.  Returns true if the store exists after that.  Ends the program if the
 * store cannot be locked, or if it exists but is not a regular file that may be
 * written.
 */
bool store_lock(const char *path);

/* Ends the program if the store exists, although it did not when store_lock
 * returned. */
void store_demand_none(const char *path);

#endif
