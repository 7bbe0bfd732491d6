/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page for a browser: how the totals and the largest rows changed from input
 * to input.  libreport/page/page.js sorts and searches the table of rows as if it
 * were a table of functions; docs/page.md describes the elements that the
 * script works on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cg-sum/render.h"
#include "cells.h"
#include "libcli/cli.h"
#include "libreport/page/page.h"
#include "libreport/names/short_name.h"

enum { NAME_LENGTH = 48, PATH_LENGTH = 48 }; /* characters */

static void
put(struct printer *p, const char *text)
{
	printer_text(p, text);
}

static const char *
event_name(const struct table *t)
{
	return t->header.events[t->event].name;
}

/* --- counts and changes --------------------------------------------------- */

/* Prints the change from the count before. */
static void
put_change(struct printer *p, int64_t before, int64_t count)
{
	double percent =
	    percent_of(1, before) * ((double)count - (double)before);

	if (count == before)
		put(p, "=");
	else if (before == 0)
		put(p, "from 0");
	else if (percent > -0.005 && percent < 0.005)
		put(p, count > before ? "+0.00%" : "-0.00%");
	else
		printer_print(p, "%+.2f%%", before < 0 ? -percent : percent);
}

/* Returns the cell that counts an event in an input. */
static struct cell
count_at(
    const struct table *t, const int64_t *counts, size_t event, size_t input)
{
	return cell_at(t, counts, event * t->ninputs + input);
}

/*
 * Prints the cell of a count and, if there is a count before it, of the change.
 */
static void
put_count(struct printer *p, const struct cell *cell, const int64_t *before,
    bool beyond)
{
	put(p, cell->count == 0 ? "<td class=\"z\">" : "<td>");
	if (cell->is_change)
		page_change(p, cell->count);
	else
		page_count(p, cell->count);
	if (beyond)
		put(p, " <strong class=\"beyond\">over limit</strong>");
	put(p, "</td>");
	if (before == NULL)
		return;
	put(p, *before == cell->count ? "<td class=\"z\">" : "<td>");
	put_change(p, *before, cell->count);
	put(p, "</td>");
}

/* Prints the counts of a row in all inputs. */
static void
put_counts(
    struct printer *p, const struct table *t, const struct table_row *row)
{
	for (size_t i = 0; i < t->ninputs; i++) {
		int64_t before = i > 0 ? table_count(t, row, i - 1) : 0;
		struct cell cell = count_at(t, row->counts, t->event, i);

		put_count(p, &cell, i > 0 ? &before : NULL,
		    table_row_is_beyond(t, row, i));
	}
}

/* --- the head ------------------------------------------------------------- */

static void
put_total_card(
    struct printer *p, const struct table *t, const char *title, size_t input)
{
	struct cell total = count_at(t, t->totals, t->event, input);
	char *text = cli_format(title, event_name(t));
	char value[2 * FORMAT_SIZE];

	total.has_share = false;
	cell_format(value, &total);
	page_card(p, &(struct page_card){.title = text, .value = value});
	free(text);
}

static void
put_cards(struct printer *p, const struct table *t)
{
	size_t last = t->ninputs - 1;
	int64_t old = t->totals[t->event];
	int64_t new = t->totals[last * t->header.nevents + t->event];
	char value[FORMAT_SIZE];

	put(p, "<dl class=\"cards\">\n");
	put_total_card(p, t, last > 0 ? "%s of the first" : "%s in total", 0);
	if (last > 0)
		put_total_card(p, t, "%s of the last", last);
	if (last > 0 && old != 0) {
		snprintf(value, sizeof(value), "%+.2f%%",
		    100 * ((double)new - (double)old) /
			(old < 0 ? -(double)old : (double)old));
		page_card(p, &(struct page_card){
				 .title = "change from the first to the last",
				 .value = value});
	}
	put(p, "</dl>\n");
}

static void
put_warnings(struct printer *p, const struct table *t)
{
	if (t->partials->n == 0)
		return;
	put(p, "<section class=\"warnings\" id=\"warnings\">"
	       "<h2>Warnings</h2><ul>\n");
	for (size_t i = 0; i < t->partials->n; i++) {
		put(p, "<li>");
		page_name(p, t->partials->list[i]);
		put(p, "</li>\n");
	}
	put(p, "</ul></section>\n");
}

static void
put_head(struct printer *p, const struct table *t)
{
	page_heading(p, t->cmd);
	put(p, "<p class=\"sub\">");
	if (t->ninputs > 1) {
		printer_print(p, "%zu profiles, from ", t->ninputs);
		page_name(p, t->names[0]);
		put(p, " to ");
	}
	page_name(p, t->names[t->ninputs - 1]);
	put(p, "</p>\n");
	put_cards(p, t);
	put_warnings(p, t);
	put(p, "</header>\n");
}

static void
put_navigation(struct printer *p, const struct table *t)
{
	put(p, "<nav aria-label=\"Report\"><div>");
	if (t->ninputs > 1)
		put(p, "<a href=\"#trend\">Trend</a>");
	put(p, "<a href=\"#functions\">Rows</a>"
	       "<a href=\"#totals\">Totals</a>");
	page_find(p, "a row");
}

/* --- the table of rows ---------------------------------------------------- */

static void
put_row_heads(struct printer *p, const struct table *t)
{
	put(p,
	    "<div class=\"scroll\"><table id=\"function-list\" "
	    "class=\"costs\" data-events data-find>\n<thead><tr>"
	    "<th scope=\"col\" data-role=\"self\" data-chosen data-event=\"");
	page_name(p, event_name(t));
	put(p, "\"><span class=\"event-name\">");
	page_name(p, event_name(t));
	printer_print(p,
	    "</span>%s</th><th scope=\"col\" data-share=\"share\">share</th>"
	    "<td class=\"opt\" data-share=\"bar\"></td>"
	    "<th scope=\"col\" class=\"m\">%s</th>",
	    t->ninputs > 1 ? " of the last" : "",
	    table_has_functions(t) ? table_detail(t) : t->name);
	if (t->detail == DETAIL_LINE)
		put(p, "<th scope=\"col\">line</th>");
	for (size_t i = 0; t->ninputs > 1 && i < t->ninputs; i++) {
		put(p, "<th scope=\"col\">");
		page_short_path(p, t->names[i], 24);
		put(p, i > 0 ? "</th><th scope=\"col\">change</th>" : "</th>");
	}
	if (t->doubled != NULL)
		put(p, "<th scope=\"col\">calls</th>");
	if (t->per_call != NULL) {
		put(p, "<th scope=\"col\">");
		page_name(p, t->per_call);
		put(p, "</th>");
	}
	if (table_has_functions(t))
		printer_print(
		    p, "<th scope=\"col\" class=\"m\">%s</th>", t->name);
	put(p, "</tr></thead>\n");
}

/* Prints a name that opens to the whole of it if it is too long. */
static void
put_long_name(struct printer *p, const char *name, bool is_path)
{
	bool is_long = text_width(name, strlen(name)) >
		       (is_path ? PATH_LENGTH : NAME_LENGTH);

	put(p, is_long ? "<td class=\"m\"><details><summary>"
		       : "<td class=\"m\">");
	if (is_path)
		page_short_path(p, name, PATH_LENGTH);
	else
		page_short_name(p, name, NAME_LENGTH);
	if (is_long) {
		put(p, "</summary><p class=\"full\">");
		page_name(p, name);
		put(p, "</p></details>");
	}
	put(p, "</td>");
}

/* Returns the count that is 100 % in the last input, or 0 if the input has no shares. */
static int64_t
whole_of_last(const struct table *t)
{
	struct cell total = count_at(t, t->totals, t->event, t->ninputs - 1);

	return total.has_share ? total.total : 0;
}

/* Prints the count in the last input, and its share. */
static void
put_last(struct printer *p, const struct table *t, const struct table_row *row)
{
	struct cell cell = count_at(t, row->counts, t->event, t->ninputs - 1);
	int64_t whole = whole_of_last(t);

	put_count(p, &cell, NULL, false);
	put(p, "<td>");
	if (whole != 0)
		printer_print(p, "%.1f%%", percent_of(cell.count, whole));
	put(p, "</td>");
}

/* Prints the number of calls in the last input, and what one of them cost; sums of
 * rows have no such cost. */
static void
put_calls(struct printer *p, const struct table *t, const struct table_row *row)
{
	struct cell calls =
	    count_at(t, row->counts, t->header.nevents - 1, t->ninputs - 1);
	char text[FORMAT_SIZE] = "";
	double cost;

	if (t->doubled != NULL)
		put_count(p, &calls, NULL, false);
	if (t->per_call == NULL)
		return;
	if (!table_is_hidden(row) &&
	    table_per_call(t, row->counts, t->ninputs - 1, &cost))
		format_mean(text, cost);
	printer_print(p, "<td>%s</td>", text);
}

static void
put_row(struct printer *p, const struct table *t, const struct table_row *row,
    double largest)
{
	put(p, "<tr>");
	put_last(p, t, row);
	page_bar(p, table_count(t, row, t->ninputs - 1), largest);
	put_long_name(p, table_has_functions(t) ? row->function : row->name,
	    !table_has_functions(t));
	if (t->detail == DETAIL_LINE)
		printer_print(p, "<td>%lld</td>", (long long)row->line);
	if (t->ninputs > 1)
		put_counts(p, t, row);
	put_calls(p, t, row);
	if (table_has_functions(t))
		put_long_name(p, row->name, true);
	put(p, "</tr>\n");
}

/* Prints a row of the foot: the total, or what is hidden. */
static void
put_sum(struct printer *p, const struct table *t, const char *name,
    const int64_t *counts)
{
	const struct table_row row = {
	    .name = cg_filtered, .function = cg_filtered, .counts = counts};

	put(p, "<tr>");
	put_last(p, t, &row);
	printer_print(p, "<td class=\"opt\"></td><td class=\"m\">%s</td>%s",
	    name, t->detail == DETAIL_LINE ? "<td></td>" : "");
	if (t->ninputs > 1)
		put_counts(p, t, &row);
	put_calls(p, t, &row);
	put(p, table_has_functions(t) ? "<td></td></tr>\n" : "</tr>\n");
}

static void
put_rows(struct printer *p, const struct table *t)
{
	double largest = 0;
	size_t n = 0;

	for (size_t i = 0; i < t->nrows; i++) {
		const struct table_row *row = &t->rows[i];
		double count = (double)table_count(t, row, t->ninputs - 1);

		if (table_is_hidden(row))
			continue;
		n++;
		largest = count > largest ? count : largest;
		largest = -count > largest ? -count : largest;
	}
	printer_print(
	    p, "<section id=\"functions\"><h2>Rows <small>%zu by ", n);
	page_name(p, t->by);
	put(p, ", the largest in any profile first</small></h2>\n");
	put_row_heads(p, t);
	put(p, "<tbody>\n");
	for (size_t i = 0; i < n; i++) {
		page_rest(p, i);
		put_row(p, t, &t->rows[i], largest);
	}
	put(p, "</tbody>\n<tfoot>\n");
	if (n < t->nrows)
		put_sum(p, t, cg_filtered, t->rows[n].counts);
	put_sum(p, t, "total", t->totals);
	put(p, "</tfoot></table></div>\n</section>\n");
}

/* --- the table of totals -------------------------------------------------- */

/* Skips inclusive events, which have the same totals. */
static size_t
next_event(const struct table *t, size_t event)
{
	return event + (t->doubled != NULL ? 2 : 1);
}

static void
put_input(struct printer *p, const struct table *t, size_t input)
{
	const int64_t *totals = t->totals + input * t->header.nevents;
	const int64_t *before = totals - t->header.nevents;

	printer_print(p, "<tr><td>%zu</td><td class=\"m\">", input + 1);
	page_name(p, t->names[input]);
	put(p, "</td>");
	for (size_t e = 0; e < table_ncosts(t); e = next_event(t, e)) {
		struct cell cell = count_at(t, t->totals, e, input);

		put_count(p, &cell, input > 0 ? &before[e] : NULL,
		    table_is_beyond(t, LIMIT_TOTAL, "", e, totals[e]));
		if (input == 0 && t->ninputs > 1)
			put(p, "<td></td>");
	}
	put(p, "</tr>\n");
}

static void
put_totals(struct printer *p, const struct table *t)
{
	put(p, "<section id=\"totals\"><h2>Totals</h2>\n"
	       "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	       "aria-label=\"Totals\"><table class=\"costs\">\n<thead><tr>"
	       "<th scope=\"col\">number</th>"
	       "<th scope=\"col\" class=\"m\">profile</th>");
	for (size_t e = 0; e < table_ncosts(t); e = next_event(t, e)) {
		put(p, "<th scope=\"col\">");
		page_name(p, t->header.events[e].name);
		put(p, t->ninputs > 1 ? "</th><th scope=\"col\">change</th>"
				      : "</th>");
	}
	put(p, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < t->ninputs; i++)
		put_input(p, t, i);
	put(p, "</tbody></table></div>\n</section>\n");
}

/* --- the page ------------------------------------------------------------- */

static void
put_chart(struct printer *p, const struct table *t)
{
	if (t->ninputs < 2)
		return;
	put(p, "<section id=\"trend\"><h2>Trend <small>");
	page_name(p, event_name(t));
	put(p,
	    " of the total and the largest rows; changes are from one profile to the "
	    "next</small></h2>\n");
	render_trend(t, p);
	put(p, "</section>\n");
}

static void
list_functions(struct printer *p, const struct table *t)
{
	const char **names = cli_alloc(t->nrows, sizeof(*names));

	for (size_t i = 0; i < t->nrows; i++)
		names[i] = t->rows[i].function;
	page_list_names(p, names, t->nrows, NAME_LENGTH / 2);
	free(names);
}

void
render_html(const struct table *t, struct printer *p)
{
	if (table_has_functions(t))
		list_functions(p, t);
	page_begin(p, *t->cmd != '\0' ? t->cmd : t->names[0]);
	put(p, "<body data-events=\"");
	page_name(p, event_name(t));
	printer_print(p, "\" data-wholes=\"%lld\" data-event=\"0\">\n",
	    (long long)whole_of_last(t));
	put_head(p, t);
	put_navigation(p, t);
	put(p, "<main>\n");
	put_chart(p, t);
	put_rows(p, t);
	put_totals(p, t);
	put(p, "</main>\n<footer><p class=\"script\">A click on the head of a "
	       "column sorts the rows. Key: <kbd>/</kbd> finds a row.</p>"
	       "<p>Made by cg-sum " CG_VERSION ".</p></footer>\n");
	page_end(p);
}
