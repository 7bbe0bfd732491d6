/* SPDX-License-Identifier: BSD-2-Clause */
/* What stands in a column, and how it is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "libcli/cli.h"

size_t
cells_ncolumns(const struct sheet *s)
{
	return (s->header.nevents + s->rates.n) * s->ninputs;
}

char *
cell_title(const struct sheet *s, size_t column)
{
	size_t figure = column / s->ninputs;
	bool is_rate = figure >= s->header.nevents;
	const char *name = is_rate
			       ? s->rates.list[figure - s->header.nevents].name
			       : s->header.events[figure].name;
	const char *input = s->ninputs > 1 ? s->names[column % s->ninputs] : "";

	return cli_format("%s%s%s%s", name, is_rate ? "%" : "",
	    s->ninputs > 1 ? "@" : "", input);
}

struct cell
cell_at(const struct sheet *s, const int64_t *counts, size_t column)
{
	size_t figure = column / s->ninputs;
	size_t first = column % s->ninputs * s->header.nevents;
	struct cell cell = {.kind = CELL_COUNT};

	if (figure < s->header.nevents) {
		cell.count = counts[first + figure];
		if (s->totals != NULL)
			cell.total = s->totals[first + figure];
		return cell;
	}
	cell.kind = rate_compute(&s->rates.list[figure - s->header.nevents],
			counts + first, &cell.percent)
			? CELL_RATE
			: CELL_NO_RATE;
	return cell;
}

/*
 * A share has the sign of its count: in a difference, what grew is above 0 even
 * if all in all there is less.  Of a total of 0 nothing is a share.
 */
static void
append_share(char *to, const struct cell *cell)
{
	double percent = percent_of(cell->count, cell->total);

	if (cell->count == 0)
		snprintf(to, FORMAT_SIZE, "%*s", FORMAT_SHARE_WIDTH, "");
	else if (cell->total == 0)
		snprintf(
		    to, FORMAT_SIZE, " (%*s)", FORMAT_SHARE_WIDTH - 3, "-");
	else
		format_share(to, cell->total < 0 ? -percent : percent);
}

void
cell_format(
    char to[2 * FORMAT_SIZE], const struct sheet *s, const struct cell *cell)
{
	int len;

	switch (cell->kind) {
	case CELL_COUNT:
		len = format_count(to, cell->count);
		if (s->shares)
			append_share(to + len, cell);
		break;
	case CELL_RATE:
		rate_format(to, cell->percent, 2);
		break;
	case CELL_NO_RATE:
		strcpy(to, "-");
		break;
	}
}

void
cell_format_raw(char to[FORMAT_SIZE], const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_COUNT:
		snprintf(to, FORMAT_SIZE, "%lld", (long long)cell->count);
		break;
	case CELL_RATE:
		snprintf(to, FORMAT_SIZE, "%.4f", cell->percent);
		break;
	case CELL_NO_RATE:
		*to = '\0';
		break;
	}
}
