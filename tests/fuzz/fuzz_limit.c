/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The first byte says whether limits are budgets or growths.  Then come lines:
 * after "+" a limit, else a row, "FILE:FUNCTION OLD NEW" of the events A and B.
 * A judgement can be repeated, a budget does not care how the total came about,
 * and a growth is what floating-point arithmetic says, if that can tell.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libquery/events/limit.h"
#include "target.h"

enum { MOST_LIMITS = 6, MOST_ROWS = 16, NEVENTS = 2 };

struct row {
	struct cg_record record;
	int64_t now[NEVENTS];
	int64_t old[NEVENTS];
};

static const struct cg_event events[NEVENTS] = {{.name = "A"}, {.name = "B"}};
static const struct cg_header header = {.nevents = NEVENTS, .events = events};

static bool
take_row(char *line, struct row *row)
{
	char *file = line, *function = strchr(line, ':'), *p;

	if (function == NULL)
		return false;
	*function++ = '\0';
	p = strchr(function, ' ');
	if (p == NULL)
		return false;
	*p++ = '\0';
	*row = (struct row){.record = {.kind = CG_COSTS,
				.file = file,
				.def_file = file,
				.function = function,
				.object = ""}};
	row->old[0] = strtoll(p, &p, 10);
	row->now[0] = strtoll(p, &p, 10);
	row->old[1] = row->now[1] = strtoll(p, &p, 10);
	return true;
}

static bool
judge(struct limits *limits, struct row *rows, size_t nrows)
{
	limits_begin(limits, &header, nrows % 2 == 0 ? "place" : NULL);
	for (size_t i = 0; i < nrows; i++) {
		rows[i].record.counts = rows[i].now;
		limits_take(limits, &rows[i].record,
		    limits->kind == LIMIT_GROWTH ? rows[i].old : NULL);
	}
	return limits_end(limits);
}

/* The sums of the first event; the judgement ended if they do not fit, but for the
 * old one of a budget, which is not judged. */
static void
total_of(const struct row *rows, size_t nrows, int64_t *old, int64_t *now)
{
	*old = *now = 0;
	for (size_t i = 0; i < nrows; i++) {
		*old = (int64_t)((uint64_t)*old + (uint64_t)rows[i].old[0]);
		*now += rows[i].now[0];
	}
}

/* Takes k, M or G away from the end of a number; returns what it stands for. */
static long double
take_unit(char **end)
{
	static const char units[] = "kMG";
	const char *unit = **end != '\0' ? strchr(units, **end) : NULL;

	*end += unit != NULL;
	return unit != NULL ? powl(1000, (long double)(unit - units + 1)) : 1;
}

/* Judges "A=BOUND", "A=BOUNDk" or "A=BOUND%" again; the limit is the only one. */
static void
check_total(const char *text, enum limit_kind kind, const struct row *rows,
    size_t nrows, bool kept)
{
	int64_t old, now;
	long double bound, unit, found;
	char *end;

	if (strncmp(text, "A=", 2) != 0)
		return;
	bound = strtold(text + 2, &end);
	unit = take_unit(&end);
	if (unit > 1) /* the product is whole, and below 2^63 */
		bound = roundl(bound * unit);
	total_of(rows, nrows, &old, &now);
	found = kind == LIMIT_BUDGET ? (long double)now
				     : (long double)now - (long double)old;
	if (*end == '\0') {
		/* all these are exact */
		demand(kept == (found <= bound), "a limit is judged right");
		return;
	}
	if (strcmp(end, "%") != 0)
		return;
	found *= 100;
	bound *= fabsl((long double)old);
	if (fabsl(found - bound) > fabsl(found) * 1e-15L)
		demand(kept == (found < bound), "a share is judged right");
}

/* The same total in one row, if it fits. */
static void
check_one_row(
    struct limits *limits, const struct row *rows, size_t nrows, bool kept)
{
	struct row one = rows[0];

	if (limits_have(limits, LIMIT_FILE) ||
	    limits_have(limits, LIMIT_FUNCTION))
		return;
	for (size_t i = 1; i < nrows; i++)
		for (size_t e = 0; e < NEVENTS; e++)
			if (__builtin_add_overflow(
				one.now[e], rows[i].now[e], &one.now[e]) ||
			    __builtin_add_overflow(
				one.old[e], rows[i].old[e], &one.old[e]))
				return;
	demand(judge(limits, &one, 1) == kept,
	    "a limit on the total is of the sum of the rows");
	if (limits->kind == LIMIT_BUDGET)
		demand(
		    (limits_exceeds(limits, LIMIT_TOTAL, NULL, 0, one.now[0]) ||
			limits_exceeds(
			    limits, LIMIT_TOTAL, NULL, 1, one.now[1])) != kept,
		    "a budget is exceeded as its chart shows it");
}

static void
run(const uint8_t *data, size_t size)
{
	char *text = text_copy(data + 1, size - 1), *rest = text, *line;
	struct limits limits = {
	    .kind = data[0] % 2 == 0 ? LIMIT_BUDGET : LIMIT_GROWTH};
	const char *last = NULL;
	struct row rows[MOST_ROWS];
	size_t nrows = 0;

	while ((line = text_take_line(&rest)) != NULL) {
		if (*line == '+' && limits.n < MOST_LIMITS)
			limits_add(&limits, last = line + 1);
		else if (nrows < MOST_ROWS && take_row(line, &rows[nrows])) {
			/* a budget has no old counts */
			if (limits.kind == LIMIT_BUDGET)
				memset(rows[nrows].old, 0,
				    sizeof(rows[nrows].old));
			nrows++;
		}
	}
	if (limits.n > 0 && nrows > 0) {
		bool kept = judge(&limits, rows, nrows);

		demand(kept || attempt_nwarnings() > 0,
		    "a limit that is exceeded is named");
		demand(judge(&limits, rows, nrows) == kept,
		    "a judgement can be repeated");
		if (limits.n == 1)
			check_total(last, limits.kind, rows, nrows, kept);
		check_one_row(&limits, rows, nrows, kept);
	}
	limits_release(&limits);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0)
		attempt(run, data, size);
	return 0;
}
