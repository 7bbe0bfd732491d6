/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the whole page.  Its sections need to know in advance which events
 * have columns, which sources are on the page, which functions have rows and
 * which lines are linked.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "libreport/numfmt.h"
#include "model/difference.h"
#include "render.h"
#include "flame_tree.h"
#include "sections.h"

/* --- events --------------------------------------------------------------- */

static bool
has_counts(const struct report *report, size_t event)
{
	const struct count_range *range = &report->functions.range;

	return range->smallest[event] < 0 || range->largest[event] > 0 ||
	       report->profile.totals[event] != 0;
}

static void
add_event(struct html *p, size_t index)
{
	const struct report *report = p->report;
	struct html_event *event = &p->events[p->nevents];

	*event = (struct html_event){
	    .index = index,
	    .name = p->header->events[index].name,
	    .sides = {events_side(p->header, index, "old"),
		events_side(p->header, index, "new")},
	    .whole = difference_whole(report, index),
	};
	p->has_sides |= event->sides[0] >= 0 && event->sides[1] >= 0;
	if (index == report->order.deciding)
		p->deciding = p->nevents;
	p->nevents++;
}

/* Events without counts have no columns, except the deciding one.  The sides of
 * an event stand beside it. */
static void
find_events(struct html *p)
{
	const struct report *report = p->report;
	const struct shown_events *shown = &report->shown;
	size_t deciding = report->order.deciding;
	bool has_deciding = false;

	for (size_t i = 0; i < shown->n; i++)
		has_deciding |= shown->list[i] == deciding;
	p->events = cli_alloc(shown->n + 1, sizeof(*p->events));
	if (!has_deciding)
		add_event(p, deciding);
	for (size_t i = 0; i < shown->n; i++) {
		size_t event = shown->list[i];

		if (event == deciding ||
		    (has_counts(report, event) &&
			!difference_is_side(p->header, event)))
			add_event(p, event);
	}
	p->is_diff = difference_is_reported(report);
}

/* --- sources and functions ------------------------------------------------ */

static void
survey_sources(struct html *p)
{
	struct source_list sources;

	source_list_init(&sources, p->report);
	source_list_survey(&sources, &p->survey);
	source_list_release(&sources);
}

static void
number_functions(struct html *p)
{
	const struct function_list *functions = &p->report->functions;

	p->nfunctions =
	    functions->n < HTML_FUNCTIONS ? functions->n : HTML_FUNCTIONS;
	p->rows = cli_alloc(p->report->graph.nfunctions + 1, sizeof(*p->rows));
	for (size_t i = 0; i < p->nfunctions; i++)
		if (functions->list[i].nmembers == 0)
			p->rows[functions->list[i].number] = i + 1;
}

/* --- lines ----------------------------------------------------------------- */

/* Adds up the cost of code without line numbers. */
static __int128
sum_unknown_lines(const struct report *report)
{
	const struct line_functions *lines = &report->line_functions;
	__int128 sum = 0;

	for (size_t i = 0; i < lines->nruns; i++) {
		const struct line_run *run = &lines->runs[i];

		if (cg_is_filtered(lines->files[run->place]))
			continue;
		for (size_t j = run->first; j < run->end; j++)
			if (lines->list[j].line <= 0)
				sum += lines->list[j].count;
	}
	return sum;
}

/* Finds the hot lines of all events, and the lines of each function with a row.
 */
static void
find_hot_lines(struct html *p)
{
	const struct report *report = p->report;
	size_t *events = cli_alloc(p->nevents, sizeof(*events));

	for (size_t i = 0; i < p->nevents; i++)
		events[i] = p->events[i].index;
	hot_lines_init(
	    &p->hot_lines, report, events, p->nevents, HTML_HOT_LINES);
	hot_lines_read(&p->hot_lines, report);
	free(events);
	p->function_lines =
	    cli_alloc(p->nfunctions, sizeof(*p->function_lines));
	for (size_t i = 0; i < p->nfunctions; i++) {
		const struct function_cost *f = &report->functions.list[i];
		struct html_function_lines *lines = &p->function_lines[i];

		if (f->nmembers == 0)
			lines->n =
			    line_functions_hottest(&report->line_functions,
				f->number, HTML_FUNCTION_LINES, lines->list);
	}
}

/* --- the page ------------------------------------------------------------- */

static void
print_body(const struct html *p)
{
	printer_print(p->printer, "<body%s data-events=\"",
	    p->is_diff ? " class=\"diff\"" : "");
	for (size_t i = 0; i < p->nevents; i++) {
		html_text(p, i > 0 ? " " : "");
		page_name(p->printer, p->events[i].name);
	}
	html_text(p, "\" data-wholes=\"");
	for (size_t i = 0; i < p->nevents; i++) {
		char whole[FORMAT_SIZE];
		int len = format_count(whole, p->events[i].whole);

		html_text(p, i > 0 ? " " : "");
		printer_replace(p->printer, whole, (size_t)len, ',', "");
	}
	printer_print(p->printer, "\" data-event=\"%zu\">\n", p->deciding);
}

static void
print_navigation(const struct html *p)
{
	html_text(p, "<nav aria-label=\"Report\"><div>");
	if (html_has_loops(p))
		html_text(p, "<a href=\"#loops\">Loops</a>");
	html_text(p, "<a href=\"#where\">Where it goes</a>");
	if (html_has_flame_graph(p)) {
		html_text(p, "<a href=\"#calls\">");
		html_text(p, html_flame_title(p));
		html_text(p, "</a>");
	}
	if (html_has_data(p))
		html_text(p, "<a href=\"#data\">Data</a>");
	html_text(p, "<a href=\"#hot\">Hot lines</a>"
		     "<a href=\"#functions\">Functions</a>");
	if (html_has_code(p))
		html_text(p, "<a href=\"#code\">Machine code</a>");
	html_text(p, "<a href=\"#sources\">Sources</a>");
	if (html_has_warnings(p))
		html_text(p, "<a href=\"#warnings\">Warnings</a>");
	html_text(p,
	    "<span class=\"script\"><label for=\"event\">Event</label> "
	    "<select id=\"event\">");
	for (size_t i = 0; i < p->nevents; i++) {
		printer_print(p->printer, "<option value=\"%zu\"%s>", i,
		    i == p->deciding ? " selected" : "");
		page_name(p->printer, p->events[i].name);
		html_text(p, "</option>");
	}
	html_text(p, "</select></span>");
	page_find(p->printer, "a function or file");
}

static void
print_footer(const struct html *p)
{
	html_text(p, "<footer><p class=\"script\">Keys: <kbd>/</kbd> finds a "
		     "function or file, <kbd>n</kbd> and <kbd>p</kbd> go to "
		     "the next and the previous of the hot lines, arrow keys "
		     "and <kbd>Enter</kbd> move and zoom in a picture, "
		     "<kbd>Esc</kbd> shows all of it");
	if (p->flame != NULL)
		html_text(p, "; in the picture of calls <kbd>/</kbd> finds a "
			     "frame, "
			     "<kbd>c</kbd> makes one of a library, and "
			     "<kbd>b</kbd> shows both callers and callees");
	html_text(p, ".</p>"
		     "<p>Each line and each function has an address: its "
		     "number links to it, the name of a function opens its "
		     "row. Made by cg-annotate " CG_VERSION ".</p></footer>\n");
}

/* Lists all functions, because all can be callers, callees and frames. */
static void
list_functions(const struct html *p)
{
	const struct callgraph *graph = &p->report->graph;
	const char **names = cli_alloc(graph->nfunctions, sizeof(*names));

	for (size_t i = 0; i < graph->nfunctions; i++) {
		struct cg_record row;

		cg_profile_at(graph->functions, i, &row);
		names[i] = row.function;
	}
	page_list_names(p->printer, names, graph->nfunctions, HTML_NAME);
	free(names);
}

void
render_html(const struct report *report, struct printer *printer)
{
	struct html p = {.report = report,
	    .printer = printer,
	    .header = &report->profile.header,
	    .has_calls = report_is_inclusive(report),
	    .unknown = sum_unknown_lines(report)};
	struct flame_tree flame;

	find_events(&p);
	survey_sources(&p);
	number_functions(&p);
	find_hot_lines(&p);
	html_find_links(&p);
	list_functions(&p);
	flame_tree_init(&flame, &p);
	p.flame = flame.n > 0 ? &flame : NULL;
	page_begin(printer,
	    *p.header->cmd != '\0' ? p.header->cmd : report->options->profile);
	print_body(&p);
	html_head(&p);
	print_navigation(&p);
	html_text(&p, "<main>\n");
	html_data(&p);
	html_loops(&p);
	html_icicle(&p);
	html_flame_graph(&p);
	html_hot_lines(&p);
	html_functions(&p);
	html_code(&p);
	html_sources(&p);
	html_warnings(&p);
	html_text(&p, "</main>\n");
	print_footer(&p);
	page_end(printer);
	free(p.events);
	free(p.rows);
	free(p.function_lines);
	hot_lines_release(&p.hot_lines);
	free(p.links);
	flame_tree_release(&flame);
	source_survey_release(&p.survey);
}
