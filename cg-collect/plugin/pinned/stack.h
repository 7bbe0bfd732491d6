/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_STACK_H
#define CGCOLLECT_STACK_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/*
 * Rebuilds the stack that the program starts with, so that it depends only on
 * the program's arguments and variables.  Call before the program's first
 * instruction; changes its stack pointer.
 *
 * If there are variables whose names begin with CLIENT_VARIABLE, the program
 * gets only these, in their order and without the prefix.  If not, it gets all
 * variables except the ones that the core added.
 */
void stack_pin(ThreadId thread, const VexGuestLayout *layout);

/* Prints a warning if the stack is at another address in each run: the core places
 * those of 32-bit programs below its own, which the kernel places at random if
 * address randomisation could not be turned off. */
void stack_warn_if_random(void);

#endif
