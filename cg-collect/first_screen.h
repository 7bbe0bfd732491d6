/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What `cg-collect program` shows at a terminal: the profile goes to a file, and
 * the first screen of its report to the terminal.
 */
#ifndef FIRST_SCREEN_H
#define FIRST_SCREEN_H

#include <stdbool.h>

#include "command/options.h"

/* the profile of a run without -o at a terminal */
#define FIRST_SCREEN_PROFILE "cg.out"

/* the one of the run before, if there was one */
#define FIRST_SCREEN_LAST "cg.out.old"

/* True if standard input, output and errors are terminals. */
bool first_screen_fits(void);

/* Keeps the profile of the run before.  Returns false if there is none.  Call before the
 * profile is written. */
bool first_screen_keep_last(void);

/*
 * Prints as much of the report of the profile as fits on the screen, then says where the
 * profile is and names commands that show more.  If the profile of the run before was kept,
 * it also names the command that compares both.  Without cg-annotate, it only says where the
 * profile is.
 */
void first_screen_print(const struct options *options, bool has_last);

#endif
