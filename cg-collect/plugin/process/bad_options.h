// SPDX-License-Identifier: GPL-2.0-or-later
/* How options are refused. */
#ifndef BAD_OPTIONS_H
#define BAD_OPTIONS_H

#include "pub_tool_basics.h"

/*
 * True if cg-collect started this process, so that one line says what is wrong; else
 * the core's own lines do.  It reads the command line, because the options are not
 * known before all were accepted.
 */
Bool bad_options_have_one_line(void);

#endif
