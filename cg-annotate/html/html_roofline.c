/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the loops as points below the roofs of the processor: S. Williams, A. Waterman and
 * D. Patterson, "Roofline: an insightful visual performance model for multicore architectures"
 * (2009), with all bytes that instructions read and write, as A. Ilic, F. Pratas and L. Sousa,
 * "Cache-aware roofline model: upgrading the loft" (2014).  Both axes are logarithmic.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/cycle_model.h"
#include "libquery/loops/loop_bound.h"
#include "libquery/loops/loop_name.h"
#include "libreport/page/chart.h"
#include "libreport/numfmt.h"
#include "sections.h"

enum {
	LABELLED = 5,    /* the least share in percent of a point with a name */
	LABEL_NAME = 24, /* the most characters of that */
};

/*
 * What a core does in a cycle at most, for the models of LLVM.  The figures are of Intel's
 * "Optimization Reference Manual", the chapters on each microarchitecture, and AMD's "Software
 * Optimization Guide" for family 17h, models 30h and greater, and for family 19h: two units for
 * fused operations, each counting as two, and with AMD two more for additions.  The manual has
 * no bytes of L3 for Haswell and Broadwell.
 */
struct core_roofs {
	const char *model;
	int scalar;     /* floating-point operations */
	int l1, l2, l3; /* bytes; 0: not known */
};

static const struct core_roofs cores[] = {
    {"haswell", 4, 96, 64, 0},
    {"broadwell", 4, 96, 64, 0},
    {"skylake", 4, 96, 64, 32},
    {"znver2", 6, 96, 32, 32},
    {"znver3", 6, 96, 32, 32},
};

enum { LINE = 64 }; /* bytes that come from memory at once */

struct roofline {
	const struct html *page;
	int cy, fl, read, written;      /* events */
	const struct core_roofs *roofs; /* NULL: not known */
	double memory;                  /* bytes a cycle; 0: not known */
	struct chart chart;             /* its range of logarithms */
	double left, right;             /* logarithms */
};

/* --- loops ------------------------------------------------------------------ */

static bool
find_events(struct roofline *r)
{
	const struct cg_header *h = r->page->header;

	r->cy = cycle_event_in(h);
	r->fl = cg_header_event(h, "Fl", 2);
	r->read = cg_header_event(h, "ByR", 3);
	r->written = cg_header_event(h, "ByW", 3);
	return r->cy >= 0 && r->fl >= 0 && r->read >= 0 && r->written >= 0;
}

/* Sets the logarithms of operations a byte and a cycle.  False if the loop has none, was not
 * estimated, or is mostly one loop in it, which has a point of its own. */
static bool
find_point(const struct roofline *r, size_t number, double *x, double *y)
{
	const struct loop_list *l = &r->page->report->loops;
	const int64_t *own = l->list[number].own;
	double bytes = (double)own[r->read] + (double)own[r->written];

	if (own[r->fl] <= 0 || own[r->cy] <= 0 || bytes <= 0 ||
	    !loop_is_estimated(&l->list[number], r->page->header))
		return false;
	for (size_t i = number + 1;
	     i < l->n && l->list[i].depth > l->list[number].depth; i++)
		if (l->list[i].parent == number &&
		    l->list[i].own[r->cy] > own[r->cy] / 2)
			return false;
	*x = log10((double)own[r->fl] / bytes);
	*y = log10((double)own[r->fl] / (double)own[r->cy]);
	return true;
}

/* Returns the bytes a cycle from memory, if the cycles are of a model of it, or 0. */
static double
memory_bytes(const char *desc)
{
	static const char key[] = ", line ";
	const char *line = strstr(desc, key);
	int64_t cycles;

	if (line == NULL)
		return 0;
	line += strlen(key);
	return cg_parse_int(line, strspn(line, "0123456789"), &cycles) > 0 &&
		       cycles > 0
		   ? (double)LINE / (double)cycles
		   : 0;
}

/* Finds the roofs of the model that the cycles are of. */
static void
find_roofs(struct roofline *r)
{
	const char *desc = cycle_model_desc(r->page->header);

	if (desc != NULL)
		r->memory = memory_bytes(desc);
	if (desc == NULL || (desc = strchr(desc, ':')) == NULL)
		return;
	desc += 1 + strspn(desc + 1, " ");
	for (size_t i = 0; i < sizeof(cores) / sizeof(*cores); i++)
		if (strlen(cores[i].model) == strcspn(desc, ", ") &&
		    strncmp(cores[i].model, desc, strlen(cores[i].model)) == 0)
			r->roofs = &cores[i];
}

/* --- the frame -------------------------------------------------------------- */

static double
x_of(const struct roofline *r, double x)
{
	const struct chart *c = &r->chart;

	return c->left + (x - r->left) / (r->right - r->left) *
			     (chart_right(c) - c->left);
}

static void
include(struct roofline *r, double x, double y)
{
	r->left = fmin(r->left, floor(x));
	r->right = fmax(r->right, ceil(x));
	r->chart.low = fmin(r->chart.low, floor(y));
	r->chart.high = fmax(r->chart.high, y + 0.2);
}

static void
print_axes(const struct roofline *r)
{
	struct printer *p = r->page->printer;
	const struct chart *c = &r->chart;

	for (double y = c->low; y <= c->high; y++) {
		chart_axis(
		    p, c->left, chart_y(c, y), chart_right(c), chart_y(c, y));
		printer_print(p,
		    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
		    c->left - 8, chart_y(c, y) + 4, pow(10, y));
	}
	for (double x = r->left; x <= r->right; x++) {
		chart_axis(p, x_of(r, x), c->top, x_of(r, x), chart_bottom(c));
		printer_print(p,
		    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
		    x_of(r, x), chart_bottom(c) + 18, pow(10, x));
	}
	printer_print(p,
	    "<text x=\"%d\" y=\"%d\">operations a cycle</text>\n"
	    "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">operations a byte "
	    "read or written</text>\n",
	    c->left, c->top - 10, chart_right(c), chart_bottom(c) + 36);
}

/* --- roofs ------------------------------------------------------------------ */

static void
print_roof(const struct roofline *r, double x1, double y1, double x2, double y2)
{
	printer_print(r->page->printer,
	    "<line class=\"roof\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
	    "y2=\"%.1f\"/>\n",
	    x_of(r, x1), chart_y(&r->chart, y1), x_of(r, x2),
	    chart_y(&r->chart, y2));
}

static void
print_flat_roof(const struct roofline *r, const char *name, int operations)
{
	const struct chart *c = &r->chart;
	double y = log10(operations), x = y - log10(r->roofs->l1);

	print_roof(r, x, y, r->right, y);
	printer_print(r->page->printer,
	    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s: %d</text>\n",
	    chart_right(c) - 4, chart_y(c, y) - 5, name, operations);
}

/* Prints a slope up to the roof of the widest vectors, with its name above or below it. */
static void
print_slope(
    const struct roofline *r, const char *name, double bytes, bool is_above)
{
	const struct chart *c = &r->chart;
	double slope = log10(bytes), top = log10(4 * r->roofs->scalar);
	double x = fmax(r->left, c->low - slope);

	print_roof(r, x, x + slope, top - slope, top);
	x += 0.5;
	printer_print(r->page->printer,
	    "<text x=\"%.1f\" y=\"%.1f\"%s>%s: %.3g B</text>\n",
	    x_of(r, x) + (is_above ? -10 : 10), chart_y(c, x + slope) + 5,
	    is_above ? " text-anchor=\"end\"" : "", name, bytes);
}

static void
print_roofs(const struct roofline *r)
{
	const struct core_roofs *roofs = r->roofs;

	if (roofs == NULL)
		return;
	print_slope(r, "L1", roofs->l1, true);
	print_slope(
	    r, roofs->l3 == roofs->l2 ? "L2, L3" : "L2", roofs->l2, false);
	if (roofs->l3 > 0 && roofs->l3 != roofs->l2)
		print_slope(r, "L3", roofs->l3, false);
	if (r->memory > 0)
		print_slope(r, "memory", r->memory, false);
	print_flat_roof(r, "scalar", roofs->scalar);
	print_flat_roof(r, "128 bit", 2 * roofs->scalar);
	print_flat_roof(r, "256 bit", 4 * roofs->scalar);
}

/* --- points ----------------------------------------------------------------- */

static void
print_point(const struct roofline *r, size_t number)
{
	const struct html *p = r->page;
	const struct loop_row *loop = &p->report->loops.list[number];
	double percent =
	    percent_of(loop->own[r->cy], p->report->profile.totals[r->cy]);
	double x, y, size = 4 + 1.2 * sqrt(fmax(percent, 0));
	char *place;

	if (!find_point(r, number, &x, &y))
		return;
	place = loop_place(loop, true);
	printer_print(p->printer, "<a href=\"#lp%zu\"><title>", number + 1);
	page_short_name(p->printer, loop_function(loop), HTML_NAME);
	html_text(p, " ");
	page_name(p->printer, place);
	printer_print(p->printer,
	    ": %.3g operations a byte, %.3g a cycle, %.1f%% of Cy</title>"
	    "<circle class=\"loop\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>",
	    pow(10, x), pow(10, y), percent, x_of(r, x), chart_y(&r->chart, y),
	    size);
	if (percent >= LABELLED) {
		printer_print(p->printer,
		    "<text class=\"loop\" x=\"%.1f\" y=\"%.1f\">",
		    x_of(r, x) + size + 4, chart_y(&r->chart, y) + 4);
		page_short_name(p->printer, loop_function(loop), LABEL_NAME);
		html_text(p, "</text>");
	}
	html_text(p, "</a>\n");
	free(place);
}

/* --- the picture ------------------------------------------------------------ */

static void
print_note(const struct roofline *r)
{
	html_text(r->page, "<p class=\"dim\">Each point is a loop, as large as "
			   "its share of Cy. ");
	if (r->roofs != NULL)
		printer_print(r->page->printer,
		    "The roofs are what a core of the model %s does at most, "
		    "with operations on doubles; on floats, vectors do twice as many. "
		    "The slopes hold if all data come from there.",
		    r->roofs->model);
	else
		html_text(r->page,
		    "The roofs of the cycle model's core are not known.");
	html_text(r->page, "</p>\n");
}

void
html_roofline(const struct html *p, size_t nloops)
{
	struct roofline r = {.page = p,
	    .chart = {.width = 1000,
		.height = 480,
		.left = 60,
		.right = 20,
		.top = 34,
		.bottom = 48,
		.low = -1,
		.high = 1},
	    .left = -2,
	    .right = 1};
	size_t npoints = 0;
	double x, y;

	if (!find_events(&r))
		return;
	find_roofs(&r);
	if (r.roofs != NULL)
		include(&r, 0, log10(4 * r.roofs->scalar));
	for (size_t i = 0; i < nloops; i++)
		if (find_point(&r, i, &x, &y)) {
			include(&r, x, y);
			npoints++;
		}
	if (npoints == 0)
		return;
	html_text(
	    p, "<h3 id=\"roofline\">Roofline</h3>\n<div class=\"scroll\">");
	chart_begin(&r.chart, p->printer);
	html_text(p,
	    " role=\"group\" aria-label=\"Roofline: operations a cycle "
	    "by operations a byte\">\n");
	print_axes(&r);
	print_roofs(&r);
	for (size_t i = 0; i < nloops; i++)
		print_point(&r, i);
	html_text(p, "</svg></div>\n");
	print_note(&r);
}
