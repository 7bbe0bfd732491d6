/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats: each writes a whole table. */
#ifndef RENDER_H
#define RENDER_H

#include "libreport/printer.h"
#include "table.h"

/*
 * Blocks of totals, one for each row of a table of inputs, then the inputs that
 * are not whole.  `formula` defines estimated cycles, or is NULL (render_text.c).
 */
void render_blocks(
    const struct table *table, const char *formula, struct printer *printer);

/* aligned columns, names last (render_text.c) */
void render_text(const struct table *table, struct printer *printer);

/* one line of titles, raw numbers, names first (separated.c) */
void render_tsv(const struct table *table, struct printer *printer);
void render_csv(const struct table *table, struct printer *printer);

/* one object, described in cg-sum(1) (json.c) */
void render_json(const struct table *table, struct printer *printer);

/* a table in GitHub's Markdown (render_markdown.c) */
void render_markdown(const struct table *table, struct printer *printer);

/*
 * A page for a browser: a chart of the largest rows over the inputs, and tables
 * (html.c).  The table must have ranked rows, and the limits judged for it.
 */
void render_html(const struct table *table, struct printer *printer);

/* A line chart, for that page, of the total and the largest rows over the inputs, two at
 * least (trend.c). */
void render_trend(const struct table *table, struct printer *printer);

/* the counts of each row, tab-separated (separated.c) */
void render_plain(const struct table *table, struct printer *printer);

#endif
