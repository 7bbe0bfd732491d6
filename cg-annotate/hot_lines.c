/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For each event, the hottest lines so far are kept sorted, so that a row needs
 * one comparison, which most do not pass.
 */
#include <stdlib.h>
#include <string.h>

#include "hot_lines.h"
#include "libcli/cli.h"

static uint64_t
size_of(int64_t count)
{
	return count < 0 ? 0 - (uint64_t)count : (uint64_t)count;
}

/* --- the hottest of some rows --------------------------------------------- */

/* The largest rows in one event, the largest first. */
struct leaders {
	size_t n;
	size_t most;
	size_t *rows;
	uint64_t *sizes;
};

/* Of equal rows, the first ones stay. */
static void
leaders_add(struct leaders *l, size_t row, uint64_t size)
{
	size_t i;

	if (size == 0 || (l->n == l->most && size <= l->sizes[l->n - 1]))
		return;
	if (l->n < l->most)
		l->n++;
	for (i = l->n - 1; i > 0 && l->sizes[i - 1] < size; i--) {
		l->rows[i] = l->rows[i - 1];
		l->sizes[i] = l->sizes[i - 1];
	}
	l->rows[i] = row;
	l->sizes[i] = size;
}

static struct leaders
leaders_new(size_t most)
{
	return (struct leaders){.most = most,
	    .rows = cli_alloc(most, sizeof(size_t)),
	    .sizes = cli_alloc(most, sizeof(uint64_t))};
}

/* --- lines ---------------------------------------------------------------- */

static int
compare_rows(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/* Sets rows to the numbers of the hottest lines, each once and in order, and
 * returns how many they are. */
static size_t
find_rows(const struct report *report, const size_t *events, size_t nevents,
    size_t most, size_t *rows)
{
	const struct cg_profile *lines = report->lines.rows;
	struct leaders *leaders = cli_alloc(nevents, sizeof(*leaders));
	size_t n = 0, nunique = 0;

	for (size_t e = 0; e < nevents; e++)
		leaders[e] = leaders_new(most);
	for (size_t i = 0; lines != NULL && i < cg_profile_len(lines); i++) {
		struct cg_record row;

		cg_profile_at(lines, i, &row);
		if (row.kind != CG_COSTS || row.line <= 0)
			continue;
		for (size_t e = 0; e < nevents; e++)
			leaders_add(
			    &leaders[e], i, size_of(row.counts[events[e]]));
	}
	for (size_t e = 0; e < nevents; e++) {
		memcpy(rows + n, leaders[e].rows, leaders[e].n * sizeof(*rows));
		n += leaders[e].n;
		free(leaders[e].rows);
		free(leaders[e].sizes);
	}
	free(leaders);
	qsort(rows, n, sizeof(*rows), compare_rows);
	for (size_t i = 0; i < n; i++)
		if (nunique == 0 || rows[nunique - 1] != rows[i])
			rows[nunique++] = rows[i];
	return nunique;
}

/* The lines are still in order of file and line. */
static struct hot_line *
find_line(const struct hot_lines *l, const struct cg_record *row)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct hot_line *line = &l->list[middle];
		int order = strcmp(line->file, row->file);

		if (order == 0)
			order =
			    (line->line > row->line) - (line->line < row->line);
		if (order == 0)
			return line;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static void
find_functions(struct hot_lines *l, const struct report *report)
{
	const struct cg_profile *rows = report->function_lines;
	size_t event = report->order.deciding;
	uint64_t *largest = cli_alloc(l->n, sizeof(*largest));

	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		struct cg_record row;
		struct hot_line *line;
		uint64_t size;

		cg_profile_at(rows, i, &row);
		line = find_line(l, &row);
		if (line == NULL)
			continue;
		size = size_of(row.counts[event]);
		if (line->nfunctions++ == 0 || size > largest[line - l->list]) {
			line->function = row.function;
			largest[line - l->list] = size;
		}
	}
	free(largest);
}

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

/* Reads the texts of the lines from i on that are in the same file, and
 * returns the first line after them. */
static size_t
read_texts(struct hot_lines *l, size_t i, const struct source_folders *folders)
{
	const char *file = l->list[i].file;
	struct source source;
	bool is_open = source_open(&source, folders, file);

	for (; i < l->n && strcmp(l->list[i].file, file) == 0; i++) {
		struct hot_line *line = &l->list[i];

		while (is_open && source.line < line->line)
			is_open = source_next(&source) == 1;
		if (is_open)
			line->text = trim(source.text, source.len);
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

	if (order == 0)
		order = strcmp(x->file, y->file);
	return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

void
hot_lines_init(struct hot_lines *l, const struct report *report,
    const size_t *events, size_t nevents, size_t most)
{
	size_t *rows = cli_alloc(nevents * most, sizeof(*rows));
	size_t deciding = report->order.deciding;

	*l = (struct hot_lines){
	    .n = find_rows(report, events, nevents, most, rows)};
	l->list = cli_alloc(l->n, sizeof(*l->list));
	for (size_t i = 0; i < l->n; i++) {
		struct cg_record row;

		cg_profile_at(report->lines.rows, rows[i], &row);
		l->list[i] = (struct hot_line){.file = row.file,
		    .line = row.line,
		    .function = "",
		    .counts = row.counts,
		    .size = size_of(row.counts[deciding])};
	}
	free(rows);
	find_functions(l, report);
	for (size_t i = 0; i < l->n;)
		i = read_texts(l, i, &report->options->folders);
	if (l->n > 1)
		qsort(l->list, l->n, sizeof(*l->list), compare_lines);
}

void
hot_lines_release(struct hot_lines *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->list[i].text);
	free(l->list);
}

/* --- lines of one function ------------------------------------------------ */

/* The first row of function_lines that is not before the function's. */
static size_t
first_row_of(const struct report *report, size_t function)
{
	const struct cg_profile *rows = report->function_lines;
	size_t low = 0, high = cg_profile_len(rows);
	struct cg_record wanted, row;

	if (function == report->graph.nfunctions)
		return high;
	callgraph_function(&report->graph, function, false, &wanted);
	wanted.file = "";
	wanted.line = INT64_MIN;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		cg_profile_at(rows, middle, &row);
		if (cg_record_compare(&row, &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t
hot_lines_of_function(
    const struct report *report, size_t function, size_t most, size_t *list)
{
	size_t event = report->order.deciding;
	size_t end = first_row_of(report, function + 1);
	struct leaders leaders = leaders_new(most);

	for (size_t i = first_row_of(report, function); i < end; i++) {
		struct cg_record row;

		cg_profile_at(report->function_lines, i, &row);
		if (row.line > 0)
			leaders_add(&leaders, i, size_of(row.counts[event]));
	}
	memcpy(list, leaders.rows, leaders.n * sizeof(*list));
	free(leaders.rows);
	free(leaders.sizes);
	return leaders.n;
}
