/* SPDX-License-Identifier: BSD-2-Clause */
/* The line is the one of the instruction that has most of the bound. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/windows_path.h"
#include "libreport/numfmt.h"
#include "libreport/rates.h"
#include "loop_bound_text.h"

static int64_t
count_mispredictions(const struct loop_row *row, const struct cg_header *header)
{
	int branches = cg_header_event(header, "Bcm", 3);
	int indirect = cg_header_event(header, "Bim", 3);

	return (branches >= 0 ? row->own[branches] : 0) +
	       (indirect >= 0 ? row->own[indirect] : 0);
}

/* Returns ": 1 of 9.0 rounds", in new memory. */
static char *
mispredictions_text(const struct loop_row *row, int64_t n)
{
	char mean[FORMAT_SIZE];

	if (n > 0 && n <= row->rounds) {
		format_mean(mean, (double)row->rounds / (double)n);
		return cli_format(": 1 of %s rounds", mean);
	}
	format_mean(mean, (double)n / (double)row->rounds);
	return cli_format(": %s a round", mean);
}

/* Returns ": addsd 4.0 of 4.0", in new memory. */
static char *
amount_text(const struct loop_row *row, const struct loop_bounds *bounds,
    const struct cg_header *header, const char *mnemonics)
{
	const struct loop_bound *bound = &bounds->first;
	char one[FORMAT_SIZE], all[FORMAT_SIZE];

	if (bound->kind == LOOP_BOUND_PART &&
	    bound->number == CYCLES_OF_BRANCHES)
		return mispredictions_text(
		    row, count_mispredictions(row, header));
	if (bound->kind == LOOP_BOUND_PART) {
		rate_format(one,
		    100 * (double)bound->cycles / (double)bounds->cycles, 1);
		return cli_format(" %s %%", one);
	}
	format_mean(one, (double)bound->cycles / (double)row->rounds);
	format_mean(all, (double)bounds->cycles / (double)row->rounds);
	return cli_format(": %s%s%s of %s", mnemonics != NULL ? mnemonics : "",
	    mnemonics != NULL ? " " : "", one, all);
}

/* Returns " (line 12)", or " (mm.c:12)" if the loop is of another file; "" if the loop has no other
 * line, or it is not known. */
static char *
place_text(const struct loop_row *row, const struct loop_bound *bound)
{
	const struct loop_top *top = loop_bound_top(row, bound);
	bool is_own;

	if (top == NULL || top->line == 0)
		return cli_copy("", 0);
	is_own = strcmp(top->file, row->first->file) == 0;
	if (is_own && row->first_line == row->last_line)
		return cli_copy("", 0);
	if (is_own)
		return cli_format(" (line %" PRId64 ")", top->line);
	return cli_format(
	    " (%s:%" PRId64 ")", path_base_name(top->file), top->line);
}

char *
loop_bound_text(const struct loop_row *row, const struct cg_header *header,
    const char *mnemonics)
{
	struct loop_bounds bounds = loop_bounds_of(row, header);
	const char *name = loop_bound_name(&bounds.first);
	char *amount, *place, *text;

	if (!loop_is_estimated(row, header))
		return cli_format("not estimated");
	if (name == NULL || row->rounds <= 0)
		return cli_copy("-", 1);
	amount = amount_text(row, &bounds, header, mnemonics);
	place = place_text(row, &bounds.first);
	text = cli_format("%s%s%s", name, amount, place);
	free(amount);
	free(place);
	return text;
}

char *
loop_bound_rest(const struct loop_row *row, const struct cg_header *header)
{
	struct loop_bounds bounds = loop_bounds_of(row, header);
	const char *name = loop_bound_name(&bounds.second);
	char mean[FORMAT_SIZE];

	if (bounds.first.kind == LOOP_BOUND_NONE || row->rounds <= 0 ||
	    !loop_is_estimated(row, header))
		return cli_copy("-", 1);
	format_mean(mean, (double)bounds.without / (double)row->rounds);
	return cli_format(
	    "%s%s%s", mean, name != NULL ? " " : "", name != NULL ? name : "");
}
