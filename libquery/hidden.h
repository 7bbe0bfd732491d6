/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of the functions that stand for those that cg-filter hides.  All are in
 * the file cg_filtered.  In a profile with calls, one function stands for all
 * hidden functions of a level.  The level of a function is the largest number
 * of visible functions on a chain of calls that leads to it.  So no hidden
 * function calls its own callers, and the functions from which a program starts
 * still have no callers.  Hidden functions that are in a cycle with a visible
 * one are one function for each cycle.
 */
#ifndef HIDDEN_H
#define HIDDEN_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

/* True if the function stands for the hidden functions of a level. */
bool hidden_is_level(const char *file, const char *function);

/* Returns the name of a level, from 0; the caller frees it. */
char *hidden_name_level(size_t level);

/* Returns the name of the cycle whose first function is `first`, likewise. */
char *hidden_name_cycle(const struct cg_record *first);

#endif
