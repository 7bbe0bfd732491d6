/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks on standard output if it is a terminal. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cgfmt.h"
#include "cli.h"

void
cli_spare_terminal(const struct cli_output *output, bool is_report)
{
	bool is_text = is_report && output->gzip_level <= 0;

	if (is_text || output->is_given || !isatty(STDOUT_FILENO))
		return;
	cli_die("%s is not for a terminal: write it to a file (-o FILE), pipe "
		"it into %s, or force it (-o -)",
	    is_report ? "a compressed report" : "a profile",
	    is_report ? "another program" : "cg-annotate");
}

bool
cli_has_escapes(void)
{
	const char *term = getenv("TERM");

	return term != NULL && *term != '\0' && strcmp(term, "dumb") != 0;
}

size_t
cli_terminal_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	int64_t width;

	if (columns != NULL && *columns != '\0' &&
	    cg_parse_int(columns, strlen(columns), &width) ==
		(int)strlen(columns) &&
	    width > 0 && width <= 10000)
		return (size_t)width;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return 80;
}
