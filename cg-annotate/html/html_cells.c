/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the cells of tables.  A table begins with the columns of one event and
 * ends with the columns of the others; the script exchanges both if another
 * event is chosen.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libreport/numfmt.h"
#include "html_cells.h"

void
html_text(const struct html *p, const char *text)
{
	printer_text(p->printer, text);
}

/* --- counts --------------------------------------------------------------- */

int64_t
html_deciding(const struct html *p, const int64_t *counts)
{
	return counts[p->events[p->deciding].index];
}

bool
html_is_slight(const struct html *p, double count)
{
	enum { LEAST = 1000 /* a part of all: one in so many */ };
	double whole = (double)p->events[p->deciding].whole;

	return p->is_diff && (count < 0 ? -count : count) * LEAST <
				 (whole < 0 ? -whole : whole);
}

double
html_heat(const struct html *p, double count, double largest)
{
	return largest == 0 || html_is_slight(p, count) ? 0 : count / largest;
}

double
html_size(int64_t count)
{
	return count < 0 ? -(double)count : (double)count;
}

void
html_count(const struct html *p, __int128 count)
{
	if (p->is_diff)
		page_change(p->printer, count);
	else
		page_count(p->printer, count);
}

void
html_share(const struct html *p, __int128 count, size_t event)
{
	__int128 whole = p->events[event].whole;
	double percent = percent_of_sum(count, whole);

	/* no "-0.0%" */
	if (-0.05 <= percent && percent < 0)
		percent = 0;
	if (whole != 0)
		printer_print(p->printer, "%.1f%%", percent);
}

void
html_cost(const struct html *p, __int128 count, size_t event)
{
	html_count(p, count);
	html_text(p, " ");
	page_name(p->printer, p->events[event].name);
	if (p->events[event].whole != 0) {
		html_text(p, ", ");
		html_share(p, count, event);
	}
}

/* --- columns of events ---------------------------------------------------- */

static const char *const side_names[] = {"old", "new"};

/* Prints a head; role "": for the event itself. */
static void
print_head(
    const struct html *p, size_t event, const char *role, const char *more)
{
	html_text(p, "<th scope=\"col\" data-event=\"");
	page_name(p->printer, p->events[event].name);
	printer_print(p->printer,
	    "\" data-role=\"%s\"%s><span "
	    "class=\"event-name\">",
	    role, more);
	page_name(p->printer, p->events[event].name);
	printer_print(
	    p->printer, "</span>%s%s</th>", *role != '\0' ? " " : "", role);
}

static void
print_heads(const struct html *p, size_t event, bool with_self,
    const char *main_more, const char *more)
{
	print_head(p, event, with_self ? "inclusive" : "", main_more);
	if (with_self)
		print_head(p, event, "self", more);
	for (size_t side = 0; p->has_sides && side < 2; side++)
		print_head(p, event, side_names[side], more);
}

void
html_chosen_heads(const struct html *p, bool with_self, bool is_sorted)
{
	print_heads(p, p->deciding, with_self,
	    is_sorted ? " data-chosen aria-sort=\"descending\""
		      : " data-chosen",
	    " data-chosen");
}

void
html_other_heads(const struct html *p, bool with_self)
{
	for (size_t i = 0; i < p->nevents; i++)
		if (i != p->deciding)
			print_heads(p, i, with_self, "", "");
}

/* Prints a cell with a count, or a dot if it was not written. */
static void
print_cell(const struct html *p, const int64_t *counts, const bool *present,
    int index, bool is_side)
{
	if (counts == NULL || index < 0) {
		html_text(p, "<td></td>");
		return;
	}
	html_text(p, counts[index] == 0 ? "<td class=\"z\">" : "<td>");
	if (present != NULL && !present[index])
		html_text(p, ".");
	else if (is_side)
		page_count(p->printer, counts[index]);
	else
		html_count(p, counts[index]);
	html_text(p, "</td>");
}

static void
print_cells(const struct html *p, size_t event, const struct html_costs *costs,
    bool with_self)
{
	const struct html_event *e = &p->events[event];

	print_cell(p, costs->counts, costs->present, (int)e->index, false);
	if (with_self)
		print_cell(
		    p, costs->self, costs->self_present, (int)e->index, false);
	for (size_t side = 0; p->has_sides && side < 2; side++)
		print_cell(
		    p, costs->counts, costs->present, e->sides[side], true);
}

void
html_chosen_cells(
    const struct html *p, const struct html_costs *costs, bool with_self)
{
	print_cells(p, p->deciding, costs, with_self);
}

void
html_other_cells(
    const struct html *p, const struct html_costs *costs, bool with_self)
{
	for (size_t i = 0; i < p->nevents; i++)
		if (i != p->deciding)
			print_cells(p, i, costs, with_self);
}

/* --- places --------------------------------------------------------------- */

static int
compare_sources(const void *a, const void *b)
{
	const struct surveyed_source *x = a, *y = b;

	return strcmp(x->name, y->name);
}

size_t
html_find_source(const struct html *p, const char *file)
{
	struct surveyed_source wanted = {.name = file};
	const struct surveyed_source *list = p->survey.list, *found = NULL;

	if (p->survey.n > 0) /* bsearch takes no NULL */
		found = bsearch(
		    &wanted, list, p->survey.n, sizeof(*list), compare_sources);
	return found != NULL && found->is_readable ? (size_t)(found - list) + 1
						   : 0;
}

static int
compare_links(const void *a, const void *b)
{
	const struct html_link *x = a, *y = b;
	int order = (x->source > y->source) - (x->source < y->source);

	return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

static void
add_link(struct html *p, const char *file, int64_t line)
{
	size_t source = html_find_source(p, file);

	if (source == 0)
		return;
	p->links = cli_grow(p->links, p->nlinks, sizeof(*p->links));
	p->links[p->nlinks++] = (struct html_link){source, line};
}

static void
add_part_links(struct html *p, const struct data_parts *parts)
{
	for (size_t i = 0; i < parts->n && i < HTML_DATA_PARTS; i++)
		add_link(p, parts->list[i].file, parts->list[i].line);
}

/* Adds the lines of data, of their fields, and of the code that misses on them. */
static void
add_data_links(struct html *p)
{
	const struct data_list *data = &p->report->data;

	for (size_t i = 0; i < data->n && i < HTML_DATA; i++) {
		const struct data_site *site = data->list[i];
		struct data_parts fields, parts;

		add_link(p, site->file, site->line);
		data_parts_fields(&fields, data, site);
		add_part_links(p, &fields);
		for (size_t j = 0; j < fields.n && j < HTML_DATA_PARTS; j++) {
			const struct data_part *field = &fields.list[j];

			data_parts_field_partners(&parts, data, field);
			add_part_links(p, &parts);
			data_parts_release(&parts);
			data_parts_field_code(&parts, data, field);
			add_part_links(p, &parts);
			data_parts_release(&parts);
		}
		data_parts_partners(&parts, data, site);
		add_part_links(p, &parts);
		data_parts_release(&parts);
		data_parts_code(&parts, data, site);
		add_part_links(p, &parts);
		data_parts_release(&parts);
		data_parts_release(&fields);
	}
}

/* Adds the lines of machine code. */
static void
add_code_links(struct html *p)
{
	const struct code_list *codes = &p->report->code;

	for (size_t i = 0; i < codes->n; i++)
		for (size_t j = 0; j < codes->list[i].n; j++) {
			const struct code_instruction *one =
			    &codes->list[i].list[j];

			if (one->counts != NULL && one->line > 0)
				add_link(p, one->file, one->line);
		}
}

static void
add_loop_links(struct html *p)
{
	const struct loop_list *loops = &p->report->loops;

	for (size_t i = 0; i < loops->n && i < HTML_LOOPS; i++)
		add_link(
		    p, loops->list[i].first->file, loops->list[i].first_line);
}

void
html_find_links(struct html *p)
{
	const struct line_functions *lines = &p->report->line_functions;

	add_data_links(p);
	add_code_links(p);
	add_loop_links(p);
	for (size_t i = 0; i < p->hot_lines.n; i++)
		add_link(
		    p, p->hot_lines.list[i].file, p->hot_lines.list[i].line);
	for (size_t i = 0; i < p->nfunctions; i++) {
		const struct html_function_lines *of = &p->function_lines[i];

		for (size_t j = 0; j < of->n; j++)
			add_link(p, lines->files[of->list[j].place],
			    of->list[j].line);
	}
	if (p->nlinks > 1)
		qsort(p->links, p->nlinks, sizeof(*p->links), compare_links);
}

bool
html_is_linked(const struct html *p, size_t source, int64_t line)
{
	struct html_link link = {source, line};

	return p->nlinks > 0 && bsearch(&link, p->links, p->nlinks,
				    sizeof(link), compare_links) != NULL;
}

void
html_location(const struct html *p, const char *file, int64_t line, size_t most)
{
	size_t source = html_find_source(p, file);

	if (source > 0 && line > 0)
		printer_print(p->printer, "<a href=\"#f%zuL%lld\">", source,
		    (long long)line);
	else if (source > 0)
		printer_print(p->printer, "<a href=\"#f%zu\">", source);
	page_short_path(p->printer, file, most);
	if (line > 0)
		printer_print(p->printer, ":%lld", (long long)line);
	if (source > 0)
		html_text(p, "</a>");
}

void
html_source_text(const struct html *p, const char *text, size_t len)
{
	enum { MAX_BYTES = 500 };
	bool is_long;

	while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == '\r'))
		len--;
	is_long = len > MAX_BYTES;
	if (is_long)
		for (len = MAX_BYTES;
		     len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80;)
			len--;
	page_text(p->printer, text, len);
	if (is_long)
		html_text(p, "\xe2\x80\xa6");
}

/* --- marks ---------------------------------------------------------------- */

void
html_strip_add(
    struct html_strip *strip, const char *name, int64_t count, double largest)
{
	enum { LEAST = 20 /* a twentieth of the hottest row */ };
	struct html_mark *mark;

	if (largest == 0 || html_size(count) * LEAST < largest)
		return;
	strip->marks = cli_grow(strip->marks, strip->n, sizeof(*strip->marks));
	mark = &strip->marks[strip->n++];
	snprintf(mark->name, sizeof(mark->name), "%s", name);
	mark->row = strip->nrows;
	mark->share = (double)count / largest;
}

void
html_strip_print(const struct html *p, const struct html_strip *strip)
{
	html_text(p, "<div class=\"strip\"><svg role=\"group\" "
		     "aria-label=\"Places of the hottest lines\">");
	for (size_t i = 0; i < strip->n; i++) {
		const struct html_mark *mark = &strip->marks[i];

		printer_print(p->printer,
		    "<a href=\"#%s%s\"><title>line %s</title><rect class=\"",
		    strip->prefix, mark->name, mark->name);
		page_heat(p->printer, mark->share);
		printer_print(p->printer, "\" x=\"%d\" y=\"%.2f%%\"/></a>",
		    !p->is_diff || mark->share < 0 ? 1 : 8,
		    100 * (double)mark->row / (double)strip->nrows);
	}
	html_text(p, "</svg></div>");
}

void
html_strip_release(struct html_strip *strip)
{
	free(strip->marks);
}

/* --- sections ------------------------------------------------------------- */

void
html_section(
    const struct html *p, const char *id, const char *title, const char *note)
{
	printer_print(p->printer,
	    "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s", id, id,
	    title);
	if (note != NULL) {
		printer_print(
		    p->printer, "<small>%s<span class=\"chosen\">", note);
		page_name(p->printer, p->events[p->deciding].name);
		html_text(p, "</span></small>");
	}
	html_text(p, "</h2>\n");
}
