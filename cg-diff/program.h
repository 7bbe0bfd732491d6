/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares the program with the program, whatever both are called. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "builds.h"
#include "side.h"

/*
 * Renames the object of the old profile that is the program to the program of
 * the new profile, and tells `builds`.  Call after both are sorted; the old
 * one no longer is.
 */
void program_match(struct builds *builds, struct side *old, struct side *new);

#endif
