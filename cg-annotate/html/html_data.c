/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the data of a data profile.  Their columns are misses, blocks and bytes, whatever
 * event is chosen.  A row opens to the fields of the datum, who shares lines with these,
 * and the code that misses on it.
 */
#include <stdlib.h>
#include <string.h>

#include "libreport/numfmt.h"
#include "model/data/data_hints.h"
#include "model/data/data_names.h"
#include "sections.h"

bool
html_has_data(const struct html *p)
{
	return p->report->data.nall > 0;
}

/* --- cells ---------------------------------------------------------------- */

static void
print_count(const struct html *p, const struct data_column *column,
    const int64_t *counts)
{
	__int128 count = data_column_count(column, counts);
	double share;

	html_text(p, count == 0 ? "<td class=\"z\">" : "<td>");
	if (data_column_lacks(column, counts))
		html_text(p, ".");
	else if (column->of.n > 0 && data_column_share(column, counts, &share))
		printer_print(p->printer, "%.1f%%", share);
	else if (column->is_change)
		page_change(p->printer, count);
	else
		page_count(p->printer, count);
	html_text(p, "</td>");
}

static void
print_share(const struct html *p, const int64_t *counts, __int128 whole)
{
	__int128 count = data_column_count(&p->report->data.columns[0], counts);

	html_text(p, "<td>");
	if (whole != 0)
		printer_print(
		    p->printer, "%.1f%%", percent_of_sum(count, whole));
	html_text(p, "</td>");
}

/* Prints "file:line" as a link, or nothing. */
static void
print_place(const struct html *p, const char *file, int64_t line)
{
	html_text(p, "<td class=\"m dim\">");
	if (strcmp(file, cg_unknown_name) != 0)
		html_location(p, file, line, HTML_PATH);
	html_text(p, "</td>");
}

/* --- an open row ---------------------------------------------------------- */

/* Tells which columns are in tables of parts: the first one, and those of sharing. */
static bool
is_of_parts(const struct html *p, size_t column)
{
	return column == 0 || p->report->data.columns[column].is_of_sharing;
}

static void
print_part(const struct html *p, const struct data_part *part, __int128 whole,
    bool is_indented)
{
	const struct data_list *data = &p->report->data;

	html_text(p, "<tr>");
	for (size_t i = 0; i < data->ncolumns; i++) {
		if (is_of_parts(p, i))
			print_count(p, &data->columns[i], part->counts);
		if (i == 0)
			print_share(p, part->counts, whole);
	}
	html_text(p,
	    is_indented ? "<td class=\"m\">\xe2\x86\x92 " : "<td class=\"m\">");
	page_short_name(p->printer, part->name, HTML_NAME);
	html_text(p, "</td>");
	print_place(p, part->file, part->line);
	html_text(p, "</tr>");
}

static void
print_more(const struct html *p, size_t n)
{
	html_text(p, "<tr><td></td>");
	for (size_t i = 0; i < p->report->data.ncolumns; i++)
		if (is_of_parts(p, i))
			html_text(p, "<td></td>");
	printer_print(
	    p->printer, "<td class=\"m\">%zu more</td><td></td></tr>", n);
}

static void
print_parts(const struct html *p, const struct data_parts *parts,
    __int128 whole, bool are_indented)
{
	for (size_t i = 0; i < parts->n && i < HTML_DATA_PARTS; i++)
		print_part(p, &parts->list[i], whole, are_indented);
	if (parts->n > HTML_DATA_PARTS)
		print_more(p, parts->n - HTML_DATA_PARTS);
}

static void
print_fields(
    const struct html *p, const struct data_parts *fields, __int128 whole)
{
	for (size_t i = 0; i < fields->n && i < HTML_DATA_PARTS; i++) {
		const struct data_part *field = &fields->list[i];
		struct data_parts parts;

		print_part(p, field, whole, false);
		data_parts_field_partners(&parts, &p->report->data, field);
		print_parts(p, &parts, whole, true);
		data_parts_release(&parts);
		data_parts_field_code(&parts, &p->report->data, field);
		print_parts(p, &parts, whole, true);
		data_parts_release(&parts);
	}
	if (fields->n > HTML_DATA_PARTS)
		print_more(p, fields->n - HTML_DATA_PARTS);
}

static void
print_part_heads(const struct html *p, const char *title, const char *name)
{
	const struct data_list *data = &p->report->data;

	printer_print(
	    p->printer, "<h3>%s</h3><table class=\"costs inner\"><tr>", title);
	for (size_t i = 0; i < data->ncolumns; i++) {
		if (!is_of_parts(p, i))
			continue;
		html_text(p, "<th>");
		page_name(p->printer, data->columns[i].name);
		html_text(p, i == 0 ? "</th><th>share</th>" : "</th>");
	}
	printer_print(p->printer,
	    "<th class=\"m\">%s</th><th class=\"m\">line</th></tr>", name);
}

static void
print_part_table(const struct html *p, const struct data_parts *parts,
    __int128 whole, const char *title, const char *name)
{
	if (parts->n == 0)
		return;
	print_part_heads(p, title, name);
	print_parts(p, parts, whole, false);
	html_text(p, "</table>");
}

static void
print_field_table(
    const struct html *p, const struct data_parts *fields, __int128 whole)
{
	if (fields->n == 0)
		return;
	print_part_heads(p, "Fields, and code that misses on them", "field");
	print_fields(p, fields, whole);
	html_text(p, "</table>");
}

static void
print_hints(const struct html *p, const struct data_site *site,
    const struct data_parts *fields, const struct data_parts *code)
{
	struct data_hints hints;

	data_hints_init(&hints, p->report, site, fields, code);
	for (size_t i = 0; i < hints.n; i++) {
		html_text(p, "<p>");
		page_name(p->printer, hints.list[i]);
		html_text(p, "</p>");
	}
	data_hints_release(&hints);
}

static void
print_details(const struct html *p, const struct data_site *site)
{
	const struct data_list *data = &p->report->data;
	struct data_parts fields, partners, code;
	__int128 whole;

	html_text(p, "<p class=\"full\"><span class=\"m\">");
	page_name(p->printer, site->function);
	html_text(p, "</span></p>");
	data_parts_fields(&fields, data, site);
	data_parts_partners(&partners, data, site);
	data_parts_code(&code, data, site);
	whole = data->columns[0].is_change
		    ? 0
		    : data_column_count(&data->columns[0], code.counts);
	print_hints(p, site, &fields, &code);
	print_field_table(p, &fields, whole);
	if (fields.n == 0)
		print_part_table(p, &partners, whole,
		    "Who shares lines with it", "data and function");
	if (fields.n != 1)
		print_part_table(
		    p, &code, whole, "Code that misses on it", "function");
	data_parts_release(&fields);
	data_parts_release(&partners);
	data_parts_release(&code);
}

/* --- the table ------------------------------------------------------------ */

static void
print_datum(const struct html *p, const struct data_site *site)
{
	const struct data_list *data = &p->report->data;
	char *name = data_name(site);
	char *size = data_size(data, data_list_blocks(data, site->counts));

	html_text(p, "<tr>");
	for (size_t i = 0; i < data->ncolumns; i++) {
		print_count(p, &data->columns[i], site->counts);
		if (i == 0)
			print_share(p, site->counts, data->columns[0].whole);
	}
	html_text(p, "<td class=\"m\"><details><summary>");
	page_short_name(p->printer, name, HTML_NAME);
	if (*size != '\0')
		printer_print(
		    p->printer, "<span class=\"dim\">%s</span>", size);
	html_text(p, "</summary>");
	print_details(p, site);
	html_text(p, "</details></td>");
	print_place(p, site->file, site->line);
	html_text(p, "</tr>\n");
	free(name);
	free(size);
}

static void
print_heads(const struct html *p)
{
	const struct data_list *data = &p->report->data;

	html_text(p, "<div class=\"scroll\"><table id=\"data-list\" "
		     "class=\"costs\">\n<thead><tr>");
	for (size_t i = 0; i < data->ncolumns; i++) {
		html_text(p, i == 0 ? "<th scope=\"col\" "
				      "aria-sort=\"descending\">"
				    : "<th scope=\"col\">");
		page_name(p->printer, data->columns[i].name);
		html_text(p, "</th>");
		if (i == 0)
			html_text(p, "<th scope=\"col\" "
				     "data-share=\"fixed\">share</th>");
	}
	html_text(p, "<th scope=\"col\" class=\"m\">data</th>"
		     "<th scope=\"col\" class=\"m\">site</th></tr></thead>\n"
		     "<tbody>\n");
}

void
html_data(const struct html *p)
{
	const struct data_list *data = &p->report->data;
	size_t n = data->n < HTML_DATA ? data->n : HTML_DATA;

	if (!html_has_data(p))
		return;
	html_section(p, "data", "Data", NULL);
	print_heads(p);
	for (size_t i = 0; i < n; i++)
		print_datum(p, data->list[i]);
	html_text(p, "</tbody></table></div>\n");
	if (n < data->nall)
		printer_print(p->printer,
		    "<p class=\"dim\">%zu more data.</p>\n", data->nall - n);
	html_text(p, "</section>\n");
}
