/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_STACK_H
#define CGCOLLECT_STACK_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/*
 * Lays the stack that the program starts with out anew, so that it depends on
 * nothing but the program's arguments and its variables.  To be called before
 * the program's first instruction; its stack pointer is changed.
 *
 * If any variable's name begins with CLIENT_VARIABLE, the program gets these
 * alone, in their order and without the prefix.  Otherwise it gets all but
 * those that the core added.
 */
void stack_pin(ThreadId thread, const VexGuestLayout *layout);

#endif
