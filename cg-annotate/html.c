/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page of one file for a browser.  docs/page.md describes its elements, on
 * which libreport/page.js works.
 */
#include <stdlib.h>
#include <string.h>

#include "cost_tree.h"
#include "hot_lines.h"
#include "libcli/cli.h"
#include "libquery/estimated_cycles.h"
#include "libreport/diff_mark.h"
#include "libreport/numfmt.h"
#include "libreport/page.h"
#include "libreport/rates.h"
#include "render.h"
#include "source_list.h"

enum {
	HOT_LINES = 20,       /* of each event */
	FUNCTION_LINES = 5,   /* of each function */
	LEAST_NODE = 1000,    /* a node has a thousandth of an event */
	LEAST_LINE = 10,      /* a line has a tenth of the threshold */
	FOLDED_LINES = 100,   /* the longest stretch that can be unfolded, */
	MAX_LINE_BYTES = 500, /* and the longest line */
	ICICLE_ROW = 22,      /* pixels */
	NAME_LENGTH = 70,     /* characters */
	PATH_LENGTH = 48,
};

struct page {
	const struct report *report;
	struct printer *printer;
	const struct cg_header *header;
	/* events with any counts, in the order shown; a difference has those
	 * of its sides among them */
	size_t nevents;
	size_t *events;
	size_t deciding; /* in the list, the event that the page begins with */
	bool is_diff;
	bool has_calls;
	/* 100 % of each event of the header: its total, or of a difference the
	 * old total */
	int64_t *whole;
	/* the sources that can be annotated, sorted; "f1" is the first one */
	struct source_names sources;
};

static void
put(const struct page *p, const char *text)
{
	printer_name(p->printer, text);
}

static const char *
event_name(const struct page *p, size_t i)
{
	return p->header->events[p->events[i]].name;
}

/* --- events --------------------------------------------------------------- */

/* The event of a side of a difference, "Ir@old"; -1 if there is none. */
static int
side_of(const struct cg_header *header, size_t event, const char *side)
{
	char *name = cli_format("%s@%s", header->events[event].name, side);
	int found = cg_header_event(header, name, strlen(name));

	free(name);
	return found;
}

/* True if the event is the old or the new side of another. */
static bool
is_side(const struct page *p, size_t i)
{
	const char *at = strrchr(event_name(p, i), '@');

	return at != NULL &&
	       (strcmp(at, "@old") == 0 || strcmp(at, "@new") == 0);
}

static bool
has_counts(const struct report *report, size_t event)
{
	const struct count_range *range = &report->functions.range;

	return range->smallest[event] < 0 || range->largest[event] > 0 ||
	       report->profile.totals[event] != 0;
}

static void
find_events(struct page *p)
{
	const struct report *report = p->report;
	const struct shown_events *shown = &report->shown;
	const int64_t *totals = report->profile.totals;

	p->events = cli_alloc(shown->n + 1, sizeof(*p->events));
	p->whole = cli_alloc(p->header->nevents, sizeof(*p->whole));
	for (size_t i = 0; i < p->header->nevents; i++) {
		int old = side_of(p->header, i, "old");

		p->whole[i] = old >= 0 ? totals[old] : totals[i];
		p->is_diff |= old >= 0;
	}
	for (size_t i = 0; i < shown->n; i++)
		if (has_counts(report, shown->list[i]))
			p->events[p->nevents++] = shown->list[i];
	if (p->nevents == 0) /* of a profile without costs */
		p->events[p->nevents++] =
		    shown->n > 0 ? shown->list[0] : report->order.deciding;
	for (size_t i = 0; i < p->nevents; i++)
		if (p->events[i] == report->order.deciding)
			p->deciding = i;
}

/* --- counts --------------------------------------------------------------- */

static double
share_of(const struct page *p, int64_t count, size_t i)
{
	return percent_of(count, p->whole[p->events[i]]);
}

static void
print_count(const struct page *p, int64_t count, size_t i)
{
	if (p->is_diff && !is_side(p, i))
		page_change(p->printer, count);
	else
		page_count(p->printer, count);
}

static void
print_share(const struct page *p, int64_t count, size_t i)
{
	if (p->whole[p->events[i]] != 0)
		printer_print(p->printer, "%.1f%%", share_of(p, count, i));
}

/* Prints a cell for each event; present NULL: all counts are. */
static void
print_counts(const struct page *p, const int64_t *counts, const bool *present)
{
	for (size_t i = 0; i < p->nevents; i++) {
		size_t event = p->events[i];

		put(p, counts[event] == 0 ? "<td class=\"n z\">"
					  : "<td class=\"n\">");
		if (present != NULL && !present[event])
			put(p, ".");
		else
			print_count(p, counts[event], i);
		put(p, "</td>");
	}
}

/* Prints a head for each event. */
static void
print_event_heads(const struct page *p)
{
	for (size_t i = 0; i < p->nevents; i++) {
		put(p, "<th scope=\"col\" class=\"n\" data-event=\"");
		page_name(p->printer, event_name(p, i));
		put(p, "\">");
		page_name(p->printer, event_name(p, i));
		put(p, "</th>");
	}
}

/* Prints the head of the column that has the counts of the chosen event. */
static void
print_chosen_head(const struct page *p, bool is_sorted)
{
	printer_print(p->printer,
	    "<th scope=\"col\" class=\"n\" data-share=\"count\"%s>"
	    "<span class=\"event-name\">",
	    is_sorted ? " aria-sort=\"descending\"" : "");
	page_name(p->printer, event_name(p, p->deciding));
	put(p, "</span></th>");
}

static void
print_chosen_count(
    const struct page *p, const int64_t *counts, const bool *present)
{
	size_t event = p->events[p->deciding];

	put(p, counts[event] == 0 ? "<td class=\"n z\">" : "<td class=\"n\">");
	if (present != NULL && !present[event])
		put(p, ".");
	else
		print_count(p, counts[event], p->deciding);
	put(p, "</td>");
}

/* Prints a bar; width in percent of the widest one. */
static void
print_bar(const struct page *p, int64_t count, double width)
{
	printer_print(p->printer,
	    "<td><svg class=\"bar\" aria-hidden=\"true\"><rect %swidth=\"%.1f%%\" "
	    "height=\"12\"/></svg></td>",
	    count < 0 ? "class=\"less\" " : "", width);
}

static double
size_of(int64_t count)
{
	return count < 0 ? -(double)count : (double)count;
}

/* --- names ---------------------------------------------------------------- */

/* The number of the source, from 1; 0: it cannot be annotated. */
static size_t
find_source(const struct page *p, const char *file)
{
	size_t low = 0, high = p->sources.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(p->sources.list[middle], file);

		if (order == 0)
			return middle + 1;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}

/* Prints "path:line", a link if the source is on the page; line 0: only the
 * path. */
static void
print_location(const struct page *p, const char *file, int64_t line)
{
	size_t source = find_source(p, file);

	if (source > 0 && line > 0)
		printer_print(p->printer, "<a href=\"#f%zuL%lld\">", source,
		    (long long)line);
	else if (source > 0)
		printer_print(p->printer, "<a href=\"#f%zu\">", source);
	page_short_path(p->printer, file, PATH_LENGTH);
	if (line > 0)
		printer_print(p->printer, ":%lld", (long long)line);
	if (source > 0)
		put(p, "</a>");
}

static void
print_source_text(const struct page *p, const char *text, size_t len)
{
	bool is_long = len > MAX_LINE_BYTES;

	if (is_long)
		for (len = MAX_LINE_BYTES;
		     len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80;
		     len--)
			;
	page_text(p->printer, text, len);
	if (is_long)
		put(p, "\xe2\x80\xa6");
}

/* --- the head ------------------------------------------------------------- */

static void
print_descriptions(const struct page *p)
{
	const struct cg_header *h = p->header;
	const char *separator = "";

	put(p, "<p class=\"sub\">");
	for (size_t i = 0; i < h->ndescs; i++) {
		size_t len = strlen(h->descs[i]);

		/* Callgrind's, of a cache that it did not simulate */
		if (len == 0 || h->descs[i][len - 1] == ':')
			continue;
		put(p, separator);
		page_name(p->printer, h->descs[i]);
		separator = " \xc2\xb7 ";
	}
	put(p, "</p>\n");
}

static void
print_card(const struct page *p, const char *title, const char *value,
    const char *note)
{
	put(p, "<div><dt>");
	page_name(p->printer, title);
	put(p, "</dt>");
	if (note != NULL)
		printer_print(p->printer, "<dd class=\"note\">%s</dd>", note);
	printer_print(p->printer, "<dd>%s</dd></div>\n", value);
}

/* Prints old, new and difference of the event that the page begins with. */
static void
print_sides(const struct page *p)
{
	const int64_t *totals = p->report->profile.totals;
	size_t event = p->events[p->deciding];
	static const char *const sides[] = {"old", "new"};
	char value[2 * FORMAT_SIZE], percent[FORMAT_SIZE];

	for (size_t i = 0; i < 2; i++) {
		int side = side_of(p->header, event, sides[i]);

		if (side < 0)
			continue;
		format_count(value, totals[side]);
		print_card(p, p->header->events[side].name, value, NULL);
	}
	if (totals[event] > 0) {
		value[0] = '+';
		format_count(value + 1, totals[event]);
	} else {
		format_count(value, totals[event]);
	}
	if (p->whole[event] != 0)
		snprintf(percent, sizeof(percent), "%+.2f%% of the old total",
		    share_of(p, totals[event], p->deciding));
	else
		strcpy(percent, "there was none before");
	print_card(p, p->header->events[event].name, value, percent);
}

static void
print_totals(const struct page *p)
{
	const int64_t *totals = p->report->profile.totals;
	size_t event = p->events[p->deciding];
	char value[FORMAT_SIZE];
	struct rates rates;

	format_count(value, totals[event]);
	print_card(p,
	    p->header->events[event].long_name != NULL
		? p->header->events[event].long_name
	    : strcmp(event_name(p, p->deciding), "Ir") == 0
		? "instructions"
		: event_name(p, p->deciding),
	    value, NULL);
	rates_find(&rates, p->header);
	for (size_t i = 0; i < rates.n; i++) {
		double percent;
		char note[2 * FORMAT_SIZE + 4], misses[FORMAT_SIZE],
		    all[FORMAT_SIZE];
		char *title = cli_format("%s misses", rates.list[i].name);

		if (rate_compute(&rates.list[i], totals, &percent)) {
			rate_format(value, percent, 2);
			strcat(value, "%");
			format_count(misses,
			    event_sum_of(&rates.list[i].misses, totals));
			format_count(
			    all, event_sum_of(&rates.list[i].accesses, totals));
			snprintf(note, sizeof(note), "%s of %s", misses, all);
			print_card(p, title, value, note);
		}
		free(title);
	}
	if (cg_header_event(p->header, "I1mr", 4) >= 0) {
		format_count(value, estimated_cycles_of(p->header, totals));
		print_card(p, "estimated cycles", value, NULL);
	}
}

static void
print_head(const struct page *p)
{
	const char *cmd =
	    *p->header->cmd != '\0' ? p->header->cmd : "(command unknown)";

	put(p, "<header>\n<h1><code>");
	page_short_name(p->printer, cmd, 400);
	put(p, "</code></h1>\n");
	print_descriptions(p);
	put(p, "<dl class=\"cards\">\n");
	if (p->is_diff)
		print_sides(p);
	else
		print_totals(p);
	put(p, "</dl>\n</header>\n");
}

static void
print_navigation(const struct page *p)
{
	put(p, "<nav aria-label=\"Report\"><div>"
	       "<a href=\"#where\">Where it goes</a>"
	       "<a href=\"#hot\">Hot lines</a>"
	       "<a href=\"#functions\">Functions</a>"
	       "<a href=\"#sources\">Sources</a>"
	       "<span class=\"script\"><label for=\"event\">Event</label> "
	       "<select id=\"event\">");
	for (size_t i = 0; i < p->nevents; i++) {
		if (is_side(p, i))
			continue;
		printer_print(p->printer, "<option value=\"%zu\"%s>", i,
		    i == p->deciding ? " selected" : "");
		page_name(p->printer, event_name(p, i));
		put(p, "</option>");
	}
	put(p, "</select></span><span class=\"script find\">"
	       "<input id=\"find\" type=\"search\" "
	       "placeholder=\"Find a function or file ( / )\" "
	       "aria-label=\"Find a function or file\">"
	       "<output id=\"found\" for=\"find\"></output></span>"
	       "</div></nav>\n");
}

/* --- where it goes -------------------------------------------------------- */

static bool
is_worth_showing(const struct page *p, const struct cost_tree *tree,
    const struct cost_node *node)
{
	for (size_t i = 0; i < p->nevents; i++) {
		size_t event = p->events[i];

		if (node->sizes[event] > 0 &&
		    (double)node->sizes[event] * LEAST_NODE >=
			(double)tree->list[0].sizes[event])
			return true;
	}
	return false;
}

static void
print_list(const struct page *p, const int64_t *counts, const char *attribute)
{
	printer_print(p->printer, " %s=\"", attribute);
	for (size_t i = 0; i < p->nevents; i++)
		printer_print(p->printer, "%s%lld", i > 0 ? "," : "",
		    (long long)counts[p->events[i]]);
	put(p, "\"");
}

/* One level of the icicle. */
struct level {
	double x; /* where the next node begins, in percent */
	double scale;
	int y; /* pixels */
};

static int print_nodes(const struct page *p, const struct cost_tree *tree,
    size_t first, struct level level);

/* Prints a node and those below it; returns the height in pixels. */
static int
print_node(const struct page *p, const struct cost_tree *tree,
    const struct cost_node *node, struct level level)
{
	size_t event = p->events[p->deciding];
	double width = (double)node->sizes[event] * level.scale;
	struct level below = {level.x, level.scale, level.y + ICICLE_ROW};
	const char *name = node->len > 0 ? node->name : "all";
	size_t len = node->len > 0 ? node->len : strlen(name);
	char count[FORMAT_SIZE];
	int height, own = level.y + ICICLE_ROW;

	put(p, "<g data-n=\"");
	page_text(p->printer, name, len);
	put(p, "\"");
	print_list(p, node->counts, "data-c");
	if (p->is_diff)
		print_list(p, node->sizes, "data-s");
	printer_print(p->printer,
	    "><svg x=\"%.3f%%\" y=\"%d\" width=\"%.3f%%\" height=\"%d\"%s>"
	    "<title>",
	    level.x, level.y, width, ICICLE_ROW - 1,
	    width < 0.05 ? " hidden=\"\"" : "");
	page_text(p->printer, name, len);
	format_count(count, node->counts[event]);
	printer_print(p->printer, ": %s</title><rect class=\"", count);
	page_heat(
	    p->printer, share_of(p, node->counts[event], p->deciding) / 100);
	put(p, "\" width=\"100%\" height=\"100%\"/><text x=\"5\" y=\"15\">");
	page_text(p->printer, name, len);
	put(p, "</text></svg>");
	height = print_nodes(p, tree, node->below, below);
	put(p, "</g>\n");
	return height > own ? height : own;
}

struct sized_node {
	size_t node;
	int64_t size;
};

static int
compare_nodes(const void *a, const void *b)
{
	const struct sized_node *x = a, *y = b;
	int order = (x->size < y->size) - (x->size > y->size);

	return order != 0 ? order : (x->node > y->node) - (x->node < y->node);
}

/* Prints the nodes that are next to the first one, the largest first. */
static int
print_nodes(const struct page *p, const struct cost_tree *tree, size_t first,
    struct level level)
{
	size_t event = p->events[p->deciding], n = 0;
	struct sized_node *nodes;
	int height = 0;

	for (size_t i = first; i != NO_NODE; i = tree->list[i].next)
		n++;
	nodes = cli_alloc(n, sizeof(*nodes));
	n = 0;
	for (size_t i = first; i != NO_NODE; i = tree->list[i].next)
		if (is_worth_showing(p, tree, &tree->list[i]))
			nodes[n++] =
			    (struct sized_node){i, tree->list[i].sizes[event]};
	if (n > 1)
		qsort(nodes, n, sizeof(*nodes), compare_nodes);
	for (size_t i = 0; i < n; i++) {
		const struct cost_node *node = &tree->list[nodes[i].node];
		int end = print_node(p, tree, node, level);

		level.x += (double)node->sizes[event] * level.scale;
		if (end > height)
			height = end;
	}
	free(nodes);
	return height;
}

/* The height that the icicle will have, in rows. */
static size_t
count_rows(const struct page *p, const struct cost_tree *tree, size_t node)
{
	size_t most = 0;

	for (size_t i = tree->list[node].below; i != NO_NODE;
	     i = tree->list[i].next) {
		size_t rows;

		if (!is_worth_showing(p, tree, &tree->list[i]))
			continue;
		rows = count_rows(p, tree, i);
		if (rows > most)
			most = rows;
	}
	return most + 1;
}

static void
print_icicle(const struct page *p)
{
	size_t event = p->events[p->deciding];
	struct level level = {.x = 0};
	struct cost_tree tree;

	cost_tree_init(&tree, &p->report->graph);
	put(p, "<section aria-labelledby=\"where\">\n"
	       "<h2 id=\"where\">Where it goes<small>folders, files and "
	       "functions by <span class=\"event-name\">");
	page_name(p->printer, event_name(p, p->deciding));
	put(p, "</span></small></h2>\n");
	if (tree.list[0].sizes[event] > 0) {
		level.scale = 100 / (double)tree.list[0].sizes[event];
		printer_print(p->printer,
		    "<svg class=\"icicle\" height=\"%zu\" role=\"img\" "
		    "aria-label=\"Cost by folder, file and function\">\n",
		    count_rows(p, &tree, 0) * ICICLE_ROW);
		print_node(p, &tree, &tree.list[0], level);
		put(p,
		    "</svg>\n<output id=\"path\" class=\"path\"></output>\n");
	} else {
		put(p, "<p>No function has any cost.</p>\n");
	}
	put(p, "</section>\n");
	cost_tree_release(&tree);
}

/* --- hot lines ------------------------------------------------------------ */

static void
print_hot_line(const struct page *p, const struct hot_line *line,
    double largest, bool is_shown)
{
	int64_t count = line->counts[p->events[p->deciding]];

	put(p, is_shown ? "<tr>" : "<tr hidden>");
	print_chosen_count(p, line->counts, NULL);
	put(p, "<td class=\"n\">");
	print_share(p, count, p->deciding);
	put(p, "</td>");
	print_bar(p, count, largest > 0 ? 100 * size_of(count) / largest : 0);
	put(p, "<td class=\"m\">");
	print_location(p, line->file, line->line);
	put(p, "</td><td class=\"m wide\">");
	if (line->text != NULL)
		print_source_text(p, line->text, strlen(line->text));
	else
		put(p, "<span class=\"z\">no source</span>");
	put(p, "</td><td class=\"m dim\">");
	page_short_name(p->printer, line->function, NAME_LENGTH);
	if (line->nfunctions > 1)
		printer_print(
		    p->printer, " and %zu more", line->nfunctions - 1);
	put(p, "</td>");
	print_counts(p, line->counts, NULL);
	put(p, "</tr>\n");
}

static void
print_hot_lines(const struct page *p)
{
	struct hot_lines lines;
	size_t event = p->events[p->deciding];
	double largest;

	hot_lines_init(&lines, p->report, p->events, p->nevents, HOT_LINES);
	put(p, "<section aria-labelledby=\"hot\">\n"
	       "<h2 id=\"hot\">Hot lines<small>the most expensive by <span "
	       "class=\"event-name\">");
	page_name(p->printer, event_name(p, p->deciding));
	put(p, "</span></small></h2>\n");
	if (lines.n == 0) {
		put(p, "<p>The profile knows no lines.</p>\n</section>\n");
		return;
	}
	largest = size_of(lines.list[0].counts[event]);
	put(p, "<div class=\"scroll\"><table id=\"hot-lines\" "
	       "class=\"sortable\" data-shares data-find>\n<thead><tr>");
	print_chosen_head(p, true);
	put(p, "<th scope=\"col\" class=\"n\" data-share=\"share\">share</th>"
	       "<th data-share=\"bar\"></th><th scope=\"col\">line</th>"
	       "<th scope=\"col\">source</th><th scope=\"col\">function</th>");
	print_event_heads(p);
	put(p, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < lines.n; i++)
		print_hot_line(p, &lines.list[i], largest,
		    i < HOT_LINES && lines.list[i].counts[event] != 0);
	put(p, "</tbody></table></div>\n</section>\n");
	hot_lines_release(&lines);
}

/* --- functions ------------------------------------------------------------ */

/* The address of a function's row; functions that are not shown have none. */
static size_t *
number_functions(const struct page *p)
{
	const struct function_list *functions = &p->report->functions;
	size_t *rows =
	    cli_alloc(p->report->graph.nfunctions + 1, sizeof(*rows));

	for (size_t i = 0; i < functions->n; i++)
		if (functions->list[i].nmembers == 0)
			rows[functions->list[i].number] = i + 1;
	return rows;
}

static void
print_function_lines(const struct page *p, size_t function)
{
	size_t rows[FUNCTION_LINES];
	size_t n =
	    hot_lines_of_function(p->report, function, FUNCTION_LINES, rows);

	if (n == 0)
		return;
	put(p, "<h3>Hottest lines</h3><table class=\"inner\">");
	for (size_t i = 0; i < n; i++) {
		struct cg_record row;
		size_t event = p->events[p->deciding];

		cg_profile_at(p->report->function_lines, rows[i], &row);
		put(p, "<tr><td class=\"n\">");
		print_count(p, row.counts[event], p->deciding);
		put(p, "</td><td class=\"n\">");
		print_share(p, row.counts[event], p->deciding);
		put(p, "</td><td class=\"m\">");
		print_location(p, row.file, row.line);
		put(p, "</td></tr>");
	}
	put(p, "</table>");
}

static void
print_calls(const struct page *p, const struct call_list *calls,
    const char *title, const size_t *rows)
{
	size_t event = p->events[p->deciding];

	if (calls->nall == 0)
		return;
	printer_print(p->printer,
	    "<h3>%s</h3><table class=\"inner\"><tr><th class=\"n\">", title);
	page_name(p->printer, event_name(p, p->deciding));
	put(p, "</th><th class=\"n\">calls</th><th>function</th></tr>");
	for (size_t i = 0; i < calls->n; i++) {
		const struct function_cost *call = &calls->list[i];
		size_t row = rows[call->number];

		put(p, "<tr><td class=\"n\">");
		print_count(p, call->counts[event], p->deciding);
		put(p, "</td><td class=\"n\">");
		page_count(p->printer, call->ncalls);
		put(p, "</td><td class=\"m\">");
		if (row > 0)
			printer_print(p->printer, "<a href=\"#fn%zu\">", row);
		page_short_name(p->printer, call->function, NAME_LENGTH);
		put(p, row > 0 ? "</a></td></tr>" : "</td></tr>");
	}
	if (calls->others != NULL) {
		put(p, "<tr><td class=\"n\">");
		print_count(p, calls->others[event], p->deciding);
		printer_print(p->printer,
		    "</td><td></td><td>%zu more</td></tr>",
		    calls->nall - calls->n);
	}
	put(p, "</table>");
}

static void
print_function_details(
    const struct page *p, const struct function_cost *f, const size_t *rows)
{
	const struct report *report = p->report;
	struct call_list calls;

	put(p, "<p class=\"full\">");
	page_name(p->printer, f->function);
	put(p, "<br>in ");
	page_name(p->printer, f->file);
	if (*f->object != '\0') {
		put(p, "<br>of ");
		page_name(p->printer, f->object);
	}
	put(p, "</p>");
	print_function_lines(p, f->number);
	call_list_callers(&calls, &report->graph, &report->order, f->number);
	print_calls(p, &calls, "Callers", rows);
	call_list_release(&calls);
	call_list_callees(&calls, &report->graph, &report->order, f->number);
	print_calls(p, &calls, "Callees", rows);
	call_list_release(&calls);
}

static void
print_function_name(
    const struct page *p, const struct function_cost *f, const size_t *rows)
{
	if (f->nmembers > 0) {
		printer_print(p->printer,
		    "<td class=\"m\">cycle %zu as a whole, %zu functions</td>"
		    "<td></td>",
		    f->cycle, f->nmembers);
		return;
	}
	put(p, "<td class=\"m\"><details><summary>");
	page_short_name(p->printer, f->function, NAME_LENGTH);
	if (p->has_calls && f->cycle > 0)
		printer_print(p->printer, " (cycle %zu)", f->cycle);
	put(p, diff_mark(p->header, f->counts));
	put(p, "</summary>");
	print_function_details(p, f, rows);
	put(p, "</details></td><td class=\"m file-name\">");
	print_location(p, f->file, 0);
	put(p, "</td>");
}

static void
print_function(const struct page *p, size_t i, const size_t *rows,
    double largest, int64_t *sum)
{
	const struct function_cost *f = &p->report->functions.list[i];
	int64_t count = f->counts[p->events[p->deciding]];
	size_t source = f->nmembers == 0 ? find_source(p, f->file) : 0;

	printer_print(p->printer, "<tr id=\"fn%zu\"", i + 1);
	if (source > 0)
		printer_print(p->printer, " data-file=\"f%zu\"", source);
	put(p, ">");
	print_chosen_count(p, f->counts, f->present);
	put(p, "<td class=\"n\">");
	print_share(p, count, p->deciding);
	if (!p->has_calls) {
		*sum = (int64_t)((uint64_t)*sum + (uint64_t)count);
		put(p, "</td><td class=\"n\">");
		print_share(p, *sum, p->deciding);
	}
	put(p, "</td>");
	print_bar(p, count, largest > 0 ? 100 * size_of(count) / largest : 0);
	print_function_name(p, f, rows);
	print_counts(p, f->counts, f->present);
	if (p->has_calls && f->nmembers == 0) {
		struct cg_record self;

		callgraph_function(&p->report->graph, f->number, false, &self);
		print_counts(p, self.counts, self.present);
	} else if (p->has_calls) {
		for (size_t e = 0; e < p->nevents; e++)
			put(p, "<td></td>");
	}
	put(p, "</tr>\n");
}

/* Prints how many functions are not shown, and with what cost. */
static void
print_hidden(const struct page *p)
{
	const struct function_list *f = &p->report->functions;
	size_t event = p->events[p->deciding];
	int64_t cost = 0;

	for (size_t i = f->n; i < f->nall; i++)
		cost = (int64_t)((uint64_t)cost +
				 (uint64_t)f->list[i].counts[event]);
	if (f->nall == f->n)
		return;
	printer_print(p->printer, "<p>%zu more functions below the threshold",
	    f->nall - f->n);
	if (!p->has_calls) {
		put(p, ": ");
		print_count(p, cost, p->deciding);
		put(p, " ");
		page_name(p->printer, event_name(p, p->deciding));
		put(p, ", ");
		print_share(p, cost, p->deciding);
	}
	put(p, " (--threshold shows more).</p>\n");
}

static void
print_functions(const struct page *p)
{
	const struct function_list *f = &p->report->functions;
	size_t *rows = number_functions(p);
	double largest =
	    f->n > 0 ? size_of(f->list[0].counts[p->events[p->deciding]]) : 0;
	int64_t sum = 0;

	printer_print(p->printer,
	    "<section aria-labelledby=\"functions\">\n"
	    "<h2 id=\"functions\">Functions<small>%zu of %zu by %s"
	    "<span class=\"event-name\">",
	    f->n, f->nall, p->has_calls ? "inclusive " : "");
	page_name(p->printer, event_name(p, p->deciding));
	put(p, "</span></small></h2>\n<div class=\"scroll\">"
	       "<table class=\"sortable\" data-shares data-find>\n<thead><tr>");
	print_chosen_head(p, true);
	put(p, "<th scope=\"col\" class=\"n\" data-share=\"share\">share</th>");
	if (!p->has_calls)
		put(p,
		    "<th scope=\"col\" class=\"n\" data-share=\"cumulative\">"
		    "cumulative</th>");
	put(p, "<th data-share=\"bar\"></th><th scope=\"col\">function</th>"
	       "<th scope=\"col\">file</th>");
	print_event_heads(p);
	if (p->has_calls)
		for (size_t i = 0; i < p->nevents; i++) {
			put(p, "<th scope=\"col\" class=\"n\">self ");
			page_name(p->printer, event_name(p, i));
			put(p, "</th>");
		}
	put(p, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < f->n; i++)
		print_function(p, i, rows, largest, &sum);
	put(p, "</tbody></table></div>\n");
	print_hidden(p);
	put(p, "</section>\n");
	free(rows);
}

/* --- sources -------------------------------------------------------------- */

/* A line that is not shown, unless a line after it is. */
struct cold_line {
	int64_t number;
	char *text;
	size_t len;
	int64_t *counts; /* NULL: the line has no costs */
};

/* The lines of one source, as they are handed out. */
struct source_lines {
	size_t number; /* of the source, from 1 */
	int64_t context;
	double largest;     /* cost of any line */
	int64_t ncontext;   /* lines still to show after the last warm one */
	size_t nrows;       /* printed so far */
	int64_t first_cold; /* the first line that is not shown; 0: none */
	int64_t last_cold;  /* and the last one */
	int64_t cold_cost;  /* of those that were dropped */
	bool has_dropped;   /* cold lines that cannot be unfolded */
	struct cold_line *cold;
	size_t ncold;
	struct mark {
		int64_t line;
		size_t row;
		double share;
	} * marks;
	size_t nmarks;
};

/* True if the line has a share that is worth a row of its own. */
static bool
is_warm(const struct page *p, const int64_t *counts)
{
	const struct sort_event *sort = p->report->order.list;
	double least = 0;

	if (counts == NULL)
		return false;
	if (sort[0].threshold.scale > 0)
		least = (double)sort[0].threshold.value /
			(double)sort[0].threshold.scale / LEAST_LINE;
	for (size_t i = 0; i < p->nevents; i++) {
		int64_t count = counts[p->events[i]];
		double share = share_of(p, count, i);

		if (count != 0 && (share < 0 ? -share : share) >= least)
			return true;
	}
	return false;
}

/* Prints a cell of a source, of which there are many: without a class. */
static void
print_plain_count(
    const struct page *p, const int64_t *counts, const bool *present, size_t i)
{
	size_t event = p->events[i];

	put(p, "<td>");
	if (present != NULL && !present[event])
		put(p, ".");
	else
		print_count(p, counts[event], i);
	put(p, "</td>");
}

static void
print_line(const struct page *p, const struct source_lines *s, int64_t number,
    const int64_t *counts, const bool *present, const char *text, size_t len)
{
	printer_print(
	    p->printer, "<tr id=\"f%zuL%lld\"", s->number, (long long)number);
	if (counts != NULL && s->largest > 0) {
		put(p, " class=\"");
		page_heat(p->printer,
		    (double)counts[p->events[p->deciding]] / s->largest);
		put(p, "\"");
	}
	printer_print(p->printer,
	    "><td class=\"l\"><a href=\"#f%zuL%lld\">%lld</a></td>", s->number,
	    (long long)number, (long long)number);
	if (counts != NULL)
		print_plain_count(p, counts, present, p->deciding);
	else
		put(p, "<td></td>");
	put(p, "<td class=\"t\">");
	if (len > 0 && text[len - 1] == '\n')
		len--;
	if (len > 0 && text[len - 1] == '\r')
		len--;
	print_source_text(p, text, len);
	put(p, "</td>");
	for (size_t i = 0; counts != NULL && i < p->nevents; i++)
		print_plain_count(p, counts, present, i);
	put(p, "</tr>\n");
}

/* Prints a row that stands for cold lines from one to another. */
static void
print_gap(const struct page *p, int64_t first, int64_t last, int64_t cost)
{
	printer_print(p->printer,
	    "</tbody>\n<tbody><tr class=\"gap\"><td class=\"l\">\xe2\x8b\xaf</td>"
	    "<td>");
	if (cost != 0) {
		print_count(p, cost, p->deciding);
		put(p, " ");
		page_name(p->printer, event_name(p, p->deciding));
	}
	if (first == last)
		printer_print(p->printer,
		    "</td><td>line %lld</td></tr></tbody>\n", (long long)first);
	else
		printer_print(p->printer,
		    "</td><td>lines %lld to %lld</td></tr></tbody>\n",
		    (long long)first, (long long)last);
}

static void
release_cold(struct cold_line *line)
{
	free(line->text);
	free(line->counts);
}

static void
print_cold(struct source_lines *s, const struct page *p, struct cold_line *line)
{
	print_line(
	    p, s, line->number, line->counts, NULL, line->text, line->len);
	release_cold(line);
	s->nrows++;
}

static int64_t
cost_of(const struct page *p, const struct cold_line *line)
{
	return line->counts != NULL ? line->counts[p->events[p->deciding]] : 0;
}

/*
 * Prints the cold lines: the last nshown of them as context, those before as a
 * stretch that can be unfolded, or only its numbers if some were dropped.
 */
static void
print_stretch(struct source_lines *s, const struct page *p, size_t nshown)
{
	size_t nfolded = s->ncold - (nshown < s->ncold ? nshown : s->ncold);
	int64_t last =
	    nfolded < s->ncold ? s->cold[nfolded].number - 1 : s->last_cold;
	int64_t cost = s->cold_cost;

	for (size_t i = 0; i < nfolded; i++)
		cost = (int64_t)((uint64_t)cost +
				 (uint64_t)cost_of(p, &s->cold[i]));
	if (s->first_cold > 0 && s->first_cold <= last) {
		print_gap(p, s->first_cold, last, cost);
		put(p,
		    s->has_dropped ? "<tbody>\n" : "<tbody class=\"cold\">\n");
		for (size_t i = 0; i < nfolded; i++)
			if (s->has_dropped)
				release_cold(&s->cold[i]);
			else
				print_cold(s, p, &s->cold[i]);
		if (!s->has_dropped)
			put(p, "</tbody>\n<tbody>\n");
	}
	for (size_t i = nfolded; i < s->ncold; i++)
		print_cold(s, p, &s->cold[i]);
	s->ncold = 0;
	s->first_cold = s->cold_cost = 0;
	s->has_dropped = false;
}

static void
keep_cold(struct source_lines *s, const struct page *p,
    const struct annotated_line *line)
{
	size_t nevents = p->header->nevents;
	size_t len =
	    line->len < 2 * MAX_LINE_BYTES ? line->len : 2 * MAX_LINE_BYTES;
	struct cold_line cold = {.number = line->number,
	    .text = cli_copy(line->text != NULL ? line->text : "", len),
	    .len = len};

	if (s->first_cold == 0)
		s->first_cold = line->number;
	s->last_cold = line->number;
	if (line->counts != NULL) {
		cold.counts = cli_alloc(nevents, sizeof(*cold.counts));
		memcpy(
		    cold.counts, line->counts, nevents * sizeof(*cold.counts));
	}
	if (s->ncold == FOLDED_LINES + (size_t)s->context) {
		s->cold_cost = (int64_t)((uint64_t)s->cold_cost +
					 (uint64_t)cost_of(p, &s->cold[0]));
		s->has_dropped = true;
		release_cold(&s->cold[0]);
		memmove(s->cold, s->cold + 1, --s->ncold * sizeof(*s->cold));
	}
	s->cold[s->ncold++] = cold;
}

static void
print_call_rows(const struct page *p, const struct call_list *calls)
{
	for (size_t i = 0; i < calls->n; i++) {
		const struct function_cost *call = &calls->list[i];

		put(p, "<tr class=\"call\"><td class=\"l\"></td>");
		print_plain_count(p, call->counts, call->present, p->deciding);
		put(p, "<td class=\"t\">calls ");
		page_short_name(p->printer, call->function, NAME_LENGTH);
		put(p, " \xc3\x97 ");
		page_count(p->printer, call->ncalls);
		put(p, "</td></tr>\n");
	}
}

static void
print_warm(struct source_lines *s, const struct page *p,
    const struct annotated_line *line)
{
	enum { LEAST_MARK = 20 }; /* a twentieth of the largest */
	double size = line->counts != NULL
			  ? size_of(line->counts[p->events[p->deciding]])
			  : 0;

	print_stretch(s, p, (size_t)s->context);
	if (size > 0 && size * LEAST_MARK >= s->largest) {
		s->marks =
		    cli_resize(s->marks, s->nmarks + 1, sizeof(*s->marks));
		s->marks[s->nmarks++] =
		    (struct mark){line->number, s->nrows, size / s->largest};
	}
	if (line->kind == LINE_PAST_END)
		print_line(p, s, line->number, line->counts, line->present,
		    "(past the end of the source)", 28);
	else
		print_line(p, s, line->number, line->counts, line->present,
		    line->text, line->len);
	s->nrows++;
	print_call_rows(p, &line->calls);
	s->ncontext = s->context;
}

static void
take_line(struct source_lines *s, const struct page *p,
    const struct annotated_line *line)
{
	bool has_calls =
	    line->calls.n > 0 && is_warm(p, line->calls.list[0].counts);

	if (line->kind == STRETCH_BEGINS && line->number == s->last_cold + 1)
		return;
	if (line->kind == STRETCH_BEGINS || line->kind == STRETCH_ENDS) {
		/* lines that are not handed out, before or after this one */
		if (s->first_cold == 0)
			s->first_cold = s->last_cold + 1;
		s->has_dropped = true;
		s->ncontext = 0;
		if (line->kind == STRETCH_BEGINS && line->number > 1)
			s->last_cold = line->number - 1;
	} else if (is_warm(p, line->counts) || has_calls ||
		   line->kind == LINE_PAST_END) {
		print_warm(s, p, line);
		s->last_cold = line->number;
	} else if (s->ncontext > 0) {
		s->ncontext--;
		print_line(p, s, line->number, line->counts, line->present,
		    line->text, line->len);
		s->nrows++;
		s->last_cold = line->number;
	} else {
		keep_cold(s, p, line);
	}
}

/* Prints marks for the hottest lines, at their place among the rows. */
static void
print_strip(const struct source_lines *s, const struct page *p)
{
	if (s->nmarks == 0)
		return;
	put(p, "<svg class=\"strip\" role=\"img\" "
	       "aria-label=\"Places of hot lines\">");
	for (size_t i = 0; i < s->nmarks; i++) {
		const struct mark *mark = &s->marks[i];

		printer_print(p->printer,
		    "<a href=\"#f%zuL%lld\"><title>line %lld</title>"
		    "<rect class=\"mark ",
		    s->number, (long long)mark->line, (long long)mark->line);
		page_heat(p->printer, mark->share);
		printer_print(p->printer,
		    "\" x=\"1\" y=\"%.2f%%\" width=\"12\" height=\"3\"/></a>",
		    100 * (double)mark->row / (double)s->nrows);
	}
	put(p, "</svg>");
}

/* Computes the cost of a file, and the size of its hottest line. */
static int64_t
cost_of_file(const struct page *p, const char *file, double *largest)
{
	const struct line_costs *lines = &p->report->lines;
	size_t event = p->events[p->deciding], first, end;
	int64_t cost = 0;

	*largest = 0;
	line_costs_find(lines, file, &first, &end);
	for (size_t i = first; i < end; i++) {
		struct cg_record row = line_costs_at(lines, i);

		if (row.kind != CG_COSTS)
			continue;
		cost = (int64_t)((uint64_t)cost + (uint64_t)row.counts[event]);
		if (row.line != 0 && size_of(row.counts[event]) > *largest)
			*largest = size_of(row.counts[event]);
	}
	return cost;
}

static void
print_source_notes(const struct page *p, const struct annotation *a)
{
	if (a->is_newer)
		put(p, "<p class=\"warnings\">The source is newer than the "
		       "profile: costs may be beside the wrong lines.</p>\n");
	if (!a->has_costs)
		put(p, "<p>The profile has no costs for this source.</p>\n");
	if (a->unknown_counts != NULL) {
		put(p, "<p>Unknown lines of this file: ");
		print_count(
		    p, a->unknown_counts[p->events[p->deciding]], p->deciding);
		put(p, " ");
		page_name(p->printer, event_name(p, p->deciding));
		put(p, ".</p>\n");
	}
}

static void
print_source_lines(
    const struct page *p, struct annotation *a, struct source_lines *s)
{
	struct annotated_line line;

	put(p, "<div class=\"source\"><div><table>\n<thead><tr>"
	       "<th scope=\"col\" class=\"l\">line</th>");
	print_chosen_head(p, false);
	put(p, "<th scope=\"col\">source</th>");
	print_event_heads(p);
	put(p, "</tr></thead>\n<tbody>\n");
	while (annotation_next(a, &line))
		take_line(s, p, &line);
	print_stretch(s, p, 0);
	put(p, "</tbody></table></div>");
	print_strip(s, p);
	put(p, "</div>\n");
}

static void
print_source(const struct page *p, struct annotation *a)
{
	struct source_lines s = {.number = find_source(p, a->name),
	    .context = p->report->options->context};
	int64_t cost = cost_of_file(p, a->name, &s.largest);

	s.cold =
	    cli_alloc(FOLDED_LINES + (size_t)s.context + 1, sizeof(*s.cold));
	printer_print(p->printer,
	    "<details class=\"file\" id=\"f%zu\" open data-path=\"", s.number);
	page_name(p->printer, a->name);
	put(p, "\"><summary><span class=\"m\">");
	page_short_path(p->printer, a->name, 2 * PATH_LENGTH);
	put(p, "</span><span class=\"dim\">");
	print_count(p, cost, p->deciding);
	put(p, " ");
	page_name(p->printer, event_name(p, p->deciding));
	put(p, ", ");
	print_share(p, cost, p->deciding);
	put(p, "</span></summary>\n");
	print_source_notes(p, a);
	if (a->has_costs)
		print_source_lines(p, a, &s);
	put(p, "</details>\n");
	free(s.cold);
	free(s.marks);
}

static void
print_missing(
    const struct page *p, const struct source_names *names, const char *how)
{
	if (names->n == 0)
		return;
	printer_print(p->printer,
	    "<div class=\"warnings\"><h2>Sources that could not be %s</h2>"
	    "<ul>\n",
	    how);
	for (size_t i = 0; i < names->n; i++) {
		put(p, "<li class=\"m\">");
		page_name(p->printer, names->list[i]);
		put(p, "</li>\n");
	}
	put(p, "</ul></div>\n");
}

static void
print_sources(const struct page *p)
{
	struct source_list sources;
	struct annotation *annotation;

	put(p, "<section aria-labelledby=\"sources\">\n"
	       "<h2 id=\"sources\">Sources</h2>\n");
	source_list_init(&sources, p->report);
	source_list_sort_by_cost(&sources, p->events[p->deciding]);
	while ((annotation = source_list_next(&sources)) != NULL)
		print_source(p, annotation);
	if (p->sources.n == 0)
		put(p, "<p>No source is annotated.</p>\n");
	print_missing(p, &sources.not_found, "found");
	print_missing(p, &sources.not_read, "read");
	put(p, "</section>\n");
	source_list_release(&sources);
}

/* Finds the sources that can be annotated, before links lead to them. */
static void
find_sources(struct page *p)
{
	struct source_list sources;

	source_list_init(&sources, p->report);
	p->sources = source_list_readable(&sources);
	source_list_release(&sources);
}

/* --- the page ------------------------------------------------------------- */

static void
print_body(const struct page *p)
{
	printer_print(p->printer, "<body%s data-events=\"",
	    p->is_diff ? " class=\"diff\"" : "");
	for (size_t i = 0; i < p->nevents; i++) {
		put(p, i > 0 ? "," : "");
		page_name(p->printer, event_name(p, i));
	}
	printer_print(p->printer, "\" data-event=\"%zu\"", p->deciding);
	print_list(p, p->whole, "data-totals");
	put(p, ">\n");
}

void
render_html(const struct report *report, struct printer *printer)
{
	struct page p = {.report = report,
	    .printer = printer,
	    .header = &report->profile.header,
	    .has_calls = report->graph.ncalls > 0};

	find_events(&p);
	find_sources(&p);
	page_begin(printer,
	    *p.header->cmd != '\0' ? p.header->cmd : report->options->profile);
	print_body(&p);
	print_head(&p);
	print_navigation(&p);
	put(&p, "<main>\n");
	print_icicle(&p);
	print_hot_lines(&p);
	print_functions(&p);
	print_sources(&p);
	put(&p,
	    "</main>\n<footer>Keys: <code>/</code> find, <code>n</code> and "
	    "<code>p</code> next and previous hot line, arrows and Enter in "
	    "the picture. Every line and function has an address.</footer>\n");
	page_end(printer);
	free(p.events);
	free(p.whole);
	free(p.sources.list);
}
