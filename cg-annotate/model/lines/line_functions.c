/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps rows in runs, because most rows have the function and file of the row
 * before them.  Adds up the rows of a line when asked for its function, and
 * whenever there are twice as many rows as after the last time: some profiles
 * have a row of the same line again and again.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "libquery/rank.h"
#include "line_functions.h"

enum { LEAST_ROWS = 1 << 16 };

int
line_functions_init(struct line_functions *l, const struct sort_order *order,
    struct derived_events *derived, struct cg_error *error)
{
	*l = (struct line_functions){.order = order,
	    .derived = derived,
	    .rank = order->n,
	    .error = error};
	l->places = cg_profile_new(1, error);
	return l->places == NULL ? -1 : 0;
}

/* --- rows of one line ----------------------------------------------------- */

static int
compare_lines(const void *a, const void *b)
{
	const struct function_line *x = a, *y = b;
	int order = (x->place > y->place) - (x->place < y->place);

	return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

/* Adds up the rows of each line.  Returns how many lines cost anything. */
static size_t
join_lines(struct function_line *list, size_t n)
{
	size_t nsorted = 1, to = 0;

	/* they mostly are, because profiles are sorted */
	while (nsorted < n &&
	       compare_lines(&list[nsorted - 1], &list[nsorted]) <= 0)
		nsorted++;
	if (nsorted < n)
		qsort(list, n, sizeof(*list), compare_lines);
	for (size_t i = 0; i < n;) {
		struct function_line line = list[i++];

		for (; i < n && compare_lines(&list[i], &line) == 0; i++)
			line.count += list[i].count;
		if (line.count != 0)
			list[to++] = line;
	}
	return to;
}

/* Lists the rows of a run at `to`, and returns how many there are. */
static size_t
list_run(const struct line_functions *l, const struct line_run *run,
    struct function_line *to)
{
	for (size_t i = run->first; i < run->end; i++)
		*to++ = (struct function_line){
		    run->place, l->list[i].line, l->list[i].count};
	return run->end - run->first;
}

/* Appends a row; several if the count does not fit in 64 bits. */
static void
append_line(struct line_functions *l, struct function_line line)
{
	do {
		int64_t part = line.count > INT64_MAX   ? INT64_MAX
			       : line.count < INT64_MIN ? INT64_MIN
							: (int64_t)line.count;

		l->list[l->n++] = (struct line_cost){line.line, part};
		line.count -= part;
	} while (line.count != 0);
}

/* Adds up the rows of each line, so that each place has one run.  There are no
 * more rows afterwards. */
static void
join_rows(struct line_functions *l)
{
	struct function_line *list = cli_alloc(l->n, sizeof(*list));
	size_t n = 0;

	for (size_t i = 0; i < l->nruns; i++)
		n += list_run(l, &l->runs[i], list + n);
	n = join_lines(list, n);
	l->n = l->nruns = 0;
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || list[i].place != list[i - 1].place)
			l->runs[l->nruns++] = (struct line_run){
			    .place = list[i].place, .first = l->n};
		append_line(l, list[i]);
		l->runs[l->nruns - 1].end = l->n;
	}
	free(list);
	l->last = (struct cg_record){.line = 0};
}

/* Makes room for as many rows again as there are after joining them. */
static void
make_room(struct line_functions *l)
{
	if (l->repeats)
		join_rows(l);
	l->most = 2 * l->n > LEAST_ROWS ? 2 * l->n : LEAST_ROWS;
	l->list = cli_resize(l->list, l->most, sizeof(*l->list));
}

/* --- adding --------------------------------------------------------------- */

/* Rows of one place that follow one another have the same pointers. */
static bool
is_same_place(const struct cg_record *a, const struct cg_record *b)
{
	return a->function == b->function && a->file == b->file &&
	       a->def_file == b->def_file && a->object == b->object;
}

/* Begins a run of rows of the row's place.  The row of a place in `places`
 * counts its number from 1. */
static int
begin_run(struct line_functions *l, const struct cg_record *row)
{
	struct cg_record place = {
	    .kind = CG_COSTS,
	    .object = row->object,
	    .def_file = l->by_file ? row->file : row->def_file,
	    .file = row->file,
	    .function = row->function,
	};
	struct cg_row found;

	if (cg_profile_row(l->places, &place, &found) < 0)
		return -1;
	if (found.counts[0] == 0)
		found.counts[0] = (int64_t)cg_profile_len(l->places);
	else
		l->repeats = true;
	l->runs = cli_grow(l->runs, l->nruns, sizeof(*l->runs));
	l->runs[l->nruns++] = (struct line_run){
	    .place = (size_t)found.counts[0] - 1, .first = l->n, .end = l->n};
	return 0;
}

/* Returns the row's count of an event of the order; 0 after the last one. */
static int64_t
count_at(
    const struct line_functions *l, const struct cg_record *row, size_t rank)
{
	return rank < l->order->n ? derived_events_count(l->derived, row,
					l->order->list[rank].event)
				  : 0;
}

/* If the row is the first that has a count of an event that comes earlier in
 * the order, all rows before it have 0. */
static void
find_event(struct line_functions *l, const struct cg_record *row)
{
	for (size_t i = 0; i < l->rank; i++) {
		if (count_at(l, row, i) == 0)
			continue;
		for (size_t j = 0; j < l->n; j++)
			l->list[j].count = 0;
		l->rank = i;
	}
}

int
line_functions_add(struct line_functions *l, const struct cg_record *row)
{
	if (row->kind != CG_COSTS) {
		l->last = (struct cg_record){.line = 0};
		return 0;
	}
	if (l->n == l->most)
		make_room(l);
	if (is_same_place(row, &l->last))
		l->repeats |= row->line <= l->last.line;
	else if (begin_run(l, row) < 0)
		return -1;
	l->last = *row;
	find_event(l, row);
	l->list[l->n++] = (struct line_cost){
	    .line = row->line, .count = count_at(l, row, l->rank)};
	l->runs[l->nruns - 1].end = l->n;
	return 0;
}

void
line_functions_end_profile(struct line_functions *l)
{
	l->last = (struct cg_record){.line = 0};
}

/* --- functions ------------------------------------------------------------ */

/* Compares a function, given by its number, with the function of a place. */
static int
compare_function(
    const struct callgraph *graph, size_t number, const struct cg_record *place)
{
	struct cg_record function;

	cg_profile_at(graph->functions, number, &function);
	return cg_record_compare(&function, place);
}

/* Returns the number of a place's function in the graph, which must have it.
 * Places are nearly in the order of functions, so it is often the next function
 * after the last one found. */
static size_t
find_function(
    const struct callgraph *graph, struct cg_record place, size_t last)
{
	place.file = place.def_file;
	if (last + 1 < graph->nfunctions &&
	    compare_function(graph, last + 1, &place) == 0)
		return last + 1;
	return lower_bound_row(&place, graph->functions, cg_record_compare);
}

static void
sort_by_function(struct line_functions *l, size_t nfunctions)
{
	size_t *next = cli_alloc(nfunctions + 1, sizeof(*next));
	size_t sum = 0;

	l->first = cli_alloc(nfunctions + 1, sizeof(*l->first));
	l->sorted = cli_alloc(l->nruns, sizeof(*l->sorted));
	for (size_t i = 0; i < l->nruns; i++)
		l->first[l->functions[l->runs[i].place]]++;
	for (size_t i = 0; i <= nfunctions; i++) {
		size_t count = l->first[i];

		l->first[i] = next[i] = sum;
		sum += count;
	}
	for (size_t i = 0; i < l->nruns; i++)
		l->sorted[next[l->functions[l->runs[i].place]]++] = i;
	free(next);
}

void
line_functions_complete(struct line_functions *l, const struct callgraph *graph)
{
	size_t last = SIZE_MAX;

	/* rows had counts of an earlier event, but they cancelled out, and no
	 * function has a count of it */
	if (l->rank < l->order->n &&
	    l->order->list[l->rank].event != l->order->deciding)
		l->n = l->nruns = 0;
	if (cg_profile_sort(l->places) < 0)
		cli_die("%s", l->error->text);
	l->nplaces = cg_profile_len(l->places);
	l->functions = cli_alloc(l->nplaces, sizeof(*l->functions));
	l->files = cli_alloc(l->nplaces, sizeof(*l->files));
	for (size_t i = 0; i < l->nplaces; i++) {
		struct cg_record place;
		size_t number;

		cg_profile_at(l->places, i, &place);
		number = (size_t)place.counts[0] - 1;
		last = find_function(graph, place, last);
		l->functions[number] = last;
		l->files[number] = place.file;
	}
	sort_by_function(l, graph->nfunctions);
}

/* --- the hottest lines of a function -------------------------------------- */

/* Equal sizes are in order of place and line. */
static int
compare_sizes(const void *a, const void *b)
{
	const struct function_line *p = a, *q = b;
	unsigned __int128 x = size_of_count(p->count);
	unsigned __int128 y = size_of_count(q->count);

	return x != y ? (x < y ? 1 : -1) : compare_lines(a, b);
}

/* Lists the rows of a function's known lines.  Returns how many there are.  The
 * caller frees the list. */
static size_t
list_rows(const struct line_functions *l, size_t function,
    struct function_line **list)
{
	size_t first = l->first[function], end = l->first[function + 1];
	size_t capacity = 0, n = 0;

	for (size_t i = first; i < end; i++) {
		const struct line_run *run = &l->runs[l->sorted[i]];

		capacity += run->end - run->first;
	}
	*list = cli_alloc(capacity, sizeof(**list));
	for (size_t i = first; i < end; i++) {
		size_t start = n,
		       end_of_run =
			   n + list_run(l, &l->runs[l->sorted[i]], *list + n);

		for (size_t j = start; j < end_of_run; j++)
			if ((*list)[j].line > 0)
				(*list)[n++] = (*list)[j];
	}
	return n;
}

size_t
line_functions_hottest(const struct line_functions *l, size_t function,
    size_t most, struct function_line *hottest)
{
	struct function_line *lines;
	size_t n = list_rows(l, function, &lines);

	n = join_lines(lines, n);
	if (n > 1)
		qsort(lines, n, sizeof(*lines), compare_sizes);
	if (n > most)
		n = most;
	memcpy(hottest, lines, n * sizeof(*hottest));
	free(lines);
	return n;
}

void
line_functions_release(struct line_functions *l)
{
	free(l->list);
	free(l->runs);
	free(l->functions);
	free(l->files);
	free(l->sorted);
	free(l->first);
	cg_profile_free(l->places);
}
