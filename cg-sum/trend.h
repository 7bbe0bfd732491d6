/* SPDX-License-Identifier: BSD-2-Clause */
/* What the parts of an HTML page of trends share (html.c, chart.c). */
#ifndef TREND_H
#define TREND_H

#include "libquery/limit.h"
#include "libreport/printer.h"
#include "table.h"

/* Returns the count of the event that decides the order. */
int64_t trend_count(
    const struct table *table, const struct table_row *row, size_t input);

/* True if that count, or a total, is beyond one of the --limits on it. */
bool trend_is_beyond(
    const struct table *table, const struct table_row *row, size_t input);

/* True if the row is the sum of those that are not shown. */
bool trend_is_hidden(const struct table_row *row);

/* Prints the name of a row in at most `most` characters. */
void trend_short_name(struct printer *printer, const struct table *table,
    const struct table_row *row, size_t most);

/* Prints a line chart of the largest rows over the inputs, two at least. */
void trend_chart(const struct table *table, struct printer *printer);

#endif
