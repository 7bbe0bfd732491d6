/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks on standard output if it is a terminal. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
