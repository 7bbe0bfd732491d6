/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats what reports of all layouts say of data. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
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
	/* the bytes say how large one block is; changes of both say nothing */
	if (blocks.n <= 1 || blocks.bytes <= 0 || blocks.vary ||
	    d->columns[0].is_change)
		return cli_copy("", 0);
	return cli_format(
	    ", %lld bytes each", (long long)(blocks.bytes / blocks.n));
}

/* Returns ", 3 blocks, 100 bytes". */
static char *
numbers_of(const struct data_list *d, struct data_blocks blocks)
{
	bool is_change = d->columns[0].is_change;
	char n[FORMAT_SIZE], bytes[FORMAT_SIZE];

	if (is_change) {
		format_change(n, blocks.n);
		format_change(bytes, blocks.bytes);
	} else {
		format_count(n, blocks.n);
		format_count(bytes, blocks.bytes);
	}
	return d->bytes >= 0
		   ? cli_format(", %s block%s, %s bytes", n,
			 size_of_count(blocks.n) == 1 ? "" : "s", bytes)
		   : cli_format(", %s block%s", n,
			 size_of_count(blocks.n) == 1 ? "" : "s");
}

char *
data_sizes(const struct data_list *d, struct data_blocks blocks)
{
	return blocks.n > 1 && blocks.vary && !d->columns[0].is_change
		   ? numbers_of(d, blocks)
		   : data_size(d, blocks);
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
	char count[FORMAT_SIZE], *size, *numbers, *note;
	struct data_blocks blocks;

	/* changes are no shares of a change */
	if (whole != 0 && !d->columns[0].is_change)
		return cli_format("%s, %.1f %%", suffix,
		    percent_of_sum(
			data_column_count(&d->columns[0], datum->counts),
			whole));
	if (datum->data != DATA_HERE || d->blocks < 0 ||
	    datum->counts[d->blocks] == 0)
		return cli_copy(suffix, strlen(suffix));
	blocks = data_list_blocks(d, datum->counts);
	size = data_size(d, blocks);
	numbers = *size == '\0' ? numbers_of(d, blocks) : NULL;
	format_count(count, datum->counts[d->blocks]);
	note = numbers != NULL
		   ? cli_format("%s%s", suffix, numbers)
		   : cli_format("%s, %s blocks%s", suffix, count, size);
	free(numbers);
	free(size);
	return note;
}
