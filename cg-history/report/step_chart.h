/* SPDX-License-Identifier: BSD-2-Clause */
/* Draws what a benchmark cost, as a line over the commits with a mark at each step. */
#ifndef STEP_CHART_H
#define STEP_CHART_H

#include "step_page.h"

/* Prints the chart of a benchmark with points.  If it is large, it has the width of a page.  Its
 * attribute data-steps has "X,Y" for each row, or "-". */
void step_chart_print(const struct step_page *page,
    const struct step_rows *rows, bool is_large, struct printer *printer);

#endif
