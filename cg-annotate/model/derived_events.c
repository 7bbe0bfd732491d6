/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Derived events that nobody asked for must not end the report of a profile
 * whose own counts fit in 64 bits.  As long as the sum of their absolute counts
 * fits, all their sums do.
 */
#include <stdlib.h>
#include <string.h>

#include "count_sum.h"
#include "derived_events.h"
#include "libcli/cli.h"
#include "libquery/estimated_cycles.h"
#include "libquery/events.h"
#include "libquery/rank.h"

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
	char *formulas[] = {estimated_cycles_formula(header, NULL),
	    estimated_cycles_of_side(header, "old"),
	    estimated_cycles_of_side(header, "new")};
	size_t n = 0;

	for (size_t i = 0; i < 3; i++) {
		if (formulas[i] != NULL &&
		    cg_projection_derive(d->projection, formulas[i]) < 0)
			cli_die("%s", d->error.text);
		n += formulas[i] != NULL;
		free(formulas[i]);
	}
	return n;
}

void
derived_events_init(struct derived_events *d, const struct cg_header *header,
    const char *show, const char *sort, bool all)
{
	const struct event_lists lists = {show, sort};
	bool is_named = show != NULL || sort != NULL;
	struct cg_header output = {.nevents = 0};
	size_t ncycles = 0;

	*d = (struct derived_events){.n = 0};
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
	if (cg_projection_set_header(d->projection, &output) < 0)
		cli_die("%s", d->error.text);
	d->events = output.events;
	d->sizes = cli_alloc(d->n, sizeof(*d->sizes));
	d->counts = cli_alloc(d->n, sizeof(*d->counts));
}

/* Leaves the unnamed events out if one of them does not fit. */
static void
check_sizes(struct derived_events *d, const int64_t *counts, bool all_fit)
{
	bool left_out = d->are_left_out;

	for (size_t i = d->first_unnamed; i < d->n && !left_out; i++) {
		d->sizes[i] += size_of_count(counts[i]);
		left_out = !all_fit || d->sizes[i] > INT64_MAX;
	}
	if (left_out && !d->are_left_out)
		cli_warn("derived events do not fit in 64 bits and are left "
			 "out");
	d->are_left_out = left_out;
}

void
derived_events_apply(struct derived_events *d, struct cg_record *row)
{
	size_t fitting = cg_projection_apply(d->projection, row);

	if (fitting < d->first_unnamed)
		cli_die("%s of %s:%s, line %lld, does not fit in 64 bits",
		    d->events[fitting].name, row->file, row->function,
		    (long long)row->line);
	check_sizes(d, row->counts, fitting == d->n);
	if (!d->are_left_out)
		return;
	memcpy(d->counts, row->counts, d->first_unnamed * sizeof(*d->counts));
	row->counts = d->counts;
}

void
derived_events_of_totals(struct derived_events *d, int64_t *totals)
{
	size_t fitting = cg_projection_compute(d->projection, totals, totals);

	if (fitting < d->first_unnamed)
		cli_die("the sum of %s does not fit in 64 bits",
		    d->events[fitting].name);
	if (fitting < d->n)
		check_sizes(d, totals, false);
}

void
derived_events_release(struct derived_events *d)
{
	cg_projection_free(d->projection);
	free(d->sizes);
	free(d->counts);
}
