/* SPDX-License-Identifier: BSD-2-Clause */
/* What text says of loops besides their names: how often they ran, and what a round costs. */
#ifndef LOOP_TEXT_H
#define LOOP_TEXT_H

#include "libquery/loops/loop_name.h"
#include "libreport/numfmt.h"
#include "model/report.h"
#include "loop_list.h"

/* Returns "12.34 % of Ir is in code outside loops, which loops may call", for the event that decides
 * the order.  The caller frees it. */
char *loop_coverage(const struct report *report);

/* Returns "(3 more loops: --threshold=0 shows them)", or NULL.  The caller frees it. */
char *loop_others(const struct report *report);

/* --- columns: how often, and what a round costs ------------------------------ */

enum loop_column_kind {
	LOOP_ENTERED,
	LOOP_ROUNDS,        /* all of them */
	LOOP_ROUNDS_EACH,   /* the mean */
	LOOP_COST_OF_ROUND, /* of an event */
	LOOP_VECTORS, /* share of floating-point operations that vectors do */
};

struct loop_column {
	enum loop_column_kind kind;
	size_t event;
	size_t whole; /* the event that it is a share of */
	/* of the profile if the event is cycles, which a model can lack; else NULL */
	const struct cg_header *estimates;
	char *title;
	size_t width; /* of the title and of all cells */
};

struct loop_columns {
	size_t n;
	struct loop_column *list;
};

/* The costs are of the events of --show, or else of Ir and the event that decides the order.
 * has_rounds: with all rounds, not only the mean. */
void loop_columns_init(
    struct loop_columns *columns, const struct report *report, bool has_rounds);

void loop_cell(char to[FORMAT_SIZE], const struct loop_column *column,
    const struct loop_row *row);

void loop_columns_release(struct loop_columns *columns);

/* --- what limits a round ------------------------------------------------------ */

/* What the profile says limits loops; 0 wide: it does not say it. */
struct loop_limits {
	/* for each loop: what limits it, and what limits it without that */
	char **texts[2];
	size_t widths[2]; /* with the titles */
	size_t n;
};

extern const char *const loop_limit_titles[2];

void loop_limits_init(struct loop_limits *limits, const struct report *report);

void loop_limits_release(struct loop_limits *limits);

#endif
