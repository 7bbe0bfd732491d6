/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares the program with the program, whatever both are called. */
#ifndef SAME_PROGRAM_H
#define SAME_PROGRAM_H

#include "builds.h"
#include "side.h"

/*
 * Renames the object of the old profile that is the program to the program of
 * the new profile, and tells `builds`.  Call after both are sorted; the old
 * one no longer is.
 */
void
same_program_find(struct builds *builds, struct side *old, struct side *new);

#endif
