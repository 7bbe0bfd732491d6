/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A line chart in SVG of the total and the largest rows.  No line depends on its
 * colour: each has markers of its own shape, and its name at its end.
 */
#include <stdlib.h>
#include <string.h>

#include "cg-sum/render.h"
#include "libcli/cli.h"
#include "libreport/page/chart.h"
#include "libreport/page/page.h"
#include "libreport/names/short_name.h"

enum {
	/* the total, and as many rows as there are colours and shapes */
	MAX_LINES = 1 + 8,
	WIDTH = 1000, /* in pixels, as all from here on */
	HEIGHT = 380,
	LEFT = 110,
	RIGHT = 290, /* for names at the ends of lines */
	TOP = 24,
	BOTTOM = 44,
	LABEL_HEIGHT = 16,
	SLOPE = 40,          /* degrees of names of inputs that need it, */
	SLOPED_HEIGHT = 110, /* which add so much to the height */
	NAME_LENGTH = 36,    /* characters, as all from here on */
	INPUT_LENGTH = 24,
	SLOPED_LENGTH = 20, /* no further to the left than the picture */
	NTICKS = 5,
	PLOT_WIDTH = WIDTH - LEFT - RIGHT,
};

struct trend {
	const struct table *table;
	struct printer *printer;
	struct chart chart;
	size_t nlines;
	struct table_row total;
	const struct table_row *lines[MAX_LINES]; /* the first: the total */
};

/* paths of markers around (0, 0) */
static const char *const shapes[MAX_LINES] = {
    "M-5-5L5 5M-5 5L5-5M-4 0H4",          /* a star */
    "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z", /* a disk */
    "M-4-4H4V4H-4Z",
    "M0-5L5 4H-5Z",
    "M0-5.5L5.5 0L0 5.5L-5.5 0Z",
    "M0 5L5-4H-5Z",
    "M-5-1.5H-1.5V-5H1.5V-1.5H5V1.5H1.5V5H-1.5V1.5H-5Z", /* a cross */
    "M-5-2H5V2H-5Z",
    "M-2-5H2V5H-2Z",
};

/* Prints the name of a line in at most `most` characters. */
static void
print_row_name(const struct trend *c, size_t line, size_t most)
{
	const struct table *t = c->table;
	const struct table_row *row = c->lines[line];
	struct printer *p = c->printer;

	if (row == &c->total) {
		printer_print(p, "total");
		return;
	}
	if (table_has_functions(t))
		page_short_name(p, row->function, most);
	else
		page_short_path(p, row->name, most);
	if (t->detail == DETAIL_LINE)
		printer_print(p, ":%lld", (long long)row->line);
}

/* --- axes ----------------------------------------------------------------- */

/* True if the names of inputs do not fit beside each other. */
static bool
are_sloped(const struct table *t)
{
	size_t room = PLOT_WIDTH / (t->ninputs - 1) / CHART_CHARACTER;

	for (size_t i = 0; i < t->ninputs; i++) {
		size_t width = text_width(t->names[i], strlen(t->names[i]));

		if ((width < INPUT_LENGTH ? width : INPUT_LENGTH) + 2 > room)
			return true;
	}
	return false;
}

/* Prints the names of the inputs; if they are many, of as many as fit. */
static void
print_inputs(const struct trend *c)
{
	const struct table *t = c->table;
	bool is_sloped = are_sloped(t);
	size_t step = 1 + t->ninputs * LABEL_HEIGHT / PLOT_WIDTH;

	for (size_t i = 0; i < t->ninputs; i += is_sloped ? step : 1) {
		double x = chart_x(&c->chart, i);
		int y = HEIGHT - BOTTOM + (is_sloped ? 16 : 24);

		printer_print(c->printer,
		    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\"", x, y,
		    is_sloped ? "end" : "middle");
		if (is_sloped)
			printer_print(c->printer,
			    " transform=\"rotate(%d %.1f %d)\"", -SLOPE, x, y);
		printer_print(c->printer, ">");
		page_short_path(c->printer, t->names[i],
		    is_sloped ? SLOPED_LENGTH : INPUT_LENGTH);
		printer_print(c->printer, "</text>\n");
	}
}

/* --- lines ---------------------------------------------------------------- */

static void
print_marker(const struct trend *c, size_t line, size_t input)
{
	const struct table_row *row = c->lines[line];
	int64_t count = table_count(c->table, row, input);
	bool is_beyond = row == &c->total
			     ? table_is_beyond(c->table, LIMIT_TOTAL, "",
				   c->table->event, count)
			     : table_row_is_beyond(c->table, row, input);
	double x = chart_x(&c->chart, input),
	       y = chart_y(&c->chart, (double)count);

	printer_print(c->printer,
	    "<path class=\"key\" transform=\"translate(%.1f %.1f)\" "
	    "d=\"%s\"><title>",
	    x, y, shapes[line]);
	print_row_name(c, line, 200);
	printer_print(c->printer, ": ");
	page_count(c->printer, count);
	printer_print(c->printer, " in ");
	page_name(c->printer, c->table->names[input]);
	printer_print(c->printer, "%s</title></path>\n",
	    is_beyond ? ", over the limit" : "");
	if (is_beyond)
		printer_print(c->printer,
		    "<text class=\"beyond\" x=\"%.1f\" y=\"%.1f\" "
		    "text-anchor=\"middle\">over limit</text>\n",
		    x, y - 9);
}

/* Prints a group in the colour of a line. */
static void
print_group(const struct trend *c, size_t line)
{
	if (c->lines[line] == &c->total)
		printer_print(c->printer, "<g class=\"total\">");
	else
		printer_print(c->printer, "<g class=\"s%zu\">", line - 1);
}

static void
print_polyline(const struct trend *c, size_t line)
{
	print_group(c, line);
	printer_print(c->printer, "\n<polyline points=\"");
	for (size_t i = 0; i < c->table->ninputs; i++)
		printer_print(c->printer, "%s%.1f,%.1f", i > 0 ? " " : "",
		    chart_x(&c->chart, i),
		    chart_y(&c->chart,
			(double)table_count(c->table, c->lines[line], i)));
	printer_print(c->printer, "\"/>\n");
	for (size_t i = 0; i < c->table->ninputs; i++)
		print_marker(c, line, i);
	printer_print(c->printer, "</g>\n");
}

struct label {
	size_t line;
	double at; /* the end of the line */
	double y;
};

/* The highest first; lines that end together keep their order. */
static int
compare_labels(const void *a, const void *b)
{
	const struct label *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* Moves labels down until none covers another, then up from the lower edge. */
static void
spread(struct label *labels, size_t n)
{
	double bottom = HEIGHT - BOTTOM + 4;

	for (size_t i = 0; i < n; i++) {
		labels[i].y = labels[i].at;
		if (i > 0 && labels[i].y < labels[i - 1].y + LABEL_HEIGHT)
			labels[i].y = labels[i - 1].y + LABEL_HEIGHT;
	}
	for (size_t i = n; i-- > 0; bottom = labels[i].y - LABEL_HEIGHT)
		if (labels[i].y > bottom)
			labels[i].y = bottom;
}

/* True if another line is of a function of the same name in another file. */
static bool
is_ambiguous(const struct trend *c, size_t line)
{
	for (size_t i = 1; i < c->nlines && line > 0; i++)
		if (i != line && table_has_functions(c->table) &&
		    strcmp(c->lines[i]->function, c->lines[line]->function) ==
			0)
			return true;
	return false;
}

static void
print_label_name(const struct trend *c, size_t line)
{
	bool with_file = is_ambiguous(c, line);

	print_row_name(c, line, with_file ? NAME_LENGTH / 2 - 2 : NAME_LENGTH);
	if (!with_file)
		return;
	printer_print(c->printer, ", ");
	page_short_path(c->printer, c->lines[line]->name, NAME_LENGTH / 2);
}

/* Prints the name of each line at its end, and what leads there. */
static void
print_labels(const struct trend *c)
{
	const size_t last = c->table->ninputs - 1;
	struct label labels[MAX_LINES] = {{0, 0, 0}};

	for (size_t i = 0; i < c->nlines; i++)
		labels[i] = (struct label){i,
		    chart_y(&c->chart,
			(double)table_count(c->table, c->lines[i], last)),
		    0};
	qsort(labels, c->nlines, sizeof(*labels), compare_labels);
	spread(labels, c->nlines);
	for (size_t i = 0; i < c->nlines; i++) {
		double x = LEFT + PLOT_WIDTH;

		chart_axis(
		    c->printer, x + 6, labels[i].at, x + 16, labels[i].y);
		print_group(c, labels[i].line);
		printer_print(c->printer,
		    "<path class=\"key\" "
		    "transform=\"translate(%.1f %.1f)\" d=\"%s\"/></g>"
		    "<text x=\"%.1f\" y=\"%.1f\">",
		    x + 24, labels[i].y, shapes[labels[i].line], x + 34,
		    labels[i].y + 4);
		print_label_name(c, labels[i].line);
		printer_print(c->printer, "</text>\n");
	}
}

void
render_trend(const struct table *t, struct printer *printer)
{
	struct trend c = {.table = t,
	    .printer = printer,
	    .chart = {.width = WIDTH,
		.height = HEIGHT,
		.left = LEFT,
		.right = RIGHT,
		.top = TOP,
		.bottom = BOTTOM,
		.nplaces = t->ninputs,
		.nticks = NTICKS},
	    .nlines = 1,
	    .total = {.counts = t->totals}};
	struct chart picture;

	c.lines[0] = &c.total;
	for (size_t i = 0; i < t->nrows && c.nlines < MAX_LINES; i++)
		if (!table_is_hidden(&t->rows[i]))
			c.lines[c.nlines++] = &t->rows[i];
	for (size_t i = 0; i < c.nlines; i++)
		for (size_t input = 0; input < t->ninputs; input++)
			chart_include(
			    &c.chart, table_count(t, c.lines[i], input));
	chart_scale(&c.chart);
	picture = c.chart;
	picture.height += are_sloped(t) ? SLOPED_HEIGHT : 0;
	printer_print(printer,
	    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	    "aria-label=\"Chart\">");
	chart_begin(&picture, printer);
	printer_print(printer, " role=\"img\" aria-label=\"");
	page_name(printer, t->header.events[t->event].name);
	printer_print(printer,
	    " of the total and the %zu largest rows in %zu profiles; the "
	    "tables have the numbers\">\n",
	    c.nlines - 1, t->ninputs);
	chart_counts(&c.chart, printer);
	print_inputs(&c);
	for (size_t i = c.nlines; i-- > 0;)
		print_polyline(&c, i);
	print_labels(&c);
	printer_print(printer, "</svg></div>\n");
}
