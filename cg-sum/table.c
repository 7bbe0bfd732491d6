/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Turns the counts of an aggregate into the rows that are shown: applies the
 * projection to each, ranks them, and adds up the hidden rows.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "libquery/row_selection.h"
#include "libreport/marks.h"
#include "subtotals.h"
#include "table.h"

/*
 * Computes the table's counts of one row.  The record has `width` counts for
 * each input, in `blocks` blocks: its own and, if there are two, inclusive ones,
 * which are interleaved with them.  A single block stands for both.  If there are
 * two, the number of calls follows.
 */
static void
compute(const struct table *t, struct projection *projection,
    struct cg_record record, size_t blocks, size_t width, int64_t *to)
{
	const int64_t *counts = record.counts;
	size_t stride = t->doubled != NULL ? 2 : 1;
	size_t nevents = t->header.nevents;

	for (size_t i = 0; i < t->ninputs * stride; i++) {
		size_t input = i / stride, block = i % stride % blocks;

		record.counts =
		    counts + input * width + block * projection->ninputs;
		projection_apply(projection, &record);
		for (size_t c = 0; c < projection->n; c++)
			to[input * nevents + c * stride + i % stride] =
			    record.counts[c];
		if (t->doubled != NULL && blocks == 2)
			to[input * nevents + nevents - 1] =
			    counts[(input + 1) * width - 1];
	}
}

/* Returns the projected totals, input after input; the caller frees them. */
static int64_t *
compute_totals(const struct table *t, struct projection *projection,
    const struct aggregate *aggregate, const int64_t *counts)
{
	int64_t *totals =
	    cli_alloc(t->ninputs * t->header.nevents, sizeof(*totals));
	struct cg_record record = {
	    .file = "(total)", .function = "(total)", .counts = counts};

	compute(t, projection, record, 1, aggregate->header->nevents, totals);
	return totals;
}

_Noreturn void
table_die_of_sum(const struct table *t, size_t column)
{
	cli_die("the sum of %s does not fit in 64 bits",
	    t->header.events[column % t->header.nevents].name);
}

static void
init(struct table *t, const struct table_request *request,
    const struct aggregate *aggregate)
{
	*t = (struct table){
	    .by = request->by,
	    .cmd = aggregate->header->cmd,
	    .name = request->by,
	    .outer = request->outer,
	    .header = {.nevents = request->projection.n,
		.events = request->projection.events},
	    .ninputs = aggregate->inputs->n,
	    .names = aggregate->names,
	    .nnames = aggregate->inputs->n,
	    .partials = &aggregate->series.partials,
	};
	rates_find(&t->rates, &t->header);
	t->differences = cli_alloc(t->ninputs, sizeof(*t->differences));
	memcpy(t->differences, aggregate->differences,
	    t->ninputs * sizeof(*t->differences));
}

static bool
are_differences(const struct table *t)
{
	size_t i = 0;

	while (i < t->ninputs && t->differences[i])
		i++;
	return i == t->ninputs;
}

/* Adds an inclusive event after each one, "Ir:incl" after "Ir", and the number of
 * calls.  The difference of two costs is not the cost of a difference of calls. */
static void
double_events(struct table *t)
{
	const struct cg_event *events = t->header.events;

	t->doubled = cli_alloc(2 * t->header.nevents + 1, sizeof(*t->doubled));
	for (size_t i = 0; i < t->header.nevents; i++) {
		t->doubled[2 * i] = events[i];
		t->doubled[2 * i + 1].name =
		    cli_format("%s:incl", events[i].name);
	}
	t->header.events = t->doubled;
	t->header.nevents *= 2;
	rates_find(&t->rates, &t->header);
	t->doubled[t->header.nevents++].name = "calls";
	if (!are_differences(t))
		t->per_call = cli_format("%s/call", events[0].name);
}

/* --- ranked rows ---------------------------------------------------------- */

static bool
is_inclusive(const struct table *t, size_t event)
{
	return t->doubled != NULL && event % 2 == 1 && event < table_ncosts(t);
}

/*
 * Adds a row to the hidden rows, without inclusive counts, which would count
 * twice.
 */
static void
hide(struct table *t, const int64_t *counts)
{
	for (size_t i = 0; i < t->ninputs * t->header.nevents; i++)
		if (!is_inclusive(t, i % t->header.nevents))
			t->hidden_sums[i] += counts[i];
}

/* Adds the calls of a row to the totals. */
static void
add_calls(struct table *t, const int64_t *counts)
{
	size_t n = t->header.nevents;

	for (size_t i = n - 1; i < t->ninputs * n; i += n)
		if (__builtin_add_overflow(
			t->totals[i], counts[i], &t->totals[i]))
			table_die_of_sum(t, i);
}

/* Copies the grouping's rows so that their counts follow one another; rows that cg-filter
 * hid count as hidden. */
static void
take_rows(struct table *t, struct table_request *request,
    const struct grouping *grouping)
{
	struct projection *projection = &request->projection;
	size_t width = t->ninputs * t->header.nevents;
	size_t n = cg_profile_len(grouping->rows);

	t->rows = cli_alloc(n + 1, sizeof(*t->rows));
	t->counts = cli_alloc((n + 1) * width, sizeof(*t->counts));
	t->hidden = t->counts + n * width;
	t->hidden_sums = cli_alloc(width, sizeof(*t->hidden_sums));
	for (size_t i = 0; i < n; i++) {
		int64_t *counts = t->counts + t->nrows * width;
		struct cg_record record;

		cg_profile_at(grouping->rows, i, &record);
		compute(t, projection, record, grouping_blocks(grouping),
		    grouping_width(grouping, projection->ninputs), counts);
		if (t->doubled != NULL && request->prints_total)
			add_calls(t, counts);
		if (cg_is_filtered(record.file))
			hide(t, counts);
		else if (!are_zero(counts, width))
			t->rows[t->nrows++] = (struct table_row){
			    .outer = t->outer != NULL ? record.object : NULL,
			    .name = record.file,
			    .function = record.function,
			    .def_file = record.def_file,
			    .line = record.line,
			    .counts = counts,
			};
	}
}

/* Adds the row of all hidden rows, unless its counts are all 0. */
static void
append_hidden(struct table *t)
{
	for (size_t i = 0; i < t->ninputs * t->header.nevents; i++) {
		t->hidden[i] = (int64_t)t->hidden_sums[i];
		if (t->hidden[i] != t->hidden_sums[i])
			table_die_of_sum(t, i);
	}
	free(t->hidden_sums);
	t->hidden_sums = NULL;
	for (size_t i = 1; i < t->ninputs * t->header.nevents; i++)
		if (is_inclusive(t, i % t->header.nevents))
			t->hidden[i] = t->hidden[i - 1];
	if (!are_zero(t->hidden, t->ninputs * t->header.nevents))
		t->rows[t->nrows++] = (struct table_row){.name = cg_filtered,
		    .function = cg_filtered,
		    .def_file = t->detail == DETAIL_PLACE ? cg_filtered : NULL,
		    .counts = t->hidden};
}

/* Puts the kept rows in order, and hides the others. */
static void
arrange(struct table *t, const struct row_selection *selection)
{
	struct table_row *all = t->rows;
	size_t n = t->nrows;

	if (t->outer != NULL) {
		subtotals_arrange(t, selection);
		append_hidden(t);
		return;
	}
	t->rows = cli_alloc(n + 1, sizeof(*t->rows));
	t->nrows = 0;
	for (size_t i = 0; i < n; i++) {
		size_t row = selection->order[i];

		if (selection->kept[row])
			t->rows[t->nrows++] = all[row];
		else
			hide(t, all[row].counts);
	}
	append_hidden(t);
	free(all);
}

void
table_of_rows(struct table *t, struct table_request *request,
    const struct aggregate *aggregate, const struct grouping *grouping)
{
	const struct row_key *key = &grouping->key;
	struct row_selection selection;

	init(t, request, aggregate);
	if (grouping_blocks(grouping) > 1)
		double_events(t);
	if (key->by_instruction)
		t->detail = DETAIL_PLACE;
	else if (key->by_line)
		t->detail = DETAIL_LINE;
	else if (key->rollup.level == LEVEL_FUNCTION)
		t->detail = DETAIL_FUNCTION;
	t->name = "file";
	if (grouping->by_region || key->by_region)
		t->name = "region";
	else if (key->by_object)
		t->name = "object";
	else if (key->by_instruction)
		t->name = "instruction";
	else if (key->rollup.level == LEVEL_DIR)
		t->name = "dir";
	t->totals = compute_totals(
	    t, &request->projection, aggregate, aggregate->totals);
	t->shares = true;
	if (request->sort != NULL)
		t->event = events_find(
		    &t->header, "--sort", request->sort, strlen(request->sort));
	request->ranking.event = t->event;
	ranking_resolve(&request->ranking, &t->header);
	take_rows(t, request, grouping);
	row_selection_make(&selection,
	    &(struct row_counts){.n = t->nrows,
		.ninputs = t->ninputs,
		.nevents = t->header.nevents,
		.list = t->counts,
		.totals = t->totals},
	    &request->ranking);
	arrange(t, &selection);
	row_selection_release(&selection);
}

/* --- rows of totals ------------------------------------------------------- */

void
table_of_events(struct table *t, struct table_request *request,
    const struct aggregate *aggregate)
{
	static const struct cg_event count = {.name = "count"};
	size_t nrows = request->projection.n;
	int64_t *totals;

	init(t, request, aggregate);
	totals = compute_totals(
	    t, &request->projection, aggregate, aggregate->totals);
	t->nrows = nrows;
	t->rows = cli_alloc(nrows, sizeof(*t->rows));
	t->counts = cli_alloc(nrows * t->ninputs, sizeof(*t->counts));
	for (size_t row = 0; row < nrows; row++) {
		int64_t *counts = t->counts + row * t->ninputs;

		for (size_t i = 0; i < t->ninputs; i++)
			counts[i] = totals[i * nrows + row];
		t->rows[row] = (struct table_row){
		    .name = request->projection.events[row].name,
		    .counts = counts,
		};
	}
	t->header = (struct cg_header){.nevents = 1, .events = &count};
	t->rates.n = 0;
	free(totals);
}

static int
by_first_count(const void *a, const void *b)
{
	const struct table_row *x = a, *y = b;

	if (x->counts[0] != y->counts[0])
		return x->counts[0] < y->counts[0] ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Sorts rows by an event, the first one if the name is NULL. */
static void
sort_inputs(struct table *t, const char *name)
{
	if (name != NULL)
		t->event =
		    events_find(&t->header, "--sort", name, strlen(name));
	for (size_t i = 0; i < t->nrows; i++)
		t->rows[i].counts += t->event;
	qsort(t->rows, t->nrows, sizeof(*t->rows), by_first_count);
	for (size_t i = 0; i < t->nrows; i++)
		t->rows[i].counts -= t->event;
}

void
table_of_inputs(struct table *t, struct table_request *request,
    const struct aggregate *aggregate)
{
	size_t nevents = request->projection.n;

	init(t, request, aggregate);
	t->counts = compute_totals(
	    t, &request->projection, aggregate, aggregate->totals);
	t->nrows = t->ninputs;
	t->rows = cli_alloc(t->nrows, sizeof(*t->rows));
	for (size_t row = 0; row < t->nrows; row++)
		t->rows[row] = (struct table_row){
		    .name = aggregate->names[row],
		    .counts = t->counts + row * nevents,
		};
	t->differences[0] = are_differences(t);
	t->ninputs = 1;
	if (request->sort != NULL)
		sort_inputs(t, request->sort);
}

/* Adds the counts of a process to the counts of its program. */
static void
add_process(const struct table *t, const struct table_row *program,
    const int64_t *counts)
{
	int64_t *to = t->counts + (program->counts - t->counts);
	size_t fitting = cg_counts_add(to, counts, t->header.nevents);

	if (fitting < t->header.nevents)
		table_die_of_sum(t, fitting);
}

/* sorts processes by what they are */
static int
by_name(const void *a, const void *b)
{
	const struct table_row *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order != 0 ? order
			  : (x->counts > y->counts) - (x->counts < y->counts);
}

void
table_of_processes(struct table *t, struct table_request *request,
    const struct aggregate *aggregate, bool by_program)
{
	size_t nevents = request->projection.n, nrows = 0;

	init(t, request, aggregate);
	t->ninputs = aggregate->nprocesses;
	t->counts = compute_totals(
	    t, &request->projection, aggregate, aggregate->process_totals);
	t->rows = cli_alloc(t->ninputs, sizeof(*t->rows));
	for (size_t i = 0; i < t->ninputs; i++)
		t->rows[i] = (struct table_row){
		    .name = by_program ? aggregate->processes[i].program
				       : aggregate->processes[i].command,
		    .counts = t->counts + i * nevents,
		};
	qsort(t->rows, t->ninputs, sizeof(*t->rows), by_name);
	for (size_t i = 0; i < t->ninputs; i++)
		if (nrows > 0 &&
		    strcmp(t->rows[nrows - 1].name, t->rows[i].name) == 0)
			add_process(t, &t->rows[nrows - 1], t->rows[i].counts);
		else
			t->rows[nrows++] = t->rows[i];
	t->nrows = nrows;
	t->ninputs = 1;
	sort_inputs(t, request->sort);
}

void
table_add_up(struct table *t)
{
	size_t n = t->header.nevents;

	t->totals = cli_alloc(n, sizeof(*t->totals));
	for (size_t row = 0; row < t->nrows; row++) {
		size_t fitting =
		    cg_counts_add(t->totals, t->rows[row].counts, n);

		if (fitting < n)
			table_die_of_sum(t, fitting);
	}
}

void
table_release(struct table *t)
{
	for (size_t i = 1; t->doubled != NULL && i < table_ncosts(t); i += 2)
		free((void *)t->doubled[i].name);
	free(t->doubled);
	free(t->per_call);
	free(t->rows);
	free(t->counts);
	free(t->subtotals);
	free(t->totals);
	free(t->differences);
}

/* --- a finished table ----------------------------------------------------- */

int64_t
table_count(const struct table *t, const struct table_row *row, size_t input)
{
	return row->counts[input * t->header.nevents + t->event];
}

const char *
table_detail(const struct table *t)
{
	switch (t->detail) {
	case DETAIL_PLACE:
		return "function";
	case DETAIL_FUNCTION:
		return strcmp(t->by, "data") == 0 ? "data" : "function";
	case DETAIL_LINE:
		return "line";
	case DETAIL_NONE:
		break;
	}
	return NULL;
}

const char *
table_mark(const struct table *t, const struct table_row *row)
{
	const char *mark = diff_mark(&t->header, row->counts);

	for (size_t i = 1; i < t->ninputs; i++)
		if (strcmp(mark, diff_mark(&t->header,
				     row->counts + i * t->header.nevents)) != 0)
			return "";
	return mark;
}

bool
table_has_functions(const struct table *t)
{
	return t->detail == DETAIL_FUNCTION || t->detail == DETAIL_PLACE;
}

size_t
table_ncosts(const struct table *t)
{
	return t->header.nevents - (t->doubled != NULL);
}

bool
table_per_call(
    const struct table *t, const int64_t *counts, size_t input, double *cost)
{
	int64_t calls;

	counts += input * t->header.nevents;
	calls = counts[t->header.nevents - 1];
	if (calls <= 0 || t->differences[input])
		return false;
	*cost = (double)counts[1] / (double)calls;
	return true;
}

bool
table_is_hidden(const struct table_row *row)
{
	return row->name == cg_filtered;
}

bool
table_is_beyond(const struct table *t, enum limit_scope scope, const char *name,
    size_t event, int64_t count)
{
	size_t stride = t->doubled != NULL ? 2 : 1;
	/* functions are judged by their inclusive cost, if there is one */
	bool inclusive = t->doubled != NULL &&
			 (scope == LIMIT_FUNCTION || scope == LIMIT_REGION);

	return event < table_ncosts(t) && event % stride == inclusive &&
	       limits_exceeds(t->limits, scope, name, event / stride, count);
}

bool
table_row_is_beyond(
    const struct table *t, const struct table_row *row, size_t input)
{
	int64_t count = table_count(t, row, input);

	if (table_is_hidden(row))
		return false;
	if (t->detail == DETAIL_FUNCTION)
		return table_is_beyond(
		    t, LIMIT_FUNCTION, row->function, t->event, count);
	if (strcmp(t->by, "region") == 0)
		return table_is_beyond(
		    t, LIMIT_REGION, row->name, t->event, count);
	return strcmp(t->by, "file") == 0 &&
	       table_is_beyond(t, LIMIT_FILE, row->name, t->event, count);
}
