/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Figures in columns, as cg_annotate has always laid them out: a count with
 * commas, its share of the total, right-justified in a column as wide as the
 * widest count of its table.  The share takes nine places; one that needs more
 * (a difference can be many times its total) is not cut, and a huge one makes
 * the column wider, which cg_annotate does not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "libcli/cli.h"
#include "libreport/numfmt.h"
#include "libquery/rank.h"

static const char rule[] = "----------------------------------------"
			   "----------------------------------------";

void
cells_print_rule(struct printer *printer)
{
	printer_paint(printer, PAINT_FAINT, "%s\n", rule);
}

/* --- widths --------------------------------------------------------------- */

void
widths_init(struct widths *w, const struct cells *c)
{
	w->list = cli_alloc(c->header->nevents, sizeof(*w->list));
	for (size_t i = 0; i < c->header->nevents; i++)
		w->list[i] = strlen(c->header->events[i].name);
}

static bool
is_given(const struct cg_record *record, size_t event)
{
	return record->present == NULL || record->present[event];
}

/* the sign counts as a digit: "-100" gets room for a comma */
static size_t
count_digits(int64_t count)
{
	size_t n = count < 0 ? 2 : 1;

	for (; count <= -10 || count >= 10; count /= 10)
		n++;
	return n;
}

/* the places of the share, with its brackets */
static size_t
share_width(const struct cells *c, size_t event, int64_t count)
{
	enum { HUGE_SHARE = 1000000 };
	double percent = percent_of(count, c->total[event]);
	char share[FORMAT_SIZE];

	if (!c->percentages)
		return 0;
	if (-HUGE_SHARE < percent && percent < HUGE_SHARE)
		return FORMAT_SHARE_WIDTH;
	format_share(share, percent);
	return strlen(share);
}

void
widths_grow(
    struct widths *w, const struct cells *c, const struct cg_record *record)
{
	for (size_t i = 0; i < c->header->nevents; i++) {
		size_t len;

		if (!is_given(record, i))
			continue;
		len = count_digits(record->counts[i]);
		len += (len - 1) / 3 + share_width(c, i, record->counts[i]);
		if (len > w->list[i])
			w->list[i] = len;
	}
}

void
widths_release(struct widths *w)
{
	free(w->list);
}

/* --- printing ------------------------------------------------------------- */

void
cells_print_events(
    const struct cells *c, const struct widths *w, struct printer *printer)
{
	for (size_t i = 0; i < c->nshown; i++) {
		const char *name = c->header->events[c->shown[i]].name;
		size_t len = strlen(name);

		printer_name(printer, name);
		printer_pad(printer, w->list[c->shown[i]] - len + 1);
	}
}

static enum paint
paint_of(bool given, int64_t count, int64_t total)
{
	enum { HOT = 10, WARM = 1 }; /* percent of the total */
	unsigned __int128 hundredfold = 100 * size_of_count(count);
	unsigned __int128 all = size_of_count(total);

	if (!given)
		return PAINT_FAINT;
	if (all > 0 && hundredfold >= HOT * all)
		return PAINT_HOT;
	return all > 0 && hundredfold >= WARM * all ? PAINT_WARM : PAINT_NONE;
}

static void
print_cell(const struct cells *c, size_t width, size_t event,
    const struct cg_record *record, struct printer *printer)
{
	bool given = record != NULL && is_given(record, event);
	int64_t count = given ? record->counts[event] : 0;
	int64_t total = c->total[event];
	char cell[FORMAT_SIZE] = ".", share[FORMAT_SIZE] = "";
	size_t len;

	if (given)
		format_count(cell, count);
	if (c->percentages && count != 0)
		format_share(share, percent_of(count, total));
	else if (c->percentages)
		snprintf(share, sizeof(share), "%*s", FORMAT_SHARE_WIDTH, "");
	len = strlen(cell) + strlen(share);
	printer_pad(printer, width > len ? width - len : 0);
	printer_paint(
	    printer, paint_of(given, count, total), "%s%s ", cell, share);
}

void
cells_print(const struct cells *c, const struct widths *w,
    const struct cg_record *record, struct printer *printer)
{
	for (size_t i = 0; i < c->nshown; i++)
		print_cell(
		    c, w->list[c->shown[i]], c->shown[i], record, printer);
}
