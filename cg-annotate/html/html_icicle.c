/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Draws what directories, files and functions cost by themselves: each node is
 * as wide as its cost, and the nodes that it consists of are below it.
 */
#include <stdlib.h>
#include <string.h>

#include "libreport/numfmt.h"
#include "cost_tree.h"
#include "sections.h"

enum {
	LEAST_NODE = 1000, /* a node has a thousandth of an event */
	ROW = 22,          /* pixels, as all from here on */
	CHARACTER = 7,
	PICTURE = 1240, /* its width in a wide window, until the script knows */
};

/* Percent of the width; a narrower node is not drawn, or has no name. */
static const double least_width = 0.05, least_named = 2.5;

/* One level of the picture. */
struct icicle_level {
	double x; /* where the next node begins, in percent */
	double scale;
	int y; /* pixels */
};

static bool
is_worth_showing(const struct html *p, const struct cost_tree *tree,
    const struct cost_node *node)
{
	for (size_t i = 0; i < p->nevents; i++) {
		size_t event = p->events[i].index;
		int64_t size = cost_node_size(node, event);

		if (size > 0 &&
		    (double)size * LEAST_NODE >=
			(double)cost_node_size(&tree->list[0], event))
			return true;
	}
	return false;
}

/* --- the children of a node ----------------------------------------------- */

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

/* Lists the nodes worth showing from `first` on, the largest first.  Returns
 * their number.  The caller frees the list. */
static size_t
sort_nodes(const struct html *p, const struct cost_tree *tree, size_t first,
    struct sized_node **list)
{
	size_t event = p->events[p->deciding].index, n = 0;

	for (size_t i = first; i != NO_NODE; i = tree->list[i].next)
		n++;
	*list = cli_alloc(n, sizeof(**list));
	n = 0;
	for (size_t i = first; i != NO_NODE; i = tree->list[i].next)
		if (is_worth_showing(p, tree, &tree->list[i]))
			(*list)[n++] = (struct sized_node){
			    i, cost_node_size(&tree->list[i], event)};
	if (n > 1)
		qsort(*list, n, sizeof(**list), compare_nodes);
	return n;
}

/* Returns the height of a node with the nodes below it, in rows. */
static int
count_rows(const struct html *p, const struct cost_tree *tree, size_t node)
{
	int most = 0;

	for (size_t i = tree->list[node].below; i != NO_NODE;
	     i = tree->list[i].next) {
		int rows = is_worth_showing(p, tree, &tree->list[i])
			       ? count_rows(p, tree, i)
			       : 0;

		if (rows > most)
			most = rows;
	}
	return most + 1;
}

/* --- drawing -------------------------------------------------------------- */

/* Prints the counts as attributes for the script. */
static void
print_counts(const struct html *p, const struct cost_node *node)
{
	html_text(p, " data-c=\"");
	for (size_t i = 0; i < p->nevents; i++)
		printer_print(p->printer, "%s%lld", i > 0 ? " " : "",
		    (long long)node->counts[p->events[i].index]);
	html_text(p, p->is_diff ? "\" data-s=\"" : "\"");
	for (size_t i = 0; i < p->nevents && p->is_diff; i++)
		printer_print(p->printer, "%s%lld", i > 0 ? " " : "",
		    (long long)cost_node_size(node, p->events[i].index));
	html_text(p, p->is_diff ? "\"" : "");
}

/* Prints a name.  The end of a path says more than its start. */
static void
print_name(const struct html *p, const struct cost_node *node, const char *name,
    size_t most)
{
	if (node->below == NO_NODE)
		page_short_name(p->printer, name, most);
	else
		page_short_path(p->printer, name, most);
}

/* Prints a name in its rectangle, if there is room for it. */
static void
print_label(const struct html *p, const struct cost_node *node,
    const char *name, double width)
{
	int64_t count = html_deciding(p, node->counts);
	size_t room = (size_t)(width / 100 * PICTURE / CHARACTER);

	if (width < least_named)
		return;
	if (p->is_diff && count != 0 && !html_is_slight(p, (double)count)) {
		html_text(p, count > 0 ? "\xe2\x96\xb2 " /* U+25B2 */
				       : "\xe2\x96\xbc " /* U+25BC */);
		room -= 2;
	}
	print_name(p, node, name, room < HTML_NAME ? room : HTML_NAME);
}

/* Prints the end of the tag of a node, and its rectangle. */
static void
print_box(const struct html *p, const struct cost_node *node, const char *name,
    const struct icicle_level *level)
{
	int64_t count = html_deciding(p, node->counts);
	double width =
	    html_size(cost_node_size(node, p->events[p->deciding].index)) *
	    level->scale;
	__int128 whole = p->events[p->deciding].whole;
	/* without shares, colours are of the size of the picture */
	double share = whole != 0 ? percent_of_sum(count, whole)
				  : (double)count * level->scale;

	html_text(p, width < least_width ? " hidden=\"\"" : "");
	printer_print(p->printer,
	    "><svg x=\"%.3f%%\" y=\"%d\" width=\"%.3f%%\" height=\"%d\">",
	    level->x, level->y, width, ROW - 1);
	html_text(p, "<title>");
	if (width >= least_width) {
		print_name(p, node, name, HTML_NAME);
		html_text(p, ": ");
		html_cost(p, count, p->deciding);
	}
	html_text(p, "</title><rect class=\"");
	page_heat(
	    p->printer, html_heat(p, (double)count, 1) != 0 ? share / 100 : 0);
	html_text(
	    p, "\" width=\"100%\" height=\"100%\"/><text x=\"5\" y=\"15\">");
	print_label(p, node, name, width);
	html_text(p, "</text></svg>");
}

static void
print_node(const struct html *p, const struct cost_tree *tree,
    const struct cost_node *node, struct icicle_level level)
{
	struct icicle_level below = {level.x, level.scale, level.y + ROW};
	char *name =
	    node->len > 0 ? cli_copy(node->name, node->len) : cli_format("all");
	struct sized_node *nodes;
	size_t n;

	html_text(p, "<g data-n=\"");
	print_name(p, node, name, HTML_NAME);
	html_text(p, "\"");
	if (node->below == NO_NODE && p->rows[node->function] > 0)
		printer_print(
		    p->printer, " data-row=\"fn%zu\"", p->rows[node->function]);
	else if (node->below == NO_NODE)
		html_text(p, " data-row=\"\"");
	print_counts(p, node);
	print_box(p, node, name, &level);
	free(name);
	n = sort_nodes(p, tree, node->below, &nodes);
	for (size_t i = 0; i < n; i++) {
		print_node(p, tree, &tree->list[nodes[i].node], below);
		below.x += html_size(nodes[i].size) * level.scale;
	}
	free(nodes);
	html_text(p, "</g>\n");
}

void
html_icicle(const struct html *p)
{
	size_t event = p->events[p->deciding].index;
	struct cost_tree tree;
	int64_t size;

	cost_tree_init(&tree, &p->report->graph);
	size = cost_node_size(&tree.list[0], event);
	html_section(p, "where", "Where it goes",
	    "directories, files and functions by ");
	if (size > 0) {
		struct icicle_level level = {.scale = 100 / html_size(size)};

		printer_print(p->printer,
		    "<svg class=\"icicle\" height=\"%d\" role=\"img\" "
		    "aria-label=\"Cost by directory, file and function\">\n",
		    count_rows(p, &tree, 0) * ROW);
		print_node(p, &tree, &tree.list[0], level);
		html_text(p, "</svg>\n<output id=\"path\"></output>\n"
			     "<ol id=\"parts\" class=\"parts\"></ol>\n");
	} else {
		html_text(p, "<p>No function has any cost.</p>\n");
	}
	html_text(p, "</section>\n");
	cost_tree_release(&tree);
}
