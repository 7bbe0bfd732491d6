/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Derived events are linear, so they are computed from sums that are shown, not
 * from each row.  Events that nobody asked for must not end the report of a
 * profile whose own counts fit in 64 bits.  If the absolute counts of all rows,
 * times the factors, fit, all sums of rows do.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events/estimated_cycles.h"
#include "libquery/events/events.h"
#include "libquery/rank.h"
#include "count_sums.h"
#include "derived_events.h"

/* True if a list "A,B:1,..." has the event. */
static bool
list_has(const char *list, const char *event)
{
	size_t len = strlen(event);

	while (list != NULL && *list != '\0') {
		size_t n = strcspn(list, ",");

		if (n >= len && memcmp(list, event, len) == 0 &&
		    (n == len || list[len] == ':'))
			return true;
		list += n + (list[n] == ',');
	}
	return false;
}

struct event_lists {
	const char *show, *sort; /* NULL: not given */
};

static bool
lists_have(const struct event_lists *lists, const char *event)
{
	return list_has(lists->show, event) || list_has(lists->sort, event);
}

/* True if the lists have estimated cycles, or a side of them. */
static bool
lists_have_cycles(const struct event_lists *lists)
{
	return lists_have(lists, estimated_cycles_event) ||
	       lists_have(lists, "CEst@old") || lists_have(lists, "CEst@new");
}

static void
choose(struct derived_events *d, size_t number)
{
	if (cg_projection_select(d->projection, number) < 0)
		cli_die("%s", d->error.text);
	d->n++;
}

/* Selects the header's derived events and `ncycles` of the cycles, those that
 * an option names, or all others. */
static void
choose_derived(struct derived_events *d, const struct cg_header *header,
    size_t ncycles, const struct event_lists *lists, bool are_named)
{
	for (size_t i = 0; i < header->nderived; i++) {
		const char *name = header->derived[i].name;

		if (!events_have(header, name) &&
		    lists_have(lists, name) == are_named)
			choose(d, header->nevents + i);
	}
	for (size_t i = 0; i < ncycles; i++)
		if (lists_have_cycles(lists) == are_named)
			choose(d, header->nevents + header->nderived + i);
}

/* Defines estimated cycles and, in a difference, its sides.  Returns their
 * number. */
static size_t
define_cycles(struct derived_events *d, const struct cg_header *header)
{
	static const char *const sides[] = {"", "@old", "@new"};
	size_t n = 0;

	for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
		char *formula =
		    estimated_cycles_formula(header, sides[i], NULL);

		if (formula != NULL &&
		    cg_projection_derive(d->projection, formula) < 0)
			cli_die("%s", d->error.text);
		n += formula != NULL;
		free(formula);
	}
	return n;
}

/* Finds the factors of each event: its values if one count is 1 and the others
 * are 0. */
static void
find_factors(struct derived_events *d)
{
	int64_t *unit = cli_alloc(d->ncounted, sizeof(*unit));
	int64_t *factors = cli_alloc(d->n, sizeof(*factors));

	d->factors = cli_alloc(d->n * d->ncounted, sizeof(*d->factors));
	for (size_t i = 0; i < d->ncounted; i++) {
		unit[i] = 1;
		cg_projection_compute(d->projection, unit, factors);
		unit[i] = 0;
		for (size_t e = 0; e < d->n; e++)
			d->factors[e * d->ncounted + i] = factors[e];
	}
	free(unit);
	free(factors);
}

void
derived_events_init(struct derived_events *d, const struct cg_header *header,
    const char *show, const char *sort, bool all)
{
	const struct event_lists lists = {show, sort};
	bool is_named = show != NULL || sort != NULL;
	struct cg_header output = {.nevents = 0};
	size_t ncycles = 0;

	*d = (struct derived_events){.ncounted = header->nevents};
	if (!all && !lists_have_cycles(&lists) &&
	    (!is_named || header->nderived == 0))
		return;
	d->projection = cg_projection_new(header, &d->error);
	if (d->projection == NULL)
		cli_die("%s", d->error.text);
	if (all || lists_have_cycles(&lists))
		ncycles = define_cycles(d, header);
	for (size_t i = 0; i < header->nevents; i++)
		choose(d, i);
	choose_derived(d, header, ncycles, &lists, true);
	d->first_unnamed = d->n;
	choose_derived(d, header, ncycles, &lists, false);
	if (d->n == d->ncounted) {
		cg_projection_free(d->projection);
		d->projection = NULL;
		return;
	}
	if (cg_projection_set_header(d->projection, &output) < 0)
		cli_die("%s", d->error.text);
	d->events = output.events;
	d->sizes = cli_alloc(d->ncounted, sizeof(*d->sizes));
	find_factors(d);
}

/* --- sizes ---------------------------------------------------------------- */

/* Adds `times` the absolute value of a count to the size of an event. */
static void
add_size(struct derived_events *d, size_t event, int64_t count, uint64_t times)
{
	uint64_t size = (uint64_t)size_of_count(count);

	d->are_huge |=
	    __builtin_mul_overflow(size, times, &size) ||
	    __builtin_add_overflow(d->sizes[event], size, &d->sizes[event]);
}

void
derived_events_add_negative(struct derived_events *d, const int64_t *counts)
{
	int64_t signs = 0;

	for (size_t i = 0; i < d->ncounted; i++)
		signs |= counts[i];
	for (size_t i = 0; signs < 0 && i < d->ncounted; i++)
		if (counts[i] < 0)
			add_size(d, i, counts[i], 2);
}

static void
add_sizes(struct derived_events *d, const struct cg_profile *rows)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		for (size_t event = 0; event < d->ncounted; event++)
			add_size(d, event, row.counts[event], 1);
	}
}

/* True if all sums of rows fit, of each event from `first` on. */
static bool
all_fit(const struct derived_events *d, size_t first)
{
	for (size_t e = first; e < d->n; e++) {
		const int64_t *factors = d->factors + e * d->ncounted;
		unsigned __int128 most = 0;

		for (size_t i = 0; i < d->ncounted && most <= INT64_MAX; i++)
			most += size_of_count(factors[i]) * d->sizes[i];
		if (most > INT64_MAX)
			return false;
	}
	return !d->are_huge;
}

void
derived_events_complete(struct derived_events *d, int64_t *totals,
    const struct cg_profile *functions, const struct cg_profile *calls)
{
	size_t fitting;

	add_sizes(d, functions);
	add_sizes(d, calls);
	d->fit = all_fit(d, d->ncounted);
	fitting = cg_projection_compute(d->projection, totals, totals);
	if (fitting < d->first_unnamed)
		cli_die("the sum of %s does not fit in 64 bits",
		    d->events[fitting].name);
	if (fitting == d->n && (d->fit || all_fit(d, d->first_unnamed)))
		return;
	cli_warn("derived events do not fit in 64 bits and are left out");
	d->n = d->first_unnamed;
}

/* --- counts --------------------------------------------------------------- */

void
derived_events_apply(struct derived_events *d, struct cg_record *row)
{
	size_t fitting;

	if (d->projection == NULL)
		return;
	fitting = cg_projection_apply(d->projection, row);
	if (fitting >= d->first_unnamed)
		return;
	if (row->line == 0)
		cli_die("%s of %s:%s does not fit in 64 bits",
		    d->events[fitting].name, row->file, row->function);
	cli_die("%s of %s:%lld does not fit in 64 bits",
	    d->events[fitting].name, row->file, (long long)row->line);
}

int64_t
derived_events_compute(
    struct derived_events *d, const struct cg_record *row, size_t event)
{
	const int64_t *factors = d->factors + event * d->ncounted;
	struct cg_record wide;
	int64_t count = 0;

	if (!d->fit) {
		wide = *row;
		derived_events_apply(d, &wide);
		return wide.counts[event];
	}
	for (size_t i = 0, n = d->ncounted; i < n; i++)
		count += factors[i] * row->counts[i];
	return count;
}

void
derived_events_widen(
    struct derived_events *d, struct cg_profile **rows, struct cg_error *error)
{
	struct cg_profile *wide = cg_profile_new(d->n, error);
	struct cg_record row;

	if (wide == NULL)
		cli_die("%s", error->text);
	for (size_t i = 0; i < cg_profile_len(*rows); i++) {
		cg_profile_at(*rows, i, &row);
		derived_events_apply(d, &row);
		if (cg_profile_add(wide, &row) < 0)
			cli_die("%s", error->text);
	}
	cg_profile_free(*rows);
	*rows = wide;
}

bool
derived_events_is_sum(
    const struct derived_events *d, size_t event, const struct event_sum *sum)
{
	int64_t left = 0;

	if (d->projection == NULL || event < d->ncounted || event >= d->n)
		return false;
	for (size_t i = 0; i < d->ncounted; i++)
		left += d->factors[event * d->ncounted + i] != 0;
	for (size_t i = 0; i < sum->n; i++)
		left -= d->factors[event * d->ncounted + sum->events[i]] == 1;
	return left == 0 && sum->n > 0;
}

void
derived_events_release(struct derived_events *d)
{
	cg_projection_free(d->projection);
	free(d->sizes);
	free(d->factors);
}
