/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/windows_path.h"
#include "loop_name.h"

const char *
loop_function(const struct loop_row *row)
{
	return row->first->function;
}

char *
loop_place(const struct loop_row *row, bool is_base)
{
	const char *file = row->first->file;

	if (row->first_line == 0)
		return cli_format("%#" PRIx64 "-%#" PRIx64, row->first->first,
		    row->first->last);
	if (is_base)
		file = path_base_name(file);
	if (row->first_line == row->last_line)
		return cli_format("%s:%" PRId64, file, row->first_line);
	return cli_format(
	    "%s:%" PRId64 "-%" PRId64, file, row->first_line, row->last_line);
}

char *
loop_note(const struct loop_row *row)
{
	char *copies = row->ncopies > 1
			   ? cli_format("%zu copies, ", row->ncopies)
			   : cli_format("%s", "");
	char *unrolled =
	    row->unrolled > 1
		? cli_format("unrolled %" PRId64 " times, ", row->unrolled)
		: cli_format("%s", "");
	char *entries = row->nheads > 1
			    ? cli_format("%zu entries, ", row->nheads)
			    : cli_format("%s", "");
	char *note = cli_format("%s%s%s%s", copies, unrolled, entries,
	    row->is_recursive ? "recursive, " : "");
	size_t len = strlen(note);
	char *text = len > 0 ? cli_format(" (%.*s)", (int)len - 2, note)
			     : cli_format("%s", "");

	free(copies);
	free(unrolled);
	free(entries);
	free(note);
	return text;
}
