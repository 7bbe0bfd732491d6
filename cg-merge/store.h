/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile that many processes append to. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>

/*
 * Waits until no other process holds the store, and holds it until this one
 * ends, however it ends.  Ends the program where the lock cannot be had, or the
 * store is there and no regular file.
 */
void store_lock(const char *path);

/* whether there is anything in the store yet */
bool store_exists(const char *path);

#endif
