/* SPDX-License-Identifier: BSD-2-Clause */
/* The values of a table's columns, and the text of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "libcli/cli.h"
#include "libquery/events/events.h"

size_t
cells_ncolumns(const struct table *t)
{
	return (t->header.nevents + t->rates.n + (t->per_call != NULL)) *
	       t->ninputs;
}

char *
cell_event(const struct table *t, size_t column)
{
	size_t figure = column / t->ninputs;
	size_t rate = figure - t->header.nevents;
	bool is_rate = figure >= t->header.nevents && rate < t->rates.n;
	const char *name = is_rate ? t->rates.list[rate].name
			   : figure < t->header.nevents
			       ? t->header.events[figure].name
			       : t->per_call;

	return cli_format("%s%s", name, is_rate ? "%" : "");
}

char *
cell_title(const struct table *t, size_t column)
{
	char *event = cell_event(t, column), *title;

	if (t->ninputs == 1)
		return event;
	title = cli_format("%s@%s", event, t->names[column % t->ninputs]);
	free(event);
	return title;
}

/* Returns the name of the event that a count in a row of counts is of; of an inclusive
 * one, the name of its own one.  Rows may be events. */
static const char *
name_of_event(const struct table *t, const int64_t *counts, size_t event)
{
	if (strcmp(t->by, "event") == 0)
		for (size_t i = 0; i < t->nrows; i++)
			if (t->rows[i].counts == counts)
				return t->rows[i].name;
	if (t->doubled != NULL && event < table_ncosts(t))
		event -= event % 2;
	return t->header.events[event].name;
}

/*
 * In a difference, a share of the sum of all changes would look like the growth
 * of the row.  So a change is a share of the old total, if --keep-sides left it,
 * or has no share.
 */
static void
describe_change(struct cell *cell, const struct table *t, const int64_t *counts,
    size_t input, size_t event)
{
	const char *at = strrchr(name_of_event(t, counts, event), '@');

	cell->has_share = false;
	if (at != NULL && (strcmp(at, "@old") == 0 || strcmp(at, "@new") == 0))
		return;
	cell->is_change = true;
	cell->has_share =
	    t->shares &&
	    events_whole(&t->header, t->totals + input * t->header.nevents,
		event, true, &cell->total);
}

struct cell
cell_at(const struct table *t, const int64_t *counts, size_t column)
{
	/* divisions are slow, and mostly there is one input */
	bool is_only = t->ninputs == 1;
	size_t figure = is_only ? column : column / t->ninputs;
	size_t input = is_only ? 0 : column % t->ninputs;
	size_t first = input * t->header.nevents;
	size_t rate = figure - t->header.nevents;
	struct cell cell = {.kind = CELL_NONE};

	if (figure < t->header.nevents) {
		cell.kind = CELL_COUNT;
		cell.count = counts[first + figure];
		if (t->totals != NULL)
			cell.total = t->totals[first + figure];
		cell.has_share = t->shares && figure < table_ncosts(t);
		if (t->differences[input])
			describe_change(&cell, t, counts, input, figure);
		return cell;
	}
	if (rate < t->rates.n) {
		if (rate_compute(
			&t->rates.list[rate], counts + first, &cell.number))
			cell.kind = CELL_RATE;
	} else if (counts != t->totals && counts != t->hidden &&
		   table_per_call(t, counts, input, &cell.number)) {
		cell.kind = CELL_PER_CALL;
	}
	return cell;
}

/*
 * A share has the sign of its count, so that in a difference a row that grew
 * has a positive share even if the total is negative.  If the total is 0, there
 * are no shares.
 */
static int
append_share(char *to, const struct cell *cell)
{
	double percent = percent_of(cell->count, cell->total);

	if (cell->count == 0) {
		memset(to, ' ', FORMAT_SHARE_WIDTH);
		to[FORMAT_SHARE_WIDTH] = '\0';
		return FORMAT_SHARE_WIDTH;
	}
	if (cell->total == 0)
		return snprintf(
		    to, FORMAT_SIZE, " (%*s)", FORMAT_SHARE_WIDTH - 3, "-");
	return format_share(to, cell->total < 0 ? -percent : percent);
}

size_t
cell_format(char to[2 * FORMAT_SIZE], const struct cell *cell)
{
	int len = 0;

	switch (cell->kind) {
	case CELL_COUNT:
		len = cell->is_change ? format_change(to, cell->count)
				      : format_count(to, cell->count);
		if (cell->has_share)
			len += append_share(to + len, cell);
		break;
	case CELL_RATE:
		len = rate_format(to, cell->number, 2);
		break;
	case CELL_PER_CALL:
		len = format_mean(to, cell->number);
		break;
	case CELL_NONE:
		strcpy(to, "-");
		len = 1;
		break;
	}
	return (size_t)len;
}

void
cell_format_raw(char to[FORMAT_SIZE], const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_COUNT:
		snprintf(to, FORMAT_SIZE, "%lld", (long long)cell->count);
		break;
	case CELL_RATE:
	case CELL_PER_CALL:
		snprintf(to, FORMAT_SIZE, "%.4f", cell->number);
		break;
	case CELL_NONE:
		*to = '\0';
		break;
	}
}
