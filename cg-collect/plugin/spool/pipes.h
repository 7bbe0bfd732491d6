/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PIPES_H
#define CGCOLLECT_PIPES_H

#include "pub_tool_basics.h"

/*
 * The core removes vgdb's pipes at the end, and complains if it cannot, because
 * the program has given up its rights or has another root directory.  If they are
 * in the spool, cg-collect removes them with it, so the core is silenced then.
 * Call after the last message.
 */
void pipes_end(const HChar *spool);

#endif
