/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_OPTIONS_H
#define CGCOLLECT_OPTIONS_H

#include "pub_tool_basics.h"

/* The options about a process and its profile; modes.h has what is recorded. */
extern struct options {
	const HChar *out_file;
	const HChar *spool;
	const HChar *spool_after;
	const HChar *standard;
	Bool spool_forked;
	Bool empty_stdout;
	Bool reproducible;
	Bool instr_at_start;
	Bool calls;
} options;

/* Takes any option of the tool; False if arg is none.  A bad value ends the run. */
Bool options_take(const HChar *arg);

void options_print_usage(void);
void options_print_debug_usage(void);

#endif
