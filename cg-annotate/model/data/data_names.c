/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats what reports of all layouts say of data. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libreport/numfmt.h"
#include "data_names.h"
#include "model/report.h"

char *
data_name(const struct data_site *site)
{
	return cli_format("%s%s", site->function,
	    data_object_suffix(site->object, site->function));
}

char *
data_size(const struct data_list *d, struct data_blocks blocks)
{
	long long mean;

	/* the bytes say how large one block is; changes of both say nothing */
	if (blocks.n <= 1 || blocks.bytes <= 0 || d->columns[0].is_change)
		return cli_copy("", 0);
	/* rounded to the nearest */
	mean = (long long)(blocks.bytes / blocks.n +
			   (blocks.bytes % blocks.n > blocks.n / 2));
	return cli_format(
	    ", %s%lld bytes each", blocks.vary ? "about " : "", mean);
}

char *
data_place(const char *file, int64_t line)
{
	if (strcmp(file, cg_unknown_name) == 0 || cg_is_filtered(file))
		return cli_copy("", 0);
	return line > 0 ? cli_format("%s:%lld", file, (long long)line)
			: cli_copy(file, strlen(file));
}

char *
data_note(const struct report *report, const struct function_cost *datum,
    const int64_t *line)
{
	const struct data_list *d = &report->data;
	const char *suffix = data_object_suffix(datum->object, datum->function);
	__int128 whole = line != NULL && datum->data == DATA_MISSED
			     ? data_column_count(&d->columns[0], line)
			     : 0;
	char blocks[FORMAT_SIZE], bytes[FORMAT_SIZE], *size, *note;

	/* changes are no shares of a change */
	if (whole != 0 && !d->columns[0].is_change)
		return cli_format("%s, %.1f %%", suffix,
		    percent_of_sum(
			data_column_count(&d->columns[0], datum->counts),
			whole));
	if (datum->data != DATA_HERE || d->blocks < 0 ||
	    datum->counts[d->blocks] == 0)
		return cli_copy(suffix, strlen(suffix));
	format_count(blocks, datum->counts[d->blocks]);
	size = data_size(d, data_list_blocks(d, datum->counts));
	if (*size == '\0' && d->bytes >= 0) {
		free(size);
		format_count(bytes, datum->counts[d->bytes]);
		size = cli_format(", %s bytes", bytes);
	}
	note = cli_format("%s, %s block%s%s", suffix, blocks,
	    datum->counts[d->blocks] == 1 ? "" : "s", size);
	free(size);
	return note;
}
