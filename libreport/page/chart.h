/* SPDX-License-Identifier: BSD-2-Clause */
/* The frame of line charts in SVG: where counts are, and the lines and labels of their axis. */
#ifndef CHART_H
#define CHART_H

#include <stddef.h>
#include <stdint.h>

#include "libreport/printer.h"

enum { CHART_CHARACTER = 7 /* the width of one, in pixels */ };

struct chart {
	int width, height; /* of the picture, in pixels */
	int left, right, top, bottom;
	size_t nplaces;   /* from left to right */
	size_t nticks;    /* grid lines at most, about */
	double low, high; /* the range of counts */
	double tick;      /* from a grid line to the next; set by chart_scale */
};

/* Makes the range large enough for a count. */
void chart_include(struct chart *chart, int64_t count);

/* Sets the tick after all counts were included; an empty range becomes one tick. */
void chart_scale(struct chart *chart);

double chart_x(const struct chart *chart, size_t place);
double chart_y(const struct chart *chart, double count);

/* The edges of what is drawn. */
int chart_right(const struct chart *chart);
int chart_bottom(const struct chart *chart);

/* Print a line of the axis; grid lines with their counts; and the start of the picture but for its
 * last attributes. */
void
chart_axis(struct printer *printer, double x1, double y1, double x2, double y2);
void chart_counts(const struct chart *chart, struct printer *printer);
void chart_begin(const struct chart *chart, struct printer *printer);

#endif
