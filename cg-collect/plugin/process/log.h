/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LOG_H
#define CGCOLLECT_LOG_H

#include "pub_tool_basics.h"

/* The start of the log: the tool's name, and the command of the program. */

/* The tool that this one stands in for: what it prints is as that prints it. */
enum log_manner { OF_ITSELF, OF_CACHEGRIND, OF_CALLGRIND };
extern enum log_manner log_manner;

/* Takes one of the options about it. */
Bool log_option(const HChar *arg);

/* Tells the core the tool's name.  Call first. */
void log_init(void);

/* Prints what comes before the program is loaded, and, when it is sure to run, what
 * --announce-late has put off. */
void log_start(void);
void log_begin_program(void);

#endif
