/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the table of functions, with inclusive costs if the profile has calls.
 * A row opens to the function's hottest lines, callers and callees.
 */
#include <stdlib.h>

#include "libreport/marks.h"
#include "model/count_sums.h"
#include "model/functions/cycle_text.h"
#include "sections.h"

static bool
is_shown_last(const struct function_cost *f)
{
	return f->nmembers == 0 && cg_is_filtered(f->file);
}

/* --- an open row ---------------------------------------------------------- */

static void
print_lines(const struct html *p, const struct html_function_lines *lines)
{
	if (lines->n == 0)
		return;
	html_text(p, "<h3>Hottest lines</h3><ul>");
	for (size_t i = 0; i < lines->n; i++) {
		const struct function_line *line = &lines->list[i];

		html_text(p, "<li>");
		html_location(p, p->report->line_functions.files[line->place],
		    line->line, HTML_PATH);
		html_text(p, " ");
		html_cost(p, line->count, p->deciding);
		html_text(p, "</li>");
	}
	html_text(p, "</ul>");
}

static void
print_calls(
    const struct html *p, const struct call_list *calls, const char *title)
{
	bool are_data;

	if (calls->nall == 0)
		return;
	are_data = calls->are_callers && !p->report->has_code_calls;
	printer_print(p->printer,
	    "<h3>%s</h3><table class=\"costs inner\"><tr><th>",
	    are_data ? "Data that it misses on" : title);
	page_name(p->printer, p->events[p->deciding].name);
	html_text(p, are_data ? "</th><th>misses</th><th class=\"m\">data</th>"
				"</tr>"
			      : "</th><th>calls</th><th "
				"class=\"m\">function</th></tr>");
	for (size_t i = 0; i < calls->n; i++) {
		const struct function_cost *call = &calls->list[i];
		size_t row = p->rows[call->number];
		char ncalls[FORMAT_SIZE];

		html_text(p, "<tr><td>");
		html_count(p, html_deciding(p, call->counts));
		html_text(p, "</td><td>");
		format_ncalls(ncalls, call->ncalls, call->inlined);
		printer_print(p->printer, "%s</td><td class=\"m\">", ncalls);
		if (row > 0)
			printer_print(p->printer, "<a href=\"#fn%zu\">", row);
		page_short_name(p->printer, call->function, HTML_NAME);
		html_text(p, row > 0 ? "</a>" : "");
		html_text(p, inlined_mark(call->inlined, calls->are_callers));
		html_text(p, "</td></tr>");
	}
	if (calls->others != NULL) {
		html_text(p, "<tr><td>");
		html_count(p, html_deciding(p, calls->others));
		printer_print(p->printer,
		    "</td><td></td><td class=\"m\">%zu more</td></tr>",
		    calls->nall - calls->n);
	}
	html_text(p, "</table>");
}

static void
print_details(const struct html *p, const struct function_cost *f)
{
	size_t row = p->rows[f->number];
	struct call_list callers, callees;

	html_text(p, "<p class=\"full\"><span class=\"m\">");
	page_name(p->printer, f->function);
	html_text(p, "</span><br>in ");
	page_name(p->printer, f->file);
	if (*f->object != '\0') {
		html_text(p, "<br>of ");
		page_name(p->printer, f->object);
	}
	printer_print(
	    p->printer, "<br><a href=\"#fn%zu\">Link to this row</a></p>", row);
	print_lines(p, &p->function_lines[row - 1]);
	report_calls(p->report, f, &callers, &callees);
	print_calls(p, &callers, "Callers");
	print_calls(p, &callees, "Callees");
	call_list_release(&callers);
	call_list_release(&callees);
}

/* --- rows ----------------------------------------------------------------- */

/* The part of the table that a row is in.  Only rows of the body have bars and
 * cumulative shares. */
enum part { BODY, FOOT };

/* Prints the cells between the chosen event and the name. */
static void
print_shares(const struct html *p, int64_t count, double largest, __int128 sum,
    enum part part)
{
	html_text(p, "<td>");
	html_share(p, count, p->deciding);
	html_text(p, "</td>");
	if (!p->has_calls && !p->is_diff) {
		html_text(p, "<td class=\"opt\">");
		if (part == BODY)
			html_share(p, sum, p->deciding);
		html_text(p, "</td>");
	}
	if (part == BODY)
		page_bar(p->printer, count, largest);
	else
		html_text(p, "<td class=\"opt\"></td>");
}

static void
print_name(const struct html *p, const struct function_cost *f)
{
	char places[FORMAT_SIZE], *members;

	if (f->nmembers > 0) {
		printer_print(p->printer,
		    "<td class=\"m\">cycle %zu as a whole: ", f->cycle);
		members = cycle_members(&p->report->graph, f, SIZE_MAX);
		page_name(p->printer, members);
		html_text(p, "</td><td></td>");
		free(members);
		return;
	}
	html_text(p, "<td class=\"m\"><details><summary>");
	page_short_name(p->printer, f->function, HTML_NAME);
	format_places(places, f->nplaces, false);
	if (*places != '\0')
		printer_print(
		    p->printer, "<span class=\"dim\">%s</span>", places);
	if (p->has_calls && f->cycle > 0)
		printer_print(
		    p->printer, " (cycle %zu%s)", f->cycle, cycle_bound(f));
	html_text(p, diff_mark(p->header, f->counts));
	html_text(p, "</summary>");
	print_details(p, f);
	html_text(p, "</details></td><td class=\"m dim\">");
	html_location(p, f->file, 0, HTML_PATH);
	html_text(p, "</td>");
}

static void
print_function(const struct html *p, size_t i, double largest, __int128 *sum)
{
	const struct function_cost *f = &p->report->functions.list[i];
	struct html_costs costs = {f->counts, f->present, NULL, NULL};
	int64_t count = html_deciding(p, f->counts);
	enum part part = is_shown_last(f) ? FOOT : BODY;
	size_t source = f->nmembers == 0 ? html_find_source(p, f->file) : 0;
	struct cg_record self;

	if (p->has_calls && f->nmembers == 0) {
		callgraph_function(&p->report->graph, f->number, false, &self);
		costs.self = self.counts;
		costs.self_present = self.present;
	}
	printer_print(p->printer, "<tr id=\"fn%zu\"", i + 1);
	if (source > 0)
		printer_print(p->printer, " data-file=\"f%zu\"", source);
	html_text(p, ">");
	*sum += count;
	html_chosen_cells(p, &costs, p->has_calls);
	print_shares(p, count, largest, *sum, part);
	print_name(p, f);
	html_other_cells(p, &costs, p->has_calls);
	html_text(p, "</tr>\n");
}

/* --- the foot of the table ------------------------------------------------ */

/* Prints a row of the foot; is_inclusive: the counts include callees. */
static void
print_sum(const struct html *p, const int64_t *counts, bool is_inclusive,
    const char *name)
{
	struct html_costs costs = {.self = counts};

	if (is_inclusive || !p->has_calls)
		costs.counts = counts;
	html_text(p, "<tr>");
	html_chosen_cells(p, &costs, p->has_calls);
	if (costs.counts != NULL) {
		print_shares(p, html_deciding(p, counts), 0, 0, FOOT);
	} else {
		html_text(p, "<td></td><td class=\"opt\"></td>");
	}
	printer_print(p->printer, "<td class=\"m\">%s</td><td></td>", name);
	html_other_cells(p, &costs, p->has_calls);
	html_text(p, "</tr>\n");
}

/* Adds up the own costs of the functions that are not in the table.  Returns
 * the number of these functions. */
static size_t
add_hidden(const struct html *p, int64_t *costs)
{
	const struct report *report = p->report;
	const struct function_list *f = &report->functions;
	size_t nevents = p->header->nevents, n = 0;
	__int128 *sums = cli_alloc(nevents, sizeof(*sums));

	for (size_t i = p->nfunctions; i < f->nall; i++) {
		struct cg_record self;

		if (f->list[i].nmembers > 0)
			continue;
		n++;
		callgraph_function(
		    &report->graph, f->list[i].number, false, &self);
		for (size_t e = 0; e < nevents; e++)
			sums[e] += self.counts[e];
	}
	for (size_t e = 0; e < nevents; e++) {
		costs[e] = count_of_sum(sums[e],
		    "the sum of %s of all functions that are not shown",
		    p->header->events[e].name);
	}
	free(sums);
	return n;
}

/* Prints the number and cost of the functions that are not in the table. */
static void
print_hidden(const struct html *p)
{
	int64_t *costs = cli_alloc(p->header->nevents, sizeof(*costs));
	size_t n = add_hidden(p, costs);
	char *name;

	name = cli_format("%zu more %s%s", n, n == 1 ? "function" : "functions",
	    p->nfunctions == p->report->functions.n &&
		    p->report->options->top_functions < 0
		? " below the threshold"
		: "");
	if (n > 0)
		print_sum(p, costs, false, name);
	free(name);
	free(costs);
}

static void
print_foot(const struct html *p)
{
	const struct function_list *f = &p->report->functions;
	__int128 sum = 0;

	html_text(p, "<tfoot>\n");
	for (size_t i = 0; i < p->nfunctions; i++)
		if (is_shown_last(&f->list[i]))
			print_function(p, i, 0, &sum);
	print_hidden(p);
	print_sum(p, p->report->profile.totals, true, "total");
	html_text(p, "</tfoot></table></div>\n");
}

/* --- the table ------------------------------------------------------------ */

static void
print_heads(const struct html *p)
{
	html_text(p, "<div class=\"scroll\"><table id=\"function-list\" "
		     "class=\"costs\" data-events data-find>\n<thead><tr>");
	html_chosen_heads(p, p->has_calls, true);
	html_text(p, "<th scope=\"col\" data-share=\"share\">share</th>");
	if (!p->has_calls && !p->is_diff)
		html_text(p, "<th scope=\"col\" class=\"opt\" "
			     "data-share=\"cumulative\">cumulative</th>");
	html_text(p, "<td class=\"opt\" data-share=\"bar\"></td>"
		     "<th scope=\"col\" class=\"m\">function</th>"
		     "<th scope=\"col\" class=\"m\">file</th>");
	html_other_heads(p, p->has_calls);
	html_text(p, "</tr></thead>\n<tbody>\n");
}

void
html_functions(const struct html *p)
{
	const struct function_list *f = &p->report->functions;
	char *note = cli_format("%zu of %zu%s by %s", p->nfunctions, f->nall,
	    p->report->options->selection != NULL ? " that match," : "",
	    p->has_calls ? "inclusive " : "");
	double largest = 0;
	__int128 sum = 0;
	size_t nrows = 0;

	html_section(p, "functions", "Functions", note);
	free(note);
	print_heads(p);
	for (size_t i = 0; i < p->nfunctions; i++) {
		double size = html_size(html_deciding(p, f->list[i].counts));

		if (!is_shown_last(&f->list[i]) && size > largest)
			largest = size;
	}
	for (size_t i = 0; i < p->nfunctions; i++) {
		if (is_shown_last(&f->list[i]))
			continue;
		page_rest(p->printer, nrows++);
		print_function(p, i, largest, &sum);
	}
	html_text(p, "</tbody>\n");
	print_foot(p);
	html_text(p, "</section>\n");
}
