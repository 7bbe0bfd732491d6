/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the most expensive lines of every event.  The script shows the lines
 * of the chosen event.
 */
#include <string.h>

#include "model/difference.h"
#include "sections.h"

enum { PATH_LENGTH = 32 }; /* leaves room for the source and the function */

static void
print_line(const struct html *p, const struct hot_line *line, double largest,
    bool is_shown)
{
	struct html_costs costs = {.counts = line->counts};
	int64_t count = html_deciding(p, line->counts);

	html_text(p, "<tr data-names=\"");
	page_name(p->printer, line->file);
	printer_print(p->printer, ":%lld ", (long long)line->line);
	page_name(p->printer, line->function);
	html_text(p, is_shown ? "\">" : "\" hidden>");
	html_chosen_cells(p, &costs, false);
	html_text(p, "<td>");
	html_share(p, count, p->deciding);
	html_text(p, "</td>");
	page_bar(p->printer, count, largest);
	html_text(p, "<td class=\"m\">");
	html_location(p, line->file, line->line, PATH_LENGTH);
	if (line->text != NULL) {
		html_text(p, "</td><td class=\"m wide\">");
		html_source_text(p, line->text, strlen(line->text));
	} else {
		html_text(p, "</td><td class=\"m wide dim\">");
		html_text(
		    p, line->is_unreadable ? "could not be read" : "no source");
	}
	html_text(p, "</td><td class=\"m dim\">");
	if (line->nfunctions > 0 && p->rows[line->number] > 0)
		printer_print(
		    p->printer, "<a href=\"#fn%zu\">", p->rows[line->number]);
	page_short_name(p->printer, line->function, HTML_NAME);
	if (line->nfunctions > 0 && p->rows[line->number] > 0)
		html_text(p, "</a>");
	if (line->nfunctions > 1)
		printer_print(
		    p->printer, " and %zu more", line->nfunctions - 1);
	html_text(p, "</td>");
	html_other_cells(p, &costs, false);
	html_text(p, "</tr>\n");
}

static void
print_table(const struct html *p)
{
	const struct hot_lines *lines = &p->hot_lines;
	double largest = html_size(html_deciding(p, lines->list[0].counts));

	html_text(p, "<div class=\"scroll\"><table id=\"hot-lines\" "
		     "class=\"costs\" data-events data-find>\n<thead><tr>");
	html_chosen_heads(p, false, true);
	html_text(p, "<th scope=\"col\" data-share=\"share\">share</th>"
		     "<td class=\"opt\" data-share=\"bar\"></td>"
		     "<th scope=\"col\" class=\"m\">line</th>"
		     "<th scope=\"col\" class=\"m\">source</th>"
		     "<th scope=\"col\" class=\"m\">function</th>");
	html_other_heads(p, false);
	html_text(p, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < lines->n; i++)
		print_line(p, &lines->list[i], largest,
		    i < HTML_HOT_LINES &&
			html_deciding(p, lines->list[i].counts) != 0);
	html_text(p, "</tbody></table></div>\n");
}

void
html_hot_lines(const struct html *p)
{
	html_section(p, "hot", "Hot lines",
	    p->is_diff ? "that changed most by " : "the most expensive by ");
	if (p->hot_lines.n > 0)
		print_table(p);
	else if (difference_lacks_lines(p->report))
		html_text(p, "<p>The difference is of functions only: cg-diff "
			     "--lines shows lines, too.</p>\n");
	else
		html_text(p, "<p>No line has any cost: the profile has no "
			     "line numbers.</p>\n");
	html_text(p, "</section>\n");
}
