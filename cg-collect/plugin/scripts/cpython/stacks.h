/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CPYTHON_STACKS_H
#define CGCOLLECT_CPYTHON_STACKS_H

#include "pub_tool_basics.h"

struct thread_words;

/* Another stack goes on, of which this frame is the innermost one.  Makes the open calls those
 * that Python has, without counting them again.  `stack` is the stack pointer. */
void cpython_switch_stack(struct thread_words *words, Addr frame, Addr stack);

#endif
