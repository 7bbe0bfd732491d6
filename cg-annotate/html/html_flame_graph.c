/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Draws stacks of calls: a frame is as wide as what it cost with all that it
 * called, and its caller is above it.  The script draws all frames anew, from data
 * in attributes; docs/page.md has their form.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/header/folded_stacks.h"
#include "libquery/lower_bound.h"
#include "libreport/marks.h"
#include "libreport/numfmt.h"
#include "flame_tree.h"
#include "sections.h"

enum {
	ROW = 22, /* pixels, as all from here on */
	CHARACTER = 7,
	PICTURE = 1240, /* its width in a wide window, until the script knows */
};

/* Percent of the width; without the script, a narrower frame is not drawn, or
 * has no name. */
static const double least_width = 0.2, least_named = 2.5;

/* --- data for the script -------------------------------------------------- */

/* Prints a number to the base of 36. */
static void
print_number(const struct html *p, int64_t number)
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
	char text[16];
	size_t at = sizeof(text);

	do {
		text[--at] = digits[rest % 36];
		rest /= 36;
	} while (rest > 0);
	if (number < 0)
		text[--at] = '-';
	printer_bytes(p->printer, text + at, sizeof(text) - at);
}

/* The frames of the picture, and their names, each once. */
struct flame_names {
	size_t nframes;
	size_t *frames;  /* of the stacks, in the order of their first node */
	size_t *numbers; /* of each frame of the stacks, in this list */
	size_t nnames;
	const char **names; /* sorted */
};

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
find_names(struct flame_names *names, const struct flame_tree *tree)
{
	const struct stack_tree *stacks = tree->stacks;
	bool *are_listed = cli_alloc(stacks->nframes, sizeof(*are_listed));
	size_t n = 0;

	*names = (struct flame_names){
	    .frames = cli_alloc(stacks->nframes, sizeof(*names->frames)),
	    .numbers = cli_alloc(stacks->nframes, sizeof(*names->numbers)),
	    .names = cli_alloc(3 * stacks->nframes, sizeof(*names->names)),
	};
	for (size_t i = 1; i < tree->n; i++) {
		size_t at = tree->nodes[i].frame;
		const struct stack_frame *frame = &stacks->frames[at];

		if (are_listed[at])
			continue;
		are_listed[at] = true;
		names->numbers[at] = names->nframes;
		names->frames[names->nframes++] = at;
		names->names[n++] = frame->function;
		names->names[n++] = frame->file;
		names->names[n++] = frame->object;
	}
	free(are_listed);
	if (n > 0)
		qsort(names->names, n, sizeof(*names->names), compare_names);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || strcmp(names->names[i - 1], names->names[i]) != 0)
			names->names[names->nnames++] = names->names[i];
}

static void
release_names(struct flame_names *names)
{
	free(names->frames);
	free(names->numbers);
	free(names->names);
}

static void
print_name_number(
    const struct html *p, const struct flame_names *names, const char *name)
{
	const char **found = bsearch(&name, names->names, names->nnames,
	    sizeof(*names->names), compare_names);

	print_number(p, found - names->names);
}

/* Prints the names, and what frames show instead of the functions: their short forms, or
 * labels. */
static void
print_names(const struct html *p, const struct flame_names *names,
    const struct stack_frame *frames)
{
	html_text(p, " data-strings=\"");
	for (size_t i = 0; i < names->nnames; i++) {
		html_text(p, i > 0 ? "\n" : "");
		page_name(p->printer, names->names[i]);
	}
	html_text(p, "\" data-short=\"");
	for (size_t i = 0; i < names->nframes; i++) {
		const struct stack_frame *frame = &frames[names->frames[i]];

		html_text(p, i > 0 ? "\n" : "");
		if (strlen(frame->label) > HTML_NAME ||
		    strcmp(frame->label, frame->function) != 0)
			page_short_name(p->printer, frame->label, HTML_NAME);
	}
	html_text(p, "\"");
}

/* Returns the number of a frame's row in the table of functions; 0: none. */
static size_t
find_row(const struct html *p, const struct stack_frame *frame)
{
	const struct callgraph *graph = &p->report->graph;
	const struct cg_record record = {
	    .object = frame->object,
	    .def_file = frame->file,
	    .file = frame->file,
	    .function = frame->function,
	};
	struct cg_record key = callgraph_function_of(&record), row;
	size_t at = lower_bound_row(&key, graph->functions, cg_record_compare);

	if (at == graph->nfunctions)
		return 0;
	callgraph_function(graph, at, false, &row);
	return strcmp(row.object, key.object) == 0 &&
		       strcmp(row.def_file, key.def_file) == 0 &&
		       strcmp(row.function, key.function) == 0
		   ? p->rows[at]
		   : 0;
}

/* Prints function, file, object and row of each frame, and if it is inlined. */
static void
print_frames(const struct html *p, const struct flame_names *names,
    const struct stack_frame *frames)
{
	html_text(p, "\ndata-frames=\"");
	for (size_t i = 0; i < names->nframes; i++) {
		const struct stack_frame *frame = &frames[names->frames[i]];

		html_text(p, i > 0 ? "," : "");
		print_name_number(p, names, frame->function);
		html_text(p, " ");
		print_name_number(p, names, frame->file);
		html_text(p, " ");
		print_name_number(p, names, frame->object);
		html_text(p, " ");
		print_number(p, (int64_t)find_row(p, frame));
		html_text(p, frame->is_inlined ? " 1" : "");
	}
	html_text(p, "\"");
}

/* Prints the frame of each node, and how many levels the way to its parent goes
 * up from the node before it. */
static void
print_nodes(const struct html *p, const struct flame_names *names,
    const struct flame_tree *tree)
{
	html_text(p, "\ndata-nodes=\"");
	for (size_t i = 1; i < tree->n; i++) {
		const struct flame_node *node = &tree->nodes[i];
		size_t up = node[-1].depth + 1 - node->depth;

		html_text(p, i > 1 ? "," : "");
		print_number(p, (int64_t)names->numbers[node->frame]);
		if (up > 0) {
			html_text(p, ":");
			print_number(p, (int64_t)up);
		}
	}
	html_text(p, "\"");
}

/* Prints the self costs of all nodes; zeros are empty. */
static void
print_column(const struct html *p, const struct flame_tree *tree, size_t event,
    bool is_old)
{
	for (size_t i = 0; i < tree->n; i++) {
		const struct flame_cost *self =
		    &tree->self[i * tree->nevents + event];
		int64_t cost = is_old ? self->old : self->cost;

		html_text(p, i > 0 ? "," : "");
		if (cost != 0)
			print_number(p, cost);
	}
}

/* True if there are stacks of the event. */
static bool
is_known(const struct html *p, const struct html_event *event)
{
	const bool *known = p->report->stacks.is_known;

	return flame_has_sides(event)
		   ? known[event->sides[0]] && known[event->sides[1]]
		   : known[event->index];
}

/* Prints a line for each event, with the old costs behind a tab. */
static void
print_costs(const struct html *p, const struct flame_tree *tree)
{
	html_text(p, "\ndata-costs=\"");
	for (size_t e = 0; e < tree->nevents; e++) {
		html_text(p, e > 0 ? "\n" : "");
		if (!is_known(p, &p->events[e])) {
			html_text(p, "-");
			continue;
		}
		print_column(p, tree, e, false);
		if (!flame_has_sides(&p->events[e]))
			continue;
		html_text(p, "\t");
		print_column(p, tree, e, true);
	}
	html_text(p, "\"");
}

static void
print_data(const struct html *p, const struct flame_tree *tree)
{
	struct flame_names names;

	find_names(&names, tree);
	print_names(p, &names, tree->stacks->frames);
	print_frames(p, &names, tree->stacks->frames);
	print_nodes(p, &names, tree);
	print_costs(p, tree);
	release_names(&names);
}

/* --- the picture without the script --------------------------------------- */

/* What the picture shows of a node, in the event that the page begins with. */
struct flame_view {
	const struct html *page;
	const struct flame_tree *tree;
	double scale;   /* percent of the width for a cost of 1 */
	double hottest; /* the largest self cost or change */
	double *x; /* of each node, percent; and where its next child begins */
	double *next;
};

static double
width_of(const struct flame_view *v, size_t node)
{
	const struct flame_tree *t = v->tree;

	return (double)t->sizes[node * t->nevents + v->page->deciding] *
	       v->scale;
}

static const struct flame_cost *
total_of(const struct flame_view *v, size_t node)
{
	const struct flame_tree *t = v->tree;

	return &t->totals[node * t->nevents + v->page->deciding];
}

/* Returns the change of a node in a difference, else its self cost. */
static double
heat_of(const struct flame_view *v, size_t node)
{
	const struct flame_tree *t = v->tree;
	const struct flame_cost *total = total_of(v, node);

	if (!v->page->is_diff)
		return (double)t->self[node * t->nevents + v->page->deciding]
		    .cost;
	return (double)total->cost - (double)total->old;
}

/* Finds the place of each node, and the largest heat. */
static void
place_nodes(struct flame_view *v)
{
	const struct flame_tree *t = v->tree;

	v->x = cli_alloc(t->n, sizeof(*v->x));
	v->next = cli_alloc(t->n, sizeof(*v->next));
	for (size_t i = 1; i < t->n; i++) {
		double heat = heat_of(v, i);

		heat = heat < 0 ? -heat : heat;
		v->x[i] = v->next[i] = v->next[t->nodes[i].parent];
		v->next[t->nodes[i].parent] += width_of(v, i);
		if (heat > v->hottest)
			v->hottest = heat;
	}
}

static const char *
name_of(const struct flame_view *v, size_t node)
{
	const struct flame_tree *t = v->tree;

	return node == 0 ? "all"
			 : t->stacks->frames[t->nodes[node].frame].label;
}

static const char *
mark_of(const struct flame_view *v, size_t node)
{
	const struct flame_tree *t = v->tree;

	if (node == 0 || !t->stacks->frames[t->nodes[node].frame].is_inlined)
		return "";
	return inlined_mark(CG_INLINED, false);
}

static void
print_title(const struct flame_view *v, size_t node)
{
	const struct html *p = v->page;
	const struct flame_cost *total = total_of(v, node);
	bool has_sides = flame_has_sides(&p->events[p->deciding]);

	html_text(p, "<title>");
	page_short_name(p->printer, name_of(v, node), HTML_NAME);
	html_text(p, mark_of(v, node));
	html_text(p, ": ");
	html_cost(p, (__int128)total->cost - (has_sides ? total->old : 0),
	    p->deciding);
	html_text(p, "</title>");
}

static void
print_label(const struct flame_view *v, size_t node)
{
	const struct html *p = v->page;
	double width = width_of(v, node), change = heat_of(v, node);
	size_t room = (size_t)(width / 100 * PICTURE / CHARACTER);

	if (width < least_named)
		return;
	if (p->is_diff && change != 0 && !html_is_slight(p, change)) {
		html_text(p, change > 0 ? "\xe2\x96\xb2 " /* U+25B2 */
					: "\xe2\x96\xbc " /* U+25BC */);
		room -= 2;
	}
	page_short_name(
	    p->printer, name_of(v, node), room < HTML_NAME ? room : HTML_NAME);
	if (strlen(name_of(v, node)) + strlen(mark_of(v, node)) <= room)
		html_text(p, mark_of(v, node));
}

static void
print_frame(const struct flame_view *v, size_t node)
{
	const struct html *p = v->page;

	printer_print(p->printer,
	    "<g><svg x=\"%.3f%%\" y=\"%zu\" width=\"%.3f%%\" height=\"%d\">",
	    v->x[node], v->tree->nodes[node].depth * ROW, width_of(v, node),
	    ROW - 1);
	print_title(v, node);
	html_text(p, "<rect class=\"");
	page_heat(p->printer, html_heat(p, heat_of(v, node), v->hottest));
	html_text(p, flame_is_gone(v->tree, p, node) ? " gone" : "");
	html_text(
	    p, "\" width=\"100%\" height=\"100%\"/><text x=\"5\" y=\"15\">");
	print_label(v, node);
	html_text(p, "</text></svg></g>\n");
}

static void
print_picture(const struct html *p, const struct flame_tree *tree)
{
	int64_t size = tree->sizes[p->deciding];
	struct flame_view v = {.page = p,
	    .tree = tree,
	    .scale = size > 0 ? 100 / (double)size : 0};
	size_t deepest = 0;

	place_nodes(&v);
	for (size_t i = 0; i < tree->n; i++)
		if (width_of(&v, i) >= least_width &&
		    tree->nodes[i].depth > deepest)
			deepest = tree->nodes[i].depth;
	printer_print(p->printer,
	    "<div class=\"flame-box\"><svg class=\"flame\" height=\"%zu\" "
	    "role=\"img\" aria-label=\"Cost by stack of calls\"",
	    (deepest + 1) * ROW);
	print_data(p, tree);
	/* stripes over what is gone */
	html_text(p,
	    ">\n<defs><pattern id=\"stripes\" width=\"8\" height=\"8\" "
	    "patternUnits=\"userSpaceOnUse\" "
	    "patternTransform=\"rotate(45)\">"
	    "<rect width=\"8\" height=\"8\"/>"
	    "<path d=\"M0 0V8\"/></pattern></defs>\n");
	for (size_t i = 0; i < tree->n; i++)
		if (i == 0 || width_of(&v, i) >= least_width)
			print_frame(&v, i);
	html_text(p, "</svg></div>\n");
	free(v.x);
	free(v.next);
}

/* --- the section ---------------------------------------------------------- */

/* Says how much was counted without callers. */
static void
print_without(const struct html *p, const struct call_stacks *stacks)
{
	const struct html_event *event = &p->events[p->deciding];

	if (stacks->without == NULL || event->whole == 0 ||
	    stacks->without[event->index] == 0)
		return;
	html_share(p, stacks->without[event->index], p->deciding);
	html_text(p, " of ");
	page_name(p->printer, event->name);
	html_text(p, " is of functions without their callers.<br>");
}

/* Says what a folded stack costs at most, or hides of a change. */
static void
print_folded(const struct html *p)
{
	struct folded_stacks folded =
	    folded_stacks_in(&p->report->profile.header);

	if (folded.most == 0)
		return;
	html_text(p, p->is_diff ? "Of the change of a stack, a frame (folded) "
				  "can have up to "
				: "A stack in a frame (folded) costs at most ");
	page_count(p->printer, folded.most);
	html_text(p, " CEst");
	if (!p->is_diff && folded.lacking > 0) {
		html_text(p, ", and one with its own frame lacks at most ");
		page_count(p->printer, folded.lacking);
	}
	html_text(p, ".<br>");
}

/* True if data are above the code that misses on them: each miss is on one datum, so
 * nothing is estimated. */
static bool
shows_data(const struct html *p)
{
	return p->report->data.sites.n > 0 && !p->report->has_code_calls;
}

/* Says what the picture shows. */
static void
print_notes(const struct html *p)
{
	const struct call_stacks *stacks = &p->report->stacks;
	bool has_sides = flame_has_sides(&p->events[p->deciding]);

	html_text(p, "<p class=\"sub\">");
	if (shows_data(p) && !p->is_diff) {
		html_text(p, "The frame of a datum is as wide as the misses on "
			     "it. Below it are its fields, and the code that "
			     "misses.</p>\n");
		return;
	}
	if (stacks->tree.is_estimate && !shows_data(p))
		html_text(p, "estimated from calls; cg-collect --stacks "
			     "counts them<br>");
	print_without(p, stacks);
	print_folded(p);
	if (!p->is_diff)
		html_text(p, "A frame is as wide as its cost with all that it "
			     "called, and below its caller. The stronger its "
			     "colour, the more it costs by itself.");
	else if (has_sides)
		html_text(p, "A frame is as wide as its new cost with all that "
			     "it called, or if it is gone, hatched, as its old "
			     "one. Colours are the change.");
	else
		html_text(p, "A frame is as wide as all changes of what it "
			     "called, and of itself. Widths of new costs need "
			     "both sides: cg-diff --keep-sides.");
	html_text(p, "</p>\n");
}

/* Prints what only the script can use. */
static void
print_controls(const struct html *p)
{
	html_text(p,
	    "<div class=\"script tools\">"
	    "<input id=\"frame-find\" type=\"search\" placeholder=\"Mark "
	    "frames: an expression ( / )\" aria-label=\"Mark frames by an "
	    "expression\"><output id=\"frame-found\" "
	    "for=\"frame-find\"></output>"
	    "<label><input id=\"bottom-up\" type=\"checkbox\"> Bottom "
	    "up: callers below</label>");
	if (p->has_sides)
		html_text(p, "<label><input id=\"show-gone\" type=\"checkbox\" "
			     "checked> What is gone</label>");
	html_text(p, "<details id=\"libraries\"><summary>Libraries</summary>"
		     "<ul></ul></details>"
		     "<button id=\"both-sides\" type=\"button\" disabled>"
		     "Callers and callees</button>"
		     "<button id=\"unzoom\" type=\"button\" hidden>Show "
		     "all</button></div>\n");
}

/* True if there is no estimate because the counts are changes. */
static bool
lacks_sides(const struct html *p)
{
	return p->flame == NULL && p->is_diff && p->has_calls;
}

const char *
html_flame_title(const struct html *p)
{
	return shows_data(p) ? "Misses" : "Calls";
}

bool
html_has_flame_graph(const struct html *p)
{
	return p->flame != NULL || lacks_sides(p);
}

void
html_flame_graph(const struct html *p)
{
	if (!html_has_flame_graph(p))
		return;
	html_section(p, "calls", html_flame_title(p),
	    shows_data(p) ? "code below the data that it misses on by "
			  : "functions below their callers by ");
	if (lacks_sides(p)) {
		html_text(p, "<p>Stacks of calls cannot be estimated from "
			     "changes: cg-diff --keep-sides keeps the costs "
			     "of both sides.</p>\n</section>\n");
		return;
	}
	if (p->flame->n == 1) {
		html_text(p, p->is_diff ? "<p>No stack changed. "
					: "<p>No stack costs anything. ");
		print_folded(p);
		html_text(p, "</p>\n</section>\n");
		return;
	}
	print_notes(p);
	print_controls(p);
	print_picture(p, p->flame);
	html_text(p, "<output id=\"frame\"></output>\n"
		     "<ol id=\"callees\" class=\"parts\"></ol>\n</section>\n");
}
