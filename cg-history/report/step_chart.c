/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * However many points there are, the picture has no more lines than it has room for: those that lie on
 * each other are made one.  Coordinates are in tenths of a pixel.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libreport/page/chart.h"
#include "libreport/numfmt.h"
#include "libreport/page/page.h"
#include "step_chart.h"

enum {
	UNIT = 10, /* coordinates of a pixel */
	HALF = UNIT / 2,
	DOT_ROOM = 9,      /* pixels between commits, so that each has a dot */
	LEAST_RANGE = 100, /* the range of counts is at least a hundredth */
	NCOLORS = 8,       /* of settings but the first */
	MARK_ROOM = 2,     /* pixels from a mark to the next */
	MARK_WIDTH = 9,    /* if all marks have room beside each other */
};

/* --- lines ---------------------------------------------------------------- */

enum style {
	STYLE_LINE,
	STYLE_GAP, /* commits between are not recorded */
	STYLE_DOT,
	NSTYLES,
};

enum direction { ALONG, UP, SLOPED };

struct segment {
	enum style style;
	size_t settings; /* which decide the colour */
	enum direction direction;
	int across;   /* y if it goes along, x if it goes up, x if sloped */
	int from, to; /* x if it goes along, y otherwise */
	int end;      /* x of a sloped one */
};

struct drawing {
	const struct step_rows *rows;
	struct chart chart;
	size_t first; /* the place at the left */
	size_t n;
	struct segment *list;
};

static int
tenths(double pixels)
{
	return (int)(pixels * UNIT + .5);
}

static int
x_of(const struct drawing *d, const struct cost_point *point)
{
	return tenths(chart_x(&d->chart, point->place - d->first));
}

static int
y_of(const struct drawing *d, const struct cost_point *point)
{
	return tenths(chart_y(&d->chart, (double)point->cost));
}

static void
add(struct drawing *d, const struct segment *segment)
{
	d->list = cli_grow(d->list, d->n, sizeof(*d->list));
	d->list[d->n++] = *segment;
}

/* Adds the line between two points.  One of less than half a pixel's width goes up. */
static void
add_line(struct drawing *d, const struct cost_point *a,
    const struct cost_point *b, enum style style)
{
	int x1 = x_of(d, a), x2 = x_of(d, b), y1 = y_of(d, a), y2 = y_of(d, b);
	struct segment s;

	if (y1 == y2)
		s = (struct segment){style, b->settings, ALONG, y1, x1, x2, 0};
	else if (x2 - x1 < HALF)
		s = (struct segment){STYLE_LINE, b->settings, UP,
		    x2 / HALF * HALF, y1 < y2 ? y1 : y2, y1 < y2 ? y2 : y1, 0};
	else
		s = (struct segment){
		    style, b->settings, SLOPED, x1, y1, y2, x2};
	add(d, &s);
}

static void
add_dot(struct drawing *d, const struct cost_point *point)
{
	int x = x_of(d, point) / UNIT * UNIT;

	add(d, &(struct segment){
		   STYLE_DOT, point->settings, ALONG, y_of(d, point), x, x, 0});
}

static void
add_points(struct drawing *d)
{
	const struct points *points = &d->rows->points;
	double room = chart_x(&d->chart, 1) - d->chart.left;

	for (size_t i = 0; i < points->n; i++) {
		const struct cost_point *to = &points->list[i];
		const struct cost_point *from =
		    to->from != SIZE_MAX ? &points->list[to->from] : NULL;

		if (from != NULL)
			add_line(
			    d, from, to, to->is_next ? STYLE_LINE : STYLE_GAP);
		if (from == NULL || !to->is_next || room >= DOT_ROOM)
			add_dot(d, to);
	}
}

static int
compare_segments(const void *a, const void *b)
{
	const struct segment *x = a, *y = b;
	const int keys[][2] = {
	    {(int)x->style, (int)y->style},
	    {(int)x->settings, (int)y->settings},
	    {(int)x->direction, (int)y->direction},
	    {x->across, y->across},
	    {x->from, y->from},
	    {x->to, y->to},
	    {x->end, y->end},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return 0;
}

/* Makes one of segments that touch or overlap. */
static void
join_segments(struct drawing *d)
{
	size_t n = 0;

	qsort(d->list, d->n, sizeof(*d->list), compare_segments);
	for (size_t i = 0; i < d->n; i++) {
		struct segment *last = n > 0 ? &d->list[n - 1] : NULL;
		const struct segment *s = &d->list[i];

		if (last != NULL && s->style == last->style &&
		    s->settings == last->settings &&
		    s->direction == last->direction &&
		    s->across == last->across && s->direction != SLOPED &&
		    s->from <= last->to)
			last->to = s->to > last->to ? s->to : last->to;
		else
			d->list[n++] = *s;
	}
	d->n = n;
}

static void
print_coordinate(struct printer *p, const char *before, int tenth)
{
	printer_print(p, "%s%d", before, tenth / UNIT);
	if (tenth % UNIT != 0)
		printer_print(p, ".%d", tenth % UNIT);
}

static void
print_segment(struct printer *p, const struct segment *s)
{
	bool is_along = s->direction == ALONG;

	print_coordinate(p, "M", is_along ? s->from : s->across);
	print_coordinate(p, " ", is_along ? s->across : s->from);
	if (s->direction == SLOPED) {
		print_coordinate(p, "L", s->end);
		print_coordinate(p, " ", s->to);
	} else {
		print_coordinate(p, is_along ? "H" : "V", s->to);
	}
}

static void
print_lines(struct drawing *d, struct printer *p)
{
	static const char *const classes[NSTYLES] = {
	    "course", "course gap", "course dots"};
	size_t end;

	add_points(d);
	join_segments(d);
	for (size_t i = 0; i < d->n; i = end) {
		const struct segment *first = &d->list[i];

		printer_print(p, "<path class=\"%s", classes[first->style]);
		if (first->settings > 0)
			printer_print(
			    p, " s%zu", (first->settings + 1) % NCOLORS);
		printer_print(p, "\" d=\"");
		for (end = i;
		     end < d->n && d->list[end].style == first->style &&
		     d->list[end].settings == first->settings;
		     end++)
			print_segment(p, &d->list[end]);
		printer_print(p, "\"/>\n");
	}
}

/* --- marks ---------------------------------------------------------------- */

static const struct {
	const char *class;
	const char *shape, *small; /* after "Mx y" */
} marks[] = {
    {"grew", "m0-4.5l4.5 8h-9z", "m0-3l3 5h-6z"},
    {"fell", "m0 4.5l4.5-8h-9z", "m0 3l3-5h-6z"},
    {"moved", "m0-4l4 4-4 4-4-4z", "m0-3l3 3-3 3-3-3z"},
};

enum { NMARKS = sizeof(marks) / sizeof(*marks) };

/* Returns the mark of a row; NMARKS: it has none. */
static size_t
mark_of(const struct step_row *row)
{
	if (row->state == STATE_MOVED)
		return 2;
	if (row->state != STATE_CHANGED || !row->has_old)
		return NMARKS;
	return row->new > row->old ? 0 : 1;
}

static const struct step_row *
row_at(const struct drawing *d, size_t point)
{
	size_t row = d->rows->rows[point];

	return row != SIZE_MAX ? &d->rows->list[row] : NULL;
}

/* Prints the marks of a kind, none on another one. */
static void
print_marks(const struct drawing *d, size_t mark, struct printer *p)
{
	int width = d->chart.width / MARK_ROOM + 1;
	bool *taken =
	    cli_alloc((size_t)width * (size_t)(d->chart.height / MARK_ROOM + 1),
		sizeof(*taken));
	bool are_small = d->rows->n * MARK_WIDTH > (size_t)d->chart.width;
	bool is_first = true;

	for (size_t i = 0; i < d->rows->points.n; i++) {
		const struct cost_point *point = &d->rows->points.list[i];
		const struct step_row *row = row_at(d, i);
		int x = x_of(d, point), y = y_of(d, point);
		bool *cell =
		    &taken[y / UNIT / MARK_ROOM * width + x / UNIT / MARK_ROOM];

		if (row == NULL || mark_of(row) != mark || *cell)
			continue;
		*cell = true;
		if (is_first)
			printer_print(
			    p, "<path class=\"%s\" d=\"", marks[mark].class);
		is_first = false;
		print_coordinate(p, "M", x);
		print_coordinate(p, " ", y);
		printer_print(
		    p, "%s", are_small ? marks[mark].small : marks[mark].shape);
	}
	if (!is_first)
		printer_print(p, "\"/>\n");
	free(taken);
}

/* Draws a line where the settings differ from those before. */
static void
print_breaks(const struct drawing *d, struct printer *p)
{
	int last = -1;

	for (size_t i = 0; i < d->rows->points.n; i++) {
		const struct step_row *row = row_at(d, i);
		int x = x_of(d, &d->rows->points.list[i]) / UNIT;

		if (row == NULL || row->state != STATE_SETTINGS || x == last)
			continue;
		printer_print(p,
		    "<line class=\"break\" x1=\"%d\" y1=\"%d\" x2=\"%d\" "
		    "y2=\"%d\"/>\n",
		    x, d->chart.top, x, chart_bottom(&d->chart));
		last = x;
	}
}

/* --- the picture ---------------------------------------------------------- */

/* Chooses the range of counts: a small change looks small. */
static void
find_range(struct chart *c, const struct points *points)
{
	double least, middle;

	c->low = c->high = (double)points->list[0].cost;
	for (size_t i = 0; i < points->n; i++)
		chart_include(c, points->list[i].cost);
	least = (c->high < 0 ? -c->low : c->high) / LEAST_RANGE;
	middle = (c->low + c->high) / 2;
	if (c->high - c->low < least) {
		c->low = middle - least / 2;
		c->high = middle + least / 2;
	}
	chart_scale(c);
}

/* Makes room for the longest count at the left. */
static int
room_for_counts(const struct chart *c)
{
	char low[FORMAT_SIZE], high[FORMAT_SIZE];
	int most = format_count(high, (__int128)c->high);
	int len = format_count(low, (__int128)c->low);

	return ((len > most ? len : most) + 3) * CHART_CHARACTER;
}

static void
print_dates(const struct drawing *d, const struct step_page *page,
    bool is_large, struct printer *p)
{
	size_t step = is_large ? 1 : STEP_PAGE_DATES - 1;

	for (size_t i = 0; i < STEP_PAGE_DATES; i += step) {
		size_t place = step_page_place(page, i);
		bool is_last = i == STEP_PAGE_DATES - 1;

		if (i > 0 && strcmp(page->dates[i], page->dates[i - step]) == 0)
			continue;
		printer_print(p,
		    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
		    chart_x(&d->chart, place - page->first),
		    d->chart.height - 8,
		    i == 0    ? "start"
		    : is_last ? "end"
			      : "middle",
		    page->dates[i]);
	}
}

/* Prints the places of the rows. */
static void
print_steps(const struct drawing *d, struct printer *p)
{
	const struct step_rows *rows = d->rows;
	const struct cost_point **points = cli_alloc(rows->n, sizeof(*points));

	for (size_t i = 0; i < rows->points.n; i++)
		if (rows->rows[i] != SIZE_MAX)
			points[rows->rows[i]] = &rows->points.list[i];
	for (size_t i = 0; i < rows->n; i++) {
		if (points[i] == NULL) {
			printer_print(p, "%s-", i > 0 ? " " : "");
			continue;
		}
		print_coordinate(p, i > 0 ? " " : "", x_of(d, points[i]));
		print_coordinate(p, ",", y_of(d, points[i]));
	}
	free(points);
}

void
step_chart_print(const struct step_page *page, const struct step_rows *rows,
    bool is_large, struct printer *p)
{
	struct drawing d = {
	    .rows = rows,
	    .chart = {.width = is_large ? 1000 : 420,
		.height = is_large ? 300 : 160,
		.right = 12,
		.top = 12,
		.bottom = 32,
		.nplaces = page->last - page->first + 1,
		.nticks = is_large ? 7 : 5},
	    .first = page->first,
	};

	find_range(&d.chart, &rows->points);
	d.chart.left = room_for_counts(&d.chart);
	chart_begin(&d.chart, p);
	printer_print(p, " role=\"img\" aria-label=\"");
	page_name(p, rows->event);
	printer_print(p, " of ");
	page_name(p, rows->benchmark);
	printer_print(p, "; the table has the steps\" data-steps=\"");
	print_steps(&d, p);
	printer_print(p, "\">\n");
	chart_counts(&d.chart, p);
	print_dates(&d, page, is_large, p);
	print_breaks(&d, p);
	print_lines(&d, p);
	for (size_t mark = NMARKS; mark-- > 0;)
		print_marks(&d, mark, p);
	printer_print(p, "</svg>");
	free(d.list);
}
