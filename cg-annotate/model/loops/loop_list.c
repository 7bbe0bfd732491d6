/* SPDX-License-Identifier: BSD-2-Clause */
/* A loop costs at least what a loop in it costs, so one that reaches the threshold is in others that
 * do. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "model/count_sums.h"
#include "model/difference.h"
#include "loop_list.h"

/* --- the profile ------------------------------------------------------------ */

static void
check(const struct report *report)
{
	const struct report_profile *profile = &report->profile;
	const char *path = report->options->profile;

	if (difference_is_reported(report))
		cli_die("%s: expected a profile, for --loops, found a "
			"difference of profiles",
		    path);
	if (!report->code.rows.has_jumps)
		cli_die("%s: expected jumps, for --loops, as cg-collect "
			"--loops records them, found none",
		    path);
	if (cg_header_event(&profile->header, "Ir", 2) < 0)
		cli_die("%s: expected the event Ir, for --loops", path);
}

/* Finds the loops of the functions to report. */
static void
find_loops(struct loop_list *l, const struct report *report)
{
	const struct code_rows *rows = &report->code.rows;
	const struct loop_options *o = &report->options->loops;
	struct call_rings rings;
	size_t nwanted = 0;

	call_rings_init(&rings, rows);
	l->functions = cli_alloc(rows->nfunctions, sizeof(*l->functions));
	for (size_t i = 0; i < rows->nfunctions; i++) {
		const struct code_function *f = &rows->functions[i];
		struct function_loops *loops = &l->functions[l->nfunctions];

		if (!code_list_wants(report, f, o->pattern))
			continue;
		nwanted++;
		count_sum_add(l->outside, f->costs, rows->nevents,
		    "the cost outside of loops");
		function_loops_find(
		    loops, rows, f, &rings, &report->profile.header);
		l->nfunctions += loops->n > 0;
	}
	call_rings_release(&rings);
	if (nwanted == 0 && o->regex != NULL)
		cli_die("--loops=%s matches no function", o->regex);
}

/* If no functions are selected, costs of functions that have no code, or are hidden, count as outside of
 * loops, too. */
static void
find_outside(struct loop_list *l, const struct report *report)
{
	const struct report_options *o = report->options;
	size_t n = report->code.rows.nevents;

	l->is_selected = o->loops.pattern != NULL || o->selection != NULL;
	if (!l->is_selected)
		memcpy(l->outside, report->profile.totals,
		    n * sizeof(*l->outside));
	for (size_t i = 0; i < l->nall; i++)
		for (size_t j = 0; l->all[i].parent == NO_LOOP && j < n; j++)
			l->outside[j] = count_of_sum(
			    (__int128)l->outside[j] - l->all[i].own[j],
			    "the cost outside of loops");
}

static void
find_remarks(struct loop_list *l, const struct report *report)
{
	const struct remarks *remarks = &report->options->loops.remarks;

	l->all_remarks = cli_alloc(l->nall, sizeof(*l->all_remarks));
	for (size_t i = 0; i < l->nall && remarks->n > 0; i++) {
		struct loop_remarks *found = &l->all_remarks[i];

		remarks_find(found, remarks, l->all, l->nall, i);
		l->all[i].unrolled = found->unrolled;
	}
}

/* --- order ------------------------------------------------------------------ */

struct ranked_loop {
	size_t row;
	size_t parent;
	unsigned __int128 size;
};

static int
compare(const void *a, const void *b)
{
	const struct ranked_loop *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	/* the rows of a loop are in order of their places */
	return (x->row > y->row) - (x->row < y->row);
}

static const int64_t *
ranked_counts(const struct report *report, const struct loop_row *row)
{
	return report->options->inclusive ? row->inclusive : row->own;
}

static bool *
choose(const struct loop_list *l, const struct report *report)
{
	const int64_t **counts = cli_alloc(l->nall, sizeof(*counts));
	bool *is_kept;

	for (size_t i = 0; i < l->nall; i++)
		counts[i] = ranked_counts(report, &l->all[i]);
	is_kept = sort_order_passing(&report->order, counts, l->nall);
	for (size_t i = 0; i < l->nall; i++)
		if (l->all[i].parent != NO_LOOP)
			is_kept[i] &= is_kept[l->all[i].parent];
	free(counts);
	return is_kept;
}

/* Adds a loop and those in it.  The ranked ones of a parent follow one another, from
 * first[parent] on. */
static void
take(struct loop_list *l, const struct ranked_loop *ranked, size_t nranked,
    const size_t *first, size_t row, size_t parent)
{
	size_t number = l->n++;

	l->list[number] = l->all[row];
	l->remarks[number] = &l->all_remarks[row];
	l->list[number].parent = parent;
	l->has_calls |= l->list[number].calls != NULL;
	for (size_t i = first[row]; i < nranked && ranked[i].parent == row; i++)
		take(l, ranked, nranked, first, ranked[i].row, number);
}

static void
sort(struct loop_list *l, const struct report *report)
{
	int64_t top = report->options->top;
	bool *is_kept = choose(l, report);
	struct ranked_loop *ranked = cli_alloc(l->nall, sizeof(*ranked));
	size_t *first = cli_alloc(l->nall, sizeof(*first));
	size_t n = 0;

	for (size_t i = 0; i < l->nall; i++) {
		int64_t count =
		    ranked_counts(report, &l->all[i])[report->order.deciding];

		first[i] = l->nall;
		if (is_kept[i])
			ranked[n++] = (struct ranked_loop){
			    i, l->all[i].parent, size_of_count(count)};
	}
	if (n > 1)
		qsort(ranked, n, sizeof(*ranked), compare);
	for (size_t i = n; i > 0; i--)
		if (ranked[i - 1].parent != NO_LOOP)
			first[ranked[i - 1].parent] = i - 1;
	l->list = cli_alloc(n, sizeof(*l->list));
	l->remarks = cli_alloc(n, sizeof(*l->remarks));
	for (size_t i = 0; i < n && top != 0; i++)
		if (ranked[i].parent == NO_LOOP) {
			take(l, ranked, n, first, ranked[i].row, NO_LOOP);
			top -= top > 0;
		}
	l->nothers = l->nall - l->n;
	free(is_kept);
	free(ranked);
	free(first);
}

void
loop_list_complete(struct loop_list *l, struct report *report)
{
	size_t nevents;

	code_list_complete_rows(&report->code, report);
	check(report);
	nevents = report->code.rows.nevents;
	l->outside = cli_alloc(nevents, sizeof(*l->outside));
	find_loops(l, report);
	l->all =
	    loop_copies_join(l->functions, l->nfunctions, nevents, &l->nall);
	find_outside(l, report);
	find_remarks(l, report);
	sort(l, report);
}

void
loop_list_release(struct loop_list *l)
{
	for (size_t i = 0; i < l->nfunctions; i++)
		function_loops_release(&l->functions[i]);
	for (size_t i = 0; i < l->nall; i++) {
		loop_row_release(&l->all[i]);
		loop_remarks_release(&l->all_remarks[i]);
	}
	free(l->functions);
	free(l->all);
	free(l->all_remarks);
	free(l->list);
	free(l->remarks);
	free(l->outside);
}
