/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts by sums of counts, which may be of several events. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "model/report.h"

/* --- order ---------------------------------------------------------------- */

struct ranked {
	const struct data_site *site;
	const struct data_list *data;
};

static int
compare(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	for (size_t i = 0; i < x->data->ncolumns; i++) {
		const struct event_sum *sum = &x->data->columns[i].sum;
		unsigned __int128 p =
		    size_of_count(event_sum_of(sum, x->site->counts));
		unsigned __int128 q =
		    size_of_count(event_sum_of(sum, y->site->counts));

		if (p != q)
			return p > q ? -1 : 1;
	}
	/* sites are in canonical order, which is total */
	return (x->site > y->site) - (x->site < y->site);
}

static void
sort(struct data_list *d)
{
	struct ranked *list = cli_alloc(d->nall, sizeof(*list));

	for (size_t i = 0; i < d->nall; i++)
		list[i] = (struct ranked){d->list[i], d};
	if (d->nall > 1) /* qsort takes no NULL */
		qsort(list, d->nall, sizeof(*list), compare);
	for (size_t i = 0; i < d->nall; i++)
		d->list[i] = list[i].site;
	free(list);
}

/* --- which data ----------------------------------------------------------- */

/* True if the options select the datum. */
static bool
is_selected(const struct report_options *o, const struct data_site *site)
{
	const struct cg_record row = {
	    .kind = CG_COSTS,
	    .object = site->object,
	    .def_file = site->def_file,
	    .file = site->file,
	    .function = site->function,
	};

	return !site->is_field &&
	       (o->data_pattern == NULL ||
		   pattern_matches(o->data_pattern, site->function)) &&
	       (o->selection == NULL || selection_keeps(o->selection, &row));
}

/* Returns the least size that reaches the threshold of a column. */
static unsigned __int128
find_least(const struct data_list *d, const struct report_options *o,
    const struct data_column *column)
{
	unsigned __int128 all = size_of_count(column->whole);

	for (size_t i = 0; column->whole == 0 && i < d->nall; i++)
		all += size_of_count(
		    event_sum_of(&column->sum, d->list[i]->counts));
	return sort_threshold_least(o->threshold, all);
}

/* Marks the data that reach the threshold of the first column, or of the accesses to
 * lines that threads share: these need not miss. */
static bool *
find_large(const struct data_list *d, const struct report_options *o)
{
	bool *large = cli_alloc(d->nall, sizeof(*large));

	for (size_t i = 0; i < d->ncolumns; i++) {
		const struct data_column *column = &d->columns[i];
		unsigned __int128 least;

		if (i > 0 && !column->is_of_sharing)
			continue;
		least = find_least(d, o, column);
		for (size_t j = 0; j < d->nall; j++) {
			unsigned __int128 size = size_of_count(
			    event_sum_of(&column->sum, d->list[j]->counts));

			large[j] |= size > 0 && size >= least;
		}
	}
	return large;
}

/* Returns which data reach the threshold of an event of --sort. */
static bool *
find_passing(const struct data_list *d, const struct sort_order *order)
{
	const int64_t **counts = cli_alloc(d->nall, sizeof(*counts));
	bool *passing;

	for (size_t i = 0; i < d->nall; i++)
		counts[i] = d->list[i]->counts;
	passing = sort_order_passing(order, counts, d->nall);
	free(counts);
	return passing;
}

/* Moves what is not shown behind the rest.  Data without any count are not shown, and
 * a number of data is enough as for hot lines. */
static void
select_shown(struct data_list *d, const struct report *report)
{
	const struct report_options *o = report->options;
	bool has_own = report->order.has_own_thresholds;
	bool all = (o->top >= 0 && !o->has_threshold && !has_own) ||
		   o->data_pattern != NULL;
	size_t most = o->top < 0 ? SIZE_MAX : (size_t)o->top;
	bool *passing =
	    has_own ? find_passing(d, &report->order) : find_large(d, o);

	for (size_t i = 0; i < d->nall && d->n < most; i++) {
		const struct data_site *site = d->list[i];

		if ((!passing[i] && !all) ||
		    are_zero(site->counts, d->sites.nevents))
			continue;
		d->list[i] = d->list[d->n];
		d->list[d->n++] = site;
	}
	free(passing);
}

void
data_list_complete(struct data_list *d, struct report *report)
{
	const struct report_options *o = report->options;
	const struct cg_header *header = &report->profile.header;

	if (d->sites.n == 0 && !o->data_only)
		return;
	/* a data profile has no data if nothing missed */
	if (d->sites.n == 0 && data_deciding_event(header) == NULL)
		cli_die("%s: expected a profile of data, as cg-collect "
			"--data writes it, for --data",
		    o->profile);
	d->blocks = cg_header_event(
	    header, data_blocks_event, strlen(data_blocks_event));
	d->bytes =
	    cg_header_event(header, data_bytes_event, strlen(data_bytes_event));
	data_columns_find(d, report);
	d->list = cli_alloc(d->sites.n, sizeof(*d->list));
	for (size_t i = 0; i < d->sites.n; i++)
		if (is_selected(o, &d->sites.list[i]))
			d->list[d->nall++] = &d->sites.list[i];
	if (d->sites.n > 0 && d->nall == 0 && o->data_pattern != NULL)
		cli_die("--data: expected an expression that matches a datum, "
			"found \"%s\"",
		    o->data_regex);
	sort(d);
	report->order.misses = d->columns[0].sum;
	report->order.least_misses = find_least(d, o, &d->columns[0]);
	select_shown(d, report);
}

/* --- the list ------------------------------------------------------------- */

__int128
data_list_rest(const struct data_list *d, size_t column)
{
	__int128 sum = 0;

	for (size_t i = d->n; i < d->nall; i++)
		sum +=
		    data_column_count(&d->columns[column], d->list[i]->counts);
	return sum;
}

/* True if the site is of the same datum, and precedes the other one. */
static bool
precedes(const struct data_list *d, size_t site, const struct data_site *other)
{
	const struct data_site *s = &d->sites.list[site];
	const struct ranked x = {s, d}, y = {other, d};

	return s->function == other->function &&
	       s->def_file == other->def_file && s->object == other->object &&
	       compare(&x, &y) < 0;
}

__int128
data_list_sum(
    const struct data_list *d, size_t column, const struct data_site *site)
{
	__int128 sum = 0;
	size_t end, first = data_sites_find(&d->sites, site->object,
			site->def_file, site->function, &end);

	for (; first < end; first++)
		sum += data_column_count(
		    &d->columns[column], d->sites.list[first].counts);
	return sum;
}

bool
data_list_is_repeated(const struct data_list *d, size_t i)
{
	const struct data_site *site = d->list[i];
	size_t end, first = data_sites_find(&d->sites, site->object,
			site->def_file, site->function, &end);

	while (first < end && !precedes(d, first, site))
		first++;
	return first < end;
}

struct data_blocks
data_list_blocks(const struct data_list *d, const int64_t *counts)
{
	struct data_blocks blocks = {
	    .n = d->blocks >= 0 ? counts[d->blocks] : 0,
	    .bytes = d->bytes >= 0 ? counts[d->bytes] : 0,
	};

	blocks.vary = blocks.n > 0 && blocks.bytes % blocks.n != 0;
	return blocks;
}

struct data_blocks
data_list_all_blocks(const struct data_list *d, const struct data_site *site)
{
	struct data_blocks all = {.n = 0};
	size_t end, first = data_sites_find(&d->sites, site->object,
			site->def_file, site->function, &end);

	for (; first < end; first++) {
		struct data_blocks blocks =
		    data_list_blocks(d, d->sites.list[first].counts);

		all.vary |= blocks.vary ||
			    (all.n > 0 && blocks.n > 0 &&
				all.bytes / all.n != blocks.bytes / blocks.n);
		all.n += blocks.n;
		all.bytes += blocks.bytes;
	}
	return all;
}

void
data_list_release(struct data_list *d)
{
	data_sites_release(&d->sites);
	free(d->columns);
	free(d->list);
}
