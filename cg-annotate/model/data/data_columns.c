/* SPDX-License-Identifier: BSD-2-Clause */
/* Chooses columns as key_events does for functions, but reads and writes count
 * together, and what is allocated has names of its own. */
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "libquery/events/known_events.h"
#include "libquery/rank.h"
#include "libreport/rates.h"
#include "data_columns.h"
#include "model/difference.h"
#include "model/report.h"

static bool
has_counts(const struct data_list *d, const struct event_sum *sum)
{
	for (size_t i = 0; i < d->sites.n; i++)
		for (size_t j = 0; j < sum->n; j++)
			if (d->sites.list[i].counts[sum->events[j]] != 0)
				return true;
	return false;
}

static struct data_column *
new_column(struct data_list *d, const struct report *report, const char *name,
    const struct event_sum *sum)
{
	const struct cg_header *header = &report->profile.header;
	struct data_column *column = &d->columns[d->ncolumns++];

	*column = (struct data_column){.name = name, .sum = *sum};
	column->is_change = difference_is_reported(report) &&
			    !difference_is_side(header, sum->events[0]);
	column->is_of_allocation =
	    (int)sum->events[0] == d->blocks || (int)sum->events[0] == d->bytes;
	column->is_of_sharing =
	    is_data_sharing_event(header->events[sum->events[0]].name);
	for (size_t i = 0; i < sum->n; i++)
		column->whole += difference_whole(report, sum->events[i]);
	return column;
}

/* Adds a column if none has these counts. */
static void
append(struct data_list *d, const struct report *report, const char *name,
    const struct event_sum *sum)
{
	for (size_t i = 0; i < d->ncolumns; i++)
		if (d->columns[i].sum.n == sum->n &&
		    memcmp(d->columns[i].sum.events, sum->events,
			sum->n * sizeof(sum->events[0])) == 0)
			return;
	new_column(d, report, name, sum);
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

/* True if a column has the same counts as a derived event, "D1m". */
static bool
lists_derived(const struct data_list *d, const struct report *report,
    const struct event_sum *sum)
{
	for (size_t i = 0; i < d->ncolumns; i++)
		if (d->columns[i].sum.n == 1 &&
		    derived_events_is_sum(&report->profile.derived,
			d->columns[i].sum.events[0], sum))
			return true;
	return false;
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

/* Adds the misses of reads and writes together, if any datum has some; the first ones
 * also if nothing has any count, as in a difference of equal profiles.  The two sides come
 * right after the first column, because readers would take them for the sides of the
 * column before them. */
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
				       d->sites.n * d->sites.nevents))) &&
		    !lists_derived(d, report, &sum))
			append(d, report, misses[i].name, &sum);
		append_sides(d, report);
	}
}

/* Adds how much of the lines that were fetched is used, in place of both counts; not in
 * a difference, of which that is no share. */
static void
append_line_use(struct data_list *d, const struct report *report)
{
	const struct cg_header *header = &report->profile.header;
	struct event_sum used = {.n = 0}, fetched = {.n = 0};
	struct data_column *column;

	if (d->ncolumns == 0 || difference_is_reported(report) ||
	    !event_sum_add(&used, header, "LnU") ||
	    !event_sum_add(&fetched, header, "LnB") || !has_counts(d, &fetched))
		return;
	column = new_column(d, report, "line use", &used);
	column->of = fetched;
	column->whole = 0;
}

/* True if a column is a share of the event. */
static bool
is_whole(const struct data_list *d, size_t event)
{
	for (size_t i = 0; i < d->ncolumns; i++)
		if (d->columns[i].of.n > 0 &&
		    d->columns[i].of.events[0] == event)
			return true;
	return false;
}

void
data_columns_find(struct data_list *d, const struct report *report)
{
	const struct report_options *o = report->options;
	const struct cg_header *header = &report->profile.header;
	size_t nevents = header->nevents;

	d->columns = cli_alloc(nevents + report->shown.n + report->order.n + 5,
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
	append_line_use(d, report);
	if (d->blocks >= 0)
		append_event(d, report, (size_t)d->blocks);
	if (d->bytes >= 0)
		append_event(d, report, (size_t)d->bytes);
	for (size_t i = 0; i < report->profile.ncounted; i++) {
		struct event_sum sum = {.n = 1, .events = {i}};

		if (!known_events_have(header->events[i].name) &&
		    strchr(header->events[i].name, '@') == NULL &&
		    !is_whole(d, i) && has_counts(d, &sum))
			append_event(d, report, i);
	}
	if (d->ncolumns == 0)
		append_event(d, report, report->order.deciding);
}

__int128
data_column_count(const struct data_column *column, const int64_t *counts)
{
	return event_sum_of(&column->sum, counts);
}

char *
data_column_unit(const struct data_column *column, __int128 count)
{
	const char *name = column->name;

	/* "1 block" */
	return cli_format("%.*s%s",
	    (int)strlen(name) - (column->is_of_allocation && count == 1), name,
	    strstr(name, " miss") != NULL && count != 1 ? "es" : "");
}

bool
data_column_share(
    const struct data_column *column, const int64_t *counts, double *percent)
{
	return rate_of(data_column_count(column, counts),
	    event_sum_of(&column->of, counts), percent);
}

bool
data_column_lacks(const struct data_column *column, const int64_t *counts)
{
	if (column->of.n > 0)
		return event_sum_of(&column->of, counts) == 0;
	return column->is_of_allocation &&
	       data_column_count(column, counts) == 0;
}
