/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_MONITOR_H
#define CGCOLLECT_MONITOR_H

#include "pub_tool_basics.h"

/* Executes a monitor command of vgdb or gdb, or of the program.  Returns false if
 * the tool has no such command. */
Bool monitor_command(const HChar *command);

#endif
