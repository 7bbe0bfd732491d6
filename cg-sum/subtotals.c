/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows come from one profile in memory, so that equal names have equal pointers.
 * They are sorted once by the first key, then the groups by their sums.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "subtotals.h"

struct subtotal {
	const char *outer;
	size_t first, n; /* of its kept rows, among all kept ones */
	int64_t *counts;
	int64_t *hidden; /* sum of the rows that are not kept */
	bool has_hidden;
	unsigned __int128 size;
};

/* what is known of each row while rows are arranged */
struct ranked_row {
	struct table_row row;
	size_t rank;
	bool is_kept;
};

static int
by_outer(const void *a, const void *b)
{
	const struct ranked_row *x = a, *y = b;
	int names = x->row.outer == y->row.outer
			? 0
			: strcmp(x->row.outer, y->row.outer);

	return names != 0 ? names : (x->rank > y->rank) - (x->rank < y->rank);
}

static int
by_size(const void *a, const void *b)
{
	const struct subtotal *x = a, *y = b;

	if (x->size != y->size)
		return x->size < y->size ? 1 : -1;
	return strcmp(x->outer, y->outer);
}

static void
add(const struct table *t, int64_t *sums, const int64_t *counts)
{
	size_t n = t->ninputs * t->header.nevents;
	size_t fitting = cg_counts_add(sums, counts, n);

	if (fitting < n)
		table_die_of_sum(t, fitting);
}

/* Adds the rows of a subtotal up; returns the number of these. */
static size_t
add_up(const struct table *t, const struct ranked_row *rows, size_t n,
    struct subtotal *s)
{
	size_t i = 0;

	s->outer = rows[0].row.outer;
	for (; i < n && rows[i].row.outer == s->outer; i++) {
		add(t, s->counts, rows[i].row.counts);
		s->n += rows[i].is_kept;
		s->has_hidden |= !rows[i].is_kept;
		if (!rows[i].is_kept)
			add(t, s->hidden, rows[i].row.counts);
	}
	for (size_t input = 0; input < t->ninputs; input++) {
		unsigned __int128 size = size_of_count(
		    s->counts[input * t->header.nevents + t->event]);

		if (size > s->size)
			s->size = size;
	}
	return i;
}

/* Appends a subtotal and its rows, or hides them all. */
static void
append(struct table *t, const struct subtotal *s, const struct ranked_row *rows)
{
	struct table_row row = {.outer = s->outer,
	    .name = cg_filtered,
	    .function = cg_filtered,
	    .def_file = cg_filtered,
	    .counts = s->hidden};

	for (size_t i = 0; s->n == 0 && i < t->ninputs * t->header.nevents; i++)
		t->hidden_sums[i] += s->hidden[i];
	if (s->n == 0)
		return;
	t->rows[t->nrows++] = (struct table_row){.outer = s->outer,
	    .is_subtotal = true,
	    .name = level_all_name,
	    .function = level_all_name,
	    .def_file = level_all_name,
	    .counts = s->counts};
	for (size_t i = s->first, left = s->n; left > 0; i++) {
		if (!rows[i].is_kept)
			continue;
		t->rows[t->nrows++] = rows[i].row;
		left--;
	}
	if (s->has_hidden)
		t->rows[t->nrows++] = row;
}

/* Returns the rows by their first key, the largest of each first; to be freed. */
static struct ranked_row *
sort_rows(const struct table *t, const struct row_selection *selection)
{
	struct ranked_row *rows = cli_alloc(t->nrows, sizeof(*rows));

	for (size_t rank = 0; rank < t->nrows; rank++) {
		size_t row = selection->order[rank];

		rows[rank] = (struct ranked_row){.row = t->rows[row],
		    .rank = rank,
		    .is_kept = selection->kept[row]};
	}
	if (t->nrows > 1)
		qsort(rows, t->nrows, sizeof(*rows), by_outer);
	return rows;
}

void
subtotals_arrange(struct table *t, const struct row_selection *selection)
{
	struct ranked_row *rows = sort_rows(t, selection);
	size_t n = t->nrows, nsums = 0, width = t->ninputs * t->header.nevents;
	struct subtotal *sums;

	for (size_t i = 0; i < n; i++)
		nsums += i == 0 || rows[i].row.outer != rows[i - 1].row.outer;
	sums = cli_alloc(nsums, sizeof(*sums));
	t->subtotals = cli_alloc(2 * nsums * width, sizeof(*t->subtotals));
	for (size_t i = 0, k = 0; k < nsums; k++) {
		sums[k].counts = t->subtotals + 2 * k * width;
		sums[k].hidden = sums[k].counts + width;
		sums[k].first = i;
		i += add_up(t, rows + i, n - i, &sums[k]);
	}
	if (nsums > 1)
		qsort(sums, nsums, sizeof(*sums), by_size);
	free(t->rows);
	t->rows = cli_alloc(n + 2 * nsums + 1, sizeof(*t->rows));
	t->nrows = 0;
	for (size_t k = 0; k < nsums; k++)
		append(t, &sums[k], rows);
	free(sums);
	free(rows);
}
