/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints counts as cg_annotate always has: a count with commas and its share of
 * the total, justified to the right in a column as wide as the widest count of
 * its table.  The share takes nine places.  A longer share (a difference can be
 * many times its total) is not cut, and a huge one makes the column wider,
 * which cg_annotate does not do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "libreport/numfmt.h"
#include "count_columns.h"

/* --- widths --------------------------------------------------------------- */

/* Returns 100 % of an event: in a difference the old total, if it is known;
 * otherwise the total, as in cg_annotate. */
static int64_t
whole_of(const struct report *report, size_t event)
{
	const int64_t *totals = report->profile.totals;
	int64_t whole;

	return events_whole(
		   &report->profile.header, totals, event, true, &whole)
		   ? whole
		   : totals[event];
}

/* Writes a share, or a dash if there is no 100 %. */
static void
write_share(char to[FORMAT_SIZE], int64_t count, int64_t whole)
{
	if (whole != 0)
		format_share(to, percent_of(count, whole));
	else
		snprintf(
		    to, FORMAT_SIZE, " (%*s)", FORMAT_SHARE_WIDTH - 3, "-");
}

/* The places of the share with its parentheses. */
static size_t
share_width(int64_t count, int64_t total)
{
	enum { HUGE_SHARE = 1000000 };
	double percent = percent_of(count, total);
	char share[FORMAT_SIZE];

	if (-HUGE_SHARE < percent && percent < HUGE_SHARE)
		return FORMAT_SHARE_WIDTH;
	format_share(share, percent);
	return strlen(share);
}

/* A sign counts as a digit: "-100" gets room for a comma. */
static size_t
count_width(int64_t count)
{
	size_t ndigits = count < 0 ? 2 : 1;

	for (; count <= -10 || count >= 10; count /= 10)
		ndigits++;
	return ndigits + (ndigits - 1) / 3;
}

void
count_columns_init(struct count_columns *c, const struct report *report,
    const struct count_range *range)
{
	const struct shown_events *shown = &report->shown;

	c->report = report;
	c->widths = cli_alloc(shown->n, sizeof(*c->widths));
	c->wholes = cli_alloc(shown->n, sizeof(*c->wholes));
	for (size_t i = 0; i < shown->n; i++) {
		size_t event = shown->list[i];
		int64_t extremes[] = {
		    range->smallest[event], range->largest[event]};

		c->wholes[i] = whole_of(report, event);
		c->widths[i] =
		    strlen(report->profile.header.events[event].name);
		if (extremes[0] > extremes[1])
			continue;
		/* no count between these is wider than both */
		for (int j = 0; j < 2; j++) {
			size_t width = count_width(extremes[j]);

			if (report->options->percentages)
				width += share_width(extremes[j], c->wholes[i]);
			if (width > c->widths[i])
				c->widths[i] = width;
		}
	}
}

void
count_columns_release(struct count_columns *c)
{
	free(c->widths);
	free(c->wholes);
}

/* --- printing ------------------------------------------------------------- */

void
count_columns_print_events(
    const struct count_columns *c, struct printer *printer)
{
	const struct shown_events *shown = &c->report->shown;

	for (size_t i = 0; i < shown->n; i++) {
		const char *name =
		    c->report->profile.header.events[shown->list[i]].name;

		printer_name(printer, name);
		printer_pad(printer, c->widths[i] - strlen(name) + 1);
	}
}

static void
print_count(const struct count_columns *c, size_t column, bool present,
    int64_t count, struct printer *printer)
{
	int64_t total = c->wholes[column];
	char text[FORMAT_SIZE] = ".", share[FORMAT_SIZE] = "";
	size_t len, width = c->widths[column];

	if (present)
		format_count(text, count);
	if (c->report->options->percentages && count != 0)
		write_share(share, count, total);
	else if (c->report->options->percentages)
		snprintf(share, sizeof(share), "%*s", FORMAT_SHARE_WIDTH, "");
	len = strlen(text) + strlen(share);
	printer_pad(printer, width > len ? width - len : 0);
	printer_paint(printer,
	    present ? count_paint(count, total) : PAINT_FAINT, "%s%s ", text,
	    share);
}

void
count_columns_print(const struct count_columns *c, const int64_t *counts,
    const bool *present, struct printer *printer)
{
	const struct shown_events *shown = &c->report->shown;

	for (size_t i = 0; i < shown->n; i++) {
		size_t event = shown->list[i];
		bool is_present =
		    counts != NULL && (present == NULL || present[event]);

		print_count(
		    c, i, is_present, is_present ? counts[event] : 0, printer);
	}
}

void
count_columns_blank(const struct count_columns *c, struct printer *printer)
{
	for (size_t i = 0; i < c->report->shown.n; i++)
		printer_pad(printer, c->widths[i] + 1);
}

void
count_columns_rule(struct printer *printer)
{
	printer_paint(printer, PAINT_FAINT,
	    "----------------------------------------"
	    "----------------------------------------\n");
}
