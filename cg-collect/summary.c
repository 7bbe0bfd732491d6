/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The block of totals of a tree of processes: none of them could print it.  It
 * is small enough to go through a pipe to standard error, which may be a file
 * that must not be replaced.
 */
#include <stdlib.h>
#include <unistd.h>

#include "libreport/totals.h"
#include "collect.h"

static void
pass_block(int from)
{
	char text[4096];
	ssize_t n;

	while ((n = read(from, text, sizeof(text))) > 0)
		if (write(STDERR_FILENO, text, (size_t)n) < 0)
			break;
}

void
summary_print(const struct cg_header *header, const int64_t *totals)
{
	struct cli_output output = CLI_OUTPUT;
	struct printer printer;
	char *path;
	int ends[2];

	if (pipe(ends) < 0)
		return;
	path = cli_format("/dev/fd/%d", ends[1]);
	output.path = path;
	printer_open(&printer, &output, COLOR_NEVER);
	totals_print(header, totals, NULL, &printer);
	printer_close(&printer);
	close(ends[1]);
	pass_block(ends[0]);
	close(ends[0]);
	free(path);
}
