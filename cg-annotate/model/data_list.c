/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts by sums of counts, which may be of several events. */
#include <stdlib.h>
#include <string.h>

#include "difference.h"
#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "libquery/events/known_events.h"
#include "libquery/patterns/pattern.h"
#include "libquery/rank.h"
#include "libreport/numfmt.h"
#include "report.h"

/* --- columns -------------------------------------------------------------- */

static bool
has_counts(const struct data_list *d, const struct event_sum *sum)
{
	for (size_t i = 0; i < d->sites.n; i++)
		for (size_t j = 0; j < sum->n; j++)
			if (d->sites.list[i].counts[sum->events[j]] != 0)
				return true;
	return false;
}

/* Adds a column that is not there yet. */
static void
append(struct data_list *d, const struct report *report, const char *name,
    const struct event_sum *sum)
{
	const struct cg_header *header = &report->profile.header;
	struct data_column *column = &d->columns[d->ncolumns];

	for (size_t i = 0; i < d->ncolumns; i++)
		if (d->columns[i].sum.n == sum->n &&
		    memcmp(d->columns[i].sum.events, sum->events,
			sum->n * sizeof(sum->events[0])) == 0)
			return;
	d->ncolumns++;
	*column = (struct data_column){.name = name, .sum = *sum};
	column->is_change = difference_is_reported(report) &&
			    !difference_is_side(header, sum->events[0]);
	column->is_of_allocation =
	    (int)sum->events[0] == d->blocks || (int)sum->events[0] == d->bytes;
	for (size_t i = 0; i < sum->n; i++)
		column->whole += difference_whole(report, sum->events[i]);
}

static void
append_event(struct data_list *d, const struct report *report, size_t event)
{
	struct event_sum sum = {.n = 1, .events = {event}};
	const char *name = report->profile.header.events[event].name;

	append(d, report,
	    (int)event == d->blocks  ? "blocks"
	    : (int)event == d->bytes ? "bytes"
				     : name,
	    &sum);
}

/* Adds the misses of reads and writes together, if any datum has some; the first ones
 * also if nothing has any count, as in a difference of equal profiles. */
static void
append_misses(struct data_list *d, const struct report *report)
{
	static const struct {
		const char *name;
		int known; /* index in known_misses */
	} misses[] = {{"D1 miss", KNOWN_D1}, {"LL miss", KNOWN_LLD}};

	for (size_t i = 0; i < sizeof(misses) / sizeof(misses[0]); i++) {
		struct event_sum sum;

		if (known_events_find(&sum, &report->profile.header,
			known_misses[misses[i].known].misses) &&
		    (has_counts(d, &sum) ||
			(i == 0 && are_zero(d->sites.counts,
				       d->sites.n * d->sites.nevents))))
			append(d, report, misses[i].name, &sum);
	}
}

/* Adds the two sides of the first column, which a difference can have. */
static void
append_sides(struct data_list *d, const struct report *report)
{
	static const char *const sides[] = {"old", "new"};

	for (size_t i = 0; d->ncolumns > 0 && i < 2; i++) {
		struct event_sum sum = d->columns[0].sum;
		bool has_all = true;

		for (size_t j = 0; j < sum.n; j++) {
			int side = events_side(
			    &report->profile.header, sum.events[j], sides[i]);

			has_all &= side >= 0;
			sum.events[j] = side >= 0 ? (size_t)side : 0;
		}
		if (has_all)
			append(d, report, sides[i], &sum);
	}
}

static void
find_columns(struct data_list *d, const struct report *report)
{
	const struct report_options *o = report->options;
	const struct cg_header *header = &report->profile.header;
	size_t nevents = header->nevents;

	d->columns = cli_alloc(nevents + report->shown.n + report->order.n + 4,
	    sizeof(*d->columns));
	for (size_t i = 0; o->show != NULL && i < report->shown.n; i++)
		append_event(d, report, report->shown.list[i]);
	if (o->show != NULL)
		return;
	for (size_t i = 0; o->sort != NULL && i < report->order.n; i++)
		append_event(d, report, report->order.list[i].event);
	if (d->ncolumns > 0)
		append_sides(d, report);
	append_misses(d, report);
	append_sides(d, report);
	if (d->blocks >= 0)
		append_event(d, report, (size_t)d->blocks);
	if (d->bytes >= 0)
		append_event(d, report, (size_t)d->bytes);
	for (size_t i = 0; i < report->profile.ncounted; i++) {
		struct event_sum sum = {.n = 1, .events = {i}};

		if (!known_events_have(header->events[i].name) &&
		    strchr(header->events[i].name, '@') == NULL &&
		    has_counts(d, &sum))
			append_event(d, report, i);
	}
	if (d->ncolumns == 0)
		append_event(d, report, report->order.deciding);
}

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

/* Returns the least size that reaches the threshold of the first column. */
static unsigned __int128
find_least(const struct data_list *d, const struct report_options *o)
{
	const struct data_column *first = &d->columns[0];
	struct ranking ranking = {
	    .percent = cli_percent("--threshold", o->threshold, MAX_THRESHOLD)};
	unsigned __int128 all = size_of_count(first->whole);

	for (size_t i = 0; first->whole == 0 && i < d->nall; i++)
		all += size_of_count(
		    event_sum_of(&first->sum, d->list[i]->counts));
	return ranking_least(&ranking, all);
}

/* Returns which data reach the threshold of an event of --sort. */
static bool *
find_passing(const struct data_list *d, const struct sort_order *order)
{
	struct sizes sizes = sizes_new(d->nall, order->nevents);
	bool *passing;

	for (size_t i = 0; i < d->nall; i++)
		for (size_t e = 0; e < order->nevents; e++)
			sizes.list[i * order->nevents + e] =
			    size_of_count(d->list[i]->counts[e]);
	passing = sort_order_passing(order, &sizes, d->nall);
	sizes_release(&sizes);
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
	unsigned __int128 least = find_least(d, o);
	bool *passing = has_own ? find_passing(d, &report->order) : NULL;

	for (size_t i = 0; i < d->nall && d->n < most; i++) {
		const struct data_site *site = d->list[i];
		unsigned __int128 size = size_of_count(
		    event_sum_of(&d->columns[0].sum, site->counts));
		bool passes = has_own ? passing[i] : size > 0 && size >= least;

		if ((!passes && !all) ||
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

	if (d->sites.n == 0) {
		if (o->data_only)
			cli_die("%s: expected a profile of data, as cg-collect "
				"--data writes it, for --data",
			    o->profile);
		return;
	}
	d->blocks = cg_header_event(
	    header, data_blocks_event, strlen(data_blocks_event));
	d->bytes =
	    cg_header_event(header, data_bytes_event, strlen(data_bytes_event));
	find_columns(d, report);
	d->list = cli_alloc(d->sites.n, sizeof(*d->list));
	for (size_t i = 0; i < d->sites.n; i++)
		if (is_selected(o, &d->sites.list[i]))
			d->list[d->nall++] = &d->sites.list[i];
	if (d->nall == 0 && o->data_pattern != NULL)
		cli_die("--data: expected an expression that matches a datum, "
			"found \"%s\"",
		    o->data_regex);
	sort(d);
	report->order.misses = d->columns[0].sum;
	report->order.least_misses = find_least(d, o);
	select_shown(d, report);
}

/* --- counts and names ----------------------------------------------------- */

__int128
data_list_count(const struct data_column *column, const int64_t *counts)
{
	return event_sum_of(&column->sum, counts);
}

__int128
data_list_rest(const struct data_list *d, size_t column)
{
	__int128 sum = 0;

	for (size_t i = d->n; i < d->nall; i++)
		sum += data_list_count(&d->columns[column], d->list[i]->counts);
	return sum;
}

bool
data_list_lacks(const struct data_column *column, const int64_t *counts)
{
	return column->is_of_allocation && data_list_count(column, counts) == 0;
}

bool
data_list_is_repeated(const struct data_list *d, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (d->list[j]->function == d->list[i]->function &&
		    d->list[j]->def_file == d->list[i]->def_file &&
		    d->list[j]->object == d->list[i]->object)
			return true;
	return false;
}

char *
data_list_name(const struct data_site *site)
{
	return cli_format("%s%s", site->function,
	    data_object_suffix(site->object, site->function));
}

char *
data_list_size(const struct data_list *d, const int64_t *counts)
{
	int64_t blocks = d->blocks >= 0 ? counts[d->blocks] : 0;
	int64_t bytes = d->bytes >= 0 ? counts[d->bytes] : 0;
	int64_t half = blocks / 2;

	/* the bytes say how large one block is */
	if (blocks <= 1 || bytes <= 0)
		return cli_copy("", 0);
	if (bytes % blocks == 0)
		return cli_format(
		    ", %lld bytes each", (long long)(bytes / blocks));
	/* rounds to the nearest */
	return cli_format(", about %lld bytes each",
	    (long long)(bytes / blocks + (bytes % blocks > half)));
}

char *
data_list_place(const char *file, int64_t line)
{
	if (strcmp(file, cg_unknown_name) == 0 || cg_is_filtered(file))
		return cli_copy("", 0);
	return line > 0 ? cli_format("%s:%lld", file, (long long)line)
			: cli_copy(file, strlen(file));
}

char *
data_list_note(const struct report *report, const struct function_cost *datum,
    const int64_t *line)
{
	const struct data_list *d = &report->data;
	const char *suffix = data_object_suffix(datum->object, datum->function);
	__int128 whole = line != NULL && datum->data == DATA_MISSED
			     ? data_list_count(&d->columns[0], line)
			     : 0;
	char blocks[FORMAT_SIZE], bytes[FORMAT_SIZE], *size, *note;

	/* changes are no shares of a change */
	if (whole != 0 && !d->columns[0].is_change)
		return cli_format("%s, %.1f %%", suffix,
		    percent_of_sum(
			data_list_count(&d->columns[0], datum->counts), whole));
	if (datum->data != DATA_HERE || d->blocks < 0 ||
	    datum->counts[d->blocks] == 0)
		return cli_copy(suffix, strlen(suffix));
	format_count(blocks, datum->counts[d->blocks]);
	size = data_list_size(d, datum->counts);
	if (*size == '\0' && d->bytes >= 0) {
		free(size);
		format_count(bytes, datum->counts[d->bytes]);
		size = cli_format(", %s bytes", bytes);
	}
	note = cli_format("%s, %s block%s%s", suffix, blocks,
	    datum->counts[d->blocks] == 1 ? "" : "s", size);
	free(size);
	return note;
}

void
data_list_release(struct data_list *d)
{
	data_sites_release(&d->sites);
	free(d->columns);
	free(d->list);
}
