/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CALLS_H
#define CGCOLLECT_CALLS_H

#include "pub_tool_basics.h"

/* Takes one of the options that say how calls are recorded. */
Bool calls_option(const HChar *arg);

/* Returns how many levels of recursion are told apart. */
Int calls_levels(void);

/* Records calls from now on.  Call once, when no generated code counts. */
void calls_init(void);

#endif
