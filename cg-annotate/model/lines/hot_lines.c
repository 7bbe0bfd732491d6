/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the hottest lines of each event so far in a heap.  Most rows then need
 * one comparison only.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "libquery/rank.h"
#include "model/sources/source_list.h"
#include "hot_lines.h"

/* --- the hottest of some rows --------------------------------------------- */

struct leader {
	size_t row;
	uint64_t size;
};

/* The largest rows in one event: a heap with the smallest at its root. */
struct leaders {
	size_t n;
	size_t most;
	struct leader *list;
	uint64_t least; /* a row must be larger */
};

/* True if x is smaller, or equal and a later row. */
static bool
is_smaller(struct leader x, struct leader y)
{
	return x.size != y.size ? x.size < y.size : x.row > y.row;
}

static void
sift_up(struct leader *heap, size_t i, struct leader leader)
{
	for (; i > 0 && is_smaller(leader, heap[(i - 1) / 2]); i = (i - 1) / 2)
		heap[i] = heap[(i - 1) / 2];
	heap[i] = leader;
}

static void
sift_down(struct leader *heap, size_t n, struct leader leader)
{
	size_t i = 0, child;

	while ((child = 2 * i + 1) < n) {
		if (child + 1 < n && is_smaller(heap[child + 1], heap[child]))
			child++;
		if (!is_smaller(heap[child], leader))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = leader;
}

/* Adds a row that is larger than l->least.  Rows come in order. */
static void
leaders_add(struct leaders *l, struct leader leader)
{
	if (l->n == l->most) {
		sift_down(l->list, l->n, leader);
	} else {
		l->list = cli_grow(l->list, l->n, sizeof(*l->list));
		sift_up(l->list, l->n++, leader);
	}
	if (l->n == l->most)
		l->least = l->list[0].size;
}

/* --- lines ---------------------------------------------------------------- */

static int
compare_rows(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/* Sets *rows to the numbers of the hottest lines, each once and in order.
 * Returns how many there are.  The caller frees the array. */
static size_t
find_rows(const struct report *report, const size_t *events, size_t nevents,
    size_t most, size_t **rows)
{
	const struct cg_profile *lines = report->lines.rows;
	struct derived_events *derived = report->lines.derived;
	struct leaders *leaders = cli_alloc(nevents, sizeof(*leaders));
	size_t n = 0, nunique = 0;

	for (size_t e = 0; e < nevents; e++) {
		leaders[e].most = most;
		leaders[e].least = most > 0 ? 0 : UINT64_MAX;
	}
	for (size_t i = 0; lines != NULL && i < cg_profile_len(lines); i++) {
		struct cg_record row;

		cg_profile_at(lines, i, &row);
		if (row.kind != CG_COSTS || row.line <= 0)
			continue;
		for (size_t e = 0; e < nevents; e++) {
			int64_t count =
			    derived_events_count(derived, &row, events[e]);
			uint64_t size = (uint64_t)size_of_count(count);

			if (size > leaders[e].least)
				leaders_add(
				    &leaders[e], (struct leader){i, size});
		}
	}
	for (size_t e = 0; e < nevents; e++)
		n += leaders[e].n;
	*rows = cli_alloc(n, sizeof(**rows));
	n = 0;
	for (size_t e = 0; e < nevents; e++) {
		for (size_t i = 0; i < leaders[e].n; i++)
			(*rows)[n++] = leaders[e].list[i].row;
		free(leaders[e].list);
	}
	free(leaders);
	if (n > 1)
		qsort(*rows, n, sizeof(**rows), compare_rows);
	for (size_t i = 0; i < n; i++)
		if (nunique == 0 || (*rows)[nunique - 1] != (*rows)[i])
			(*rows)[nunique++] = (*rows)[i];
	return nunique;
}

/* --- their functions ------------------------------------------------------ */

static int
compare_places(const void *a, const void *b)
{
	const struct hot_line *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

/* Returns the first hot line that is not before the line of the file.  Hot
 * lines are still in order of file and line. */
static size_t
search(const struct hot_lines *l, const char *file, int64_t line)
{
	struct hot_line wanted = {.file = file, .line = line};

	return lower_bound(
	    &wanted, l->list, l->n, sizeof(*l->list), compare_places);
}

/* the cost of a function on a hot line */
struct spent {
	size_t line; /* number in the list */
	size_t function;
	__int128 count;
};

static int
compare_spent(const void *a, const void *b)
{
	const struct spent *x = a, *y = b;
	int order = (x->line > y->line) - (x->line < y->line);

	return order != 0
		   ? order
		   : (x->function > y->function) - (x->function < y->function);
}

/* Lists the costs of functions on hot lines, unordered.  Returns how many there
 * are. */
static size_t
list_spent(const struct hot_lines *l, const struct line_functions *all,
    struct spent **list)
{
	size_t n = 0;

	*list = NULL;
	for (size_t i = 0; i < all->nruns; i++) {
		const struct line_run *run = &all->runs[i];
		const char *file = all->files[run->place];
		size_t line = search(l, file, INT64_MIN);

		if (line == l->n || strcmp(l->list[line].file, file) != 0)
			continue;
		for (size_t j = run->first; j < run->end; j++) {
			const struct line_cost *cost = &all->list[j];

			line = search(l, file, cost->line);
			if (line == l->n || cost->count == 0 ||
			    l->list[line].line != cost->line ||
			    strcmp(l->list[line].file, file) != 0)
				continue;
			*list = cli_grow(*list, n, sizeof(**list));
			(*list)[n++] = (struct spent){
			    line, all->functions[run->place], cost->count};
		}
	}
	return n;
}

static void
find_functions(struct hot_lines *l, const struct report *report)
{
	unsigned __int128 *largest = cli_alloc(l->n, sizeof(*largest));
	struct spent *list;
	size_t n = list_spent(l, &report->line_functions, &list);

	if (n > 1)
		qsort(list, n, sizeof(*list), compare_spent);
	for (size_t i = 0; i < n;) {
		const struct spent *first = &list[i];
		struct hot_line *line = &l->list[first->line];
		__int128 sum = 0;

		for (; i < n && compare_spent(&list[i], first) == 0; i++)
			sum += list[i].count;
		if (sum == 0)
			continue;
		if (line->nfunctions++ == 0 ||
		    size_of_count(sum) > largest[first->line]) {
			line->number = first->function;
			largest[first->line] = size_of_count(sum);
		}
	}
	for (size_t i = 0; i < l->n; i++) {
		struct cg_record function = {.function = ""};

		if (l->list[i].nfunctions > 0)
			callgraph_function(&report->graph, l->list[i].number,
			    false, &function);
		l->list[i].function = function.function;
	}
	free(largest);
	free(list);
}

/* --- their texts ---------------------------------------------------------- */

static char *
trim(const char *text, size_t len)
{
	while (len > 0 && strchr(" \t\r\n", text[len - 1]) != NULL)
		len--;
	while (len > 0 && (*text == ' ' || *text == '\t')) {
		text++;
		len--;
	}
	return cli_copy(text, len);
}

/* Reads on to a line; returns false if the source ends before it. */
static bool
go_to_line(struct annotated_source *source, int64_t line)
{
	bool got = true;

	while (got && source->line < line)
		got = source_next(source);
	return got;
}

static void
append_name(struct source_names *names, const char *name)
{
	names->list = cli_grow(names->list, names->n, sizeof(*names->list));
	names->list[names->n++] = name;
}

/* Reads the texts of the lines from i on that are in the same file.  Returns
 * the first line after them.  Without --auto, reads only files that the user
 * named. */
static size_t
read_texts(struct hot_lines *l, size_t i, const struct report *report)
{
	const struct report_options *o = report->options;
	const char *file = l->list[i].file;
	struct annotated_source source = {.is_open = false};
	bool is_unreadable;
	bool is_open = (o->annotate || source_names_have(&o->sources, file)) &&
		       source_open(&source, &o->directories, file);

	if (source.failed)
		cli_die("%s: %s", source.unreadable, source.reason);
	is_unreadable = !is_open && source.unreadable != NULL;
	if (is_unreadable)
		append_name(&l->not_read,
		    cli_format("%s: %s", source.unreadable, source.reason));
	if (is_open && source_is_newer(&source, &report->profile))
		append_name(&l->newer, file);
	for (; i < l->n && strcmp(l->list[i].file, file) == 0; i++) {
		struct hot_line *line = &l->list[i];

		line->is_unreadable = is_unreadable;
		is_open = is_open && go_to_line(&source, line->line);
		if (!is_open)
			continue;
		line->text = trim(source.text, source.len);
		line->path = cli_copy(source.path, strlen(source.path));
	}
	source_close(&source);
	return i;
}

/* Equal lines are in order of file and line. */
static int
compare_lines(const void *a, const void *b)
{
	const struct hot_line *x = a, *y = b;
	int order = (x->size < y->size) - (x->size > y->size);

	return order != 0 ? order : compare_places(a, b);
}

void
hot_lines_init(struct hot_lines *l, const struct report *report,
    const size_t *events, size_t nevents, size_t most)
{
	size_t *rows, n = find_rows(report, events, nevents, most, &rows);
	size_t deciding = report->order.deciding;
	size_t nall = report->order.nevents;

	*l = (struct hot_lines){.n = n};
	l->counts = cli_alloc(n * nall, sizeof(*l->counts));
	l->list = cli_alloc(l->n, sizeof(*l->list));
	for (size_t i = 0; i < l->n; i++) {
		struct cg_record row = line_costs_row(&report->lines, rows[i]);
		int64_t *counts = l->counts + i * nall;

		memcpy(counts, row.counts, nall * sizeof(*counts));
		l->list[i] = (struct hot_line){.file = row.file,
		    .line = row.line,
		    .counts = counts,
		    .size = size_of_count(counts[deciding])};
	}
	free(rows);
	find_functions(l, report);
	if (l->n > 1)
		qsort(l->list, l->n, sizeof(*l->list), compare_lines);
}

void
hot_lines_read(struct hot_lines *l, const struct report *report)
{
	if (l->n > 1)
		qsort(l->list, l->n, sizeof(*l->list), compare_places);
	for (size_t i = 0; i < l->n;)
		i = read_texts(l, i, report);
	if (l->n > 1)
		qsort(l->list, l->n, sizeof(*l->list), compare_lines);
}

void
hot_lines_release(struct hot_lines *l)
{
	for (size_t i = 0; i < l->n; i++) {
		free(l->list[i].text);
		free(l->list[i].path);
	}
	free(l->list);
	free(l->counts);
	for (size_t i = 0; i < l->not_read.n; i++)
		free((char *)l->not_read.list[i]);
	free(l->not_read.list);
	free(l->newer.list);
}
