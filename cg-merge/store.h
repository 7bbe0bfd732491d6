/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile that many processes append to. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>

/*
 * Waits until no other process holds the store, and holds it until this one
 * ends, however it ends.  No reader of the store may be closed before.  Returns
 * true if the store exists, then.  Ends the program if the lock cannot be had,
 * or the store exists but is not a regular file that may be written.
 */
bool store_lock(const char *path);

/* Ends the program if a store exists that did not when it was locked. */
void store_demand_none(const char *path);

#endif
