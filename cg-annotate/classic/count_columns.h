/* SPDX-License-Identifier: BSD-2-Clause */
/* The columns of counts that stand before each name and source line. */
#ifndef COUNT_COLUMNS_H
#define COUNT_COLUMNS_H

#include "libreport/printer.h"
#include "model/count_sums.h"
#include "model/report.h"

struct count_columns {
	const struct report *report;
	size_t *widths;  /* one for each event shown */
	int64_t *wholes; /* 100 % of each */
};

/*
 * Makes the columns of the events shown as wide as their names and all counts
 * within the range need.  count_columns_release frees the widths.
 */
void count_columns_init(struct count_columns *columns,
    const struct report *report, const struct count_range *range);
void count_columns_release(struct count_columns *columns);

/* Prints the names of the events. */
void count_columns_print_events(
    const struct count_columns *columns, struct printer *printer);

/*
 * Prints the counts of one row, and a dot for each that is not present; present
 * NULL: all are present; counts NULL: no count is.
 */
void count_columns_print(const struct count_columns *columns,
    const int64_t *counts, const bool *present, struct printer *printer);

/* Prints blanks in their place. */
void count_columns_blank(
    const struct count_columns *columns, struct printer *printer);

/* Prints a line of dashes, as stands above and below the heads of tables. */
void count_columns_rule(struct printer *printer);

#endif
