/* SPDX-License-Identifier: BSD-2-Clause */
#include "chart.h"
#include "page.h"

void
chart_include(struct chart *c, int64_t count)
{
	c->low = (double)count < c->low ? (double)count : c->low;
	c->high = (double)count > c->high ? (double)count : c->high;
}

/* Finds the smallest tick of 1, 2, 4, 10, 20, ... so that `nticks` cover the range. */
static double
find_tick(double range, size_t nticks)
{
	double power = 1;

	for (;; power *= 10)
		for (int factor = 1; factor <= 4; factor *= 2)
			if (power * factor * (double)nticks >= range)
				return power * factor;
}

void
chart_scale(struct chart *c)
{
	c->tick = find_tick(c->high - c->low, c->nticks);
	if (c->high <= c->low)
		c->high = c->low + c->tick;
}

int
chart_right(const struct chart *c)
{
	return c->width - c->right;
}

int
chart_bottom(const struct chart *c)
{
	return c->height - c->bottom;
}

double
chart_x(const struct chart *c, size_t place)
{
	size_t last = c->nplaces > 1 ? c->nplaces - 1 : 1;

	return c->left +
	       (double)place * (chart_right(c) - c->left) / (double)last;
}

double
chart_y(const struct chart *c, double count)
{
	return c->top + (c->high - count) / (c->high - c->low) *
			    (chart_bottom(c) - c->top);
}

void
chart_axis(struct printer *p, double x1, double y1, double x2, double y2)
{
	printer_print(p,
	    "<line class=\"axis\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
	    "y2=\"%.1f\"/>\n",
	    x1, y1, x2, y2);
}

void
chart_counts(const struct chart *c, struct printer *p)
{
	int64_t first = (int64_t)(c->low / c->tick);

	/* the division has cut a fraction off, which makes it less only if it is positive */
	first += (double)first * c->tick < c->low;
	for (int64_t i = first; (double)i * c->tick <= c->high; i++) {
		double count = (double)i * c->tick, y = chart_y(c, count);

		chart_axis(p, c->left, y, chart_right(c), y);
		printer_print(p,
		    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
		    c->left - 12, y + 4);
		page_count(p, (int64_t)count);
		printer_print(p, "</text>\n");
	}
}

void
chart_begin(const struct chart *c, struct printer *p)
{
	printer_print(p, "<svg class=\"chart\" viewBox=\"0 0 %d %d\"", c->width,
	    c->height);
}
