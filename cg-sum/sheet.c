/* SPDX-License-Identifier: BSD-2-Clause */
/* From tallied counts to the rows that are shown, in their order. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "contest.h"
#include "libquery/events.h"
#include "sheet.h"

/*
 * Computes the columns of each input, whose counts come in `blocks`: its own
 * and, where there are two, inclusive ones, which go beside their events.
 */
static void
compute(const struct sheet *s, struct projection *columns,
    struct cg_record record, size_t blocks, int64_t *to)
{
	const int64_t *counts = record.counts;
	size_t stride = s->doubled != NULL ? 2 : 1;

	for (size_t i = 0; i < s->ninputs * stride; i++) {
		size_t input = i / stride, block = i % stride % blocks;

		record.counts =
		    counts + (input * blocks + block) * columns->ninputs;
		projection_apply(columns, &record);
		for (size_t c = 0; c < columns->n; c++)
			to[input * s->header.nevents + c * stride +
			    i % stride] = record.counts[c];
	}
}

/* the columns of the tally's totals, input after input */
static int64_t *
compute_totals(const struct sheet *s, struct projection *columns,
    const struct tally *tally)
{
	int64_t *totals =
	    cli_alloc(s->ninputs * s->header.nevents, sizeof(*totals));
	struct cg_record record = {
	    .file = "(total)", .function = "(total)", .counts = tally->totals};

	compute(s, columns, record, 1, totals);
	return totals;
}

static _Noreturn void
die_of_sum(const struct sheet *s, size_t column)
{
	cli_die("the sum of %s does not fit in 64 bits",
	    s->header.events[column % s->header.nevents].name);
}

static void
init(struct sheet *s, const struct sheet_request *request,
    const struct tally *tally)
{
	*s = (struct sheet){
	    .by = request->by,
	    .name = request->by,
	    .header = {.nevents = request->columns.n,
		.events = request->columns.events},
	    .ninputs = tally->inputs->n,
	    .names = tally->names,
	    .nnames = tally->inputs->n,
	    .partials = &tally->partials,
	};
	rates_find(&s->rates, &s->header);
}

/* each event with an inclusive one beside it, "Ir" with "Ir:incl" */
static void
double_events(struct sheet *s)
{
	const struct cg_event *events = s->header.events;

	s->doubled = cli_alloc(2 * s->header.nevents, sizeof(*s->doubled));
	for (size_t i = 0; i < s->header.nevents; i++) {
		s->doubled[2 * i] = events[i];
		s->doubled[2 * i + 1].name =
		    cli_format("%s:incl", events[i].name);
	}
	s->header.events = s->doubled;
	s->header.nevents *= 2;
	rates_find(&s->rates, &s->header);
}

/* --- ranked rows ---------------------------------------------------------- */

static bool
is_zero(const int64_t *counts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (counts[i] != 0)
			return false;
	return true;
}

/*
 * Adds a row to what is hidden: its own columns, since inclusive ones would
 * count twice.
 */
static void
hide(struct sheet *s, const int64_t *counts)
{
	size_t stride = s->doubled != NULL ? 2 : 1;

	for (size_t i = 0; i < s->ninputs * s->header.nevents; i += stride)
		if (__builtin_add_overflow(
			s->hidden[i], counts[i], &s->hidden[i]))
			die_of_sum(s, i);
}

/* takes the aggregate's rows over, but for those that were hidden before */
static void
take_rows(struct sheet *s, struct projection *columns,
    const struct aggregate *aggregate)
{
	size_t width = s->ninputs * s->header.nevents;
	size_t n = cg_profile_len(aggregate->rows);

	s->rows = cli_alloc(n + 1, sizeof(*s->rows));
	s->counts = cli_alloc((n + 1) * width, sizeof(*s->counts));
	s->hidden = s->counts + n * width;
	for (size_t i = 0; i < n; i++) {
		int64_t *counts = s->counts + s->nrows * width;
		struct cg_record record;

		cg_profile_at(aggregate->rows, i, &record);
		compute(
		    s, columns, record, aggregate_blocks(aggregate), counts);
		if (cg_is_filtered(record.file))
			hide(s, counts);
		else if (!is_zero(counts, width))
			s->rows[s->nrows++] = (struct sheet_row){
			    record.file, record.function, record.line, counts};
	}
}

/* a row for what is hidden, if that is anything */
static void
append_hidden(struct sheet *s)
{
	for (size_t i = 1;
	     s->doubled != NULL && i < s->ninputs * s->header.nevents; i += 2)
		s->hidden[i] = s->hidden[i - 1];
	if (!is_zero(s->hidden, s->ninputs * s->header.nevents))
		s->rows[s->nrows++] =
		    (struct sheet_row){cg_filtered, cg_filtered, 0, s->hidden};
}

/* the kept rows in order, and the sum of the others */
static void
arrange(struct sheet *s, const struct contest *c)
{
	struct sheet_row *all = s->rows;
	size_t n = s->nrows;
	size_t *order = ranking_order(&c->largest, s->event);

	s->rows = cli_alloc(n + 1, sizeof(*s->rows));
	s->nrows = 0;
	for (size_t i = 0; i < n; i++) {
		if (c->kept[order[i]])
			s->rows[s->nrows++] = all[order[i]];
		else
			hide(s, all[order[i]].counts);
	}
	append_hidden(s);
	free(order);
	free(all);
}

static void
resolve_order(struct sheet *s, struct sheet_request *request)
{
	if (request->sort != NULL)
		s->event = events_find(
		    &s->header, "--sort", request->sort, strlen(request->sort));
	request->ranking.event = s->event;
	ranking_resolve(&request->ranking, &s->header);
}

static const char *
name_of_rows(const struct aggregate *aggregate)
{
	if (aggregate->by_object)
		return "object";
	return aggregate->rollup.level == LEVEL_DIR ? "dir" : "file";
}

void
sheet_of_rows(struct sheet *s, struct sheet_request *request,
    const struct tally *tally, const struct aggregate *aggregate)
{
	struct contest contest;

	init(s, request, tally);
	if (aggregate->inclusive)
		double_events(s);
	if (aggregate->by_line)
		s->detail = DETAIL_LINE;
	else if (aggregate->rollup.level == LEVEL_FUNCTION)
		s->detail = DETAIL_FUNCTION;
	s->name = name_of_rows(aggregate);
	s->totals = compute_totals(s, &request->columns, tally);
	s->shares = true;
	resolve_order(s, request);
	take_rows(s, &request->columns, aggregate);
	contest_hold(&contest, s, &request->ranking);
	arrange(s, &contest);
	contest_release(&contest);
}

/* --- rows of totals ------------------------------------------------------- */

void
sheet_of_events(
    struct sheet *s, struct sheet_request *request, const struct tally *tally)
{
	static const struct cg_event count = {.name = "count"};
	size_t nrows = request->columns.n;
	int64_t *totals;

	init(s, request, tally);
	totals = compute_totals(s, &request->columns, tally);
	s->nrows = nrows;
	s->rows = cli_alloc(nrows, sizeof(*s->rows));
	s->counts = cli_alloc(nrows * s->ninputs, sizeof(*s->counts));
	for (size_t row = 0; row < nrows; row++) {
		int64_t *counts = s->counts + row * s->ninputs;

		for (size_t i = 0; i < s->ninputs; i++)
			counts[i] = totals[i * nrows + row];
		s->rows[row] = (struct sheet_row){
		    .name = request->columns.events[row].name,
		    .counts = counts,
		};
	}
	s->header = (struct cg_header){.nevents = 1, .events = &count};
	s->rates.n = 0;
	free(totals);
}

void
sheet_of_inputs(
    struct sheet *s, struct sheet_request *request, const struct tally *tally)
{
	size_t nevents = request->columns.n;

	init(s, request, tally);
	s->counts = compute_totals(s, &request->columns, tally);
	s->nrows = s->ninputs;
	s->rows = cli_alloc(s->nrows, sizeof(*s->rows));
	for (size_t row = 0; row < s->nrows; row++)
		s->rows[row] = (struct sheet_row){
		    .name = tally->names[row],
		    .counts = s->counts + row * nevents,
		};
	s->ninputs = 1;
}

void
sheet_add_up(struct sheet *s)
{
	size_t n = s->header.nevents;

	s->totals = cli_alloc(n, sizeof(*s->totals));
	for (size_t row = 0; row < s->nrows; row++) {
		size_t fitting =
		    cg_counts_add(s->totals, s->rows[row].counts, n);

		if (fitting < n)
			die_of_sum(s, fitting);
	}
}

void
sheet_release(struct sheet *s)
{
	for (size_t i = 1; s->doubled != NULL && i < s->header.nevents; i += 2)
		free((void *)s->doubled[i].name);
	free(s->doubled);
	free(s->rows);
	free(s->counts);
	free(s->totals);
}
