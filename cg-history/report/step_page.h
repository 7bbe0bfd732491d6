/* SPDX-License-Identifier: BSD-2-Clause */
/* A page for a browser: what benchmarks cost over the commits of a range, and the table of the steps. */
#ifndef STEP_PAGE_H
#define STEP_PAGE_H

#include "step_rows.h"

enum { STEP_PAGE_DATES = 5 };

struct step_page {
	const char *range;
	const char *function; /* the expression of --function; NULL: none */
	size_t n;
	const struct step_rows *benchmarks;
	size_t first, last; /* places of the first and the last recording */
	/* from the first to the last; "": nothing is recorded */
	char dates[STEP_PAGE_DATES][11];
};

/* Sets the places of the first and the last recording, and the dates between them. */
void step_page_find_dates(struct step_page *page, const struct commits *commits,
    struct objects *objects);

/* Returns the place of a date. */
size_t step_page_place(const struct step_page *page, size_t date);

void step_page_print(const struct step_page *page, struct printer *printer);

#endif
