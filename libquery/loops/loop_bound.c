/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The core's part of the cycles is limited by the largest of its bounds.  One that explains less
 * than half of it is none.
 */
#include <string.h>

#include "loop_bound.h"

/* by numbers of parts and bounds */
static const char *const part_names[NCYCLE_PARTS] = {
    [CYCLES_OF_BRANCHES] = "mispredictions",
    [CYCLES_OF_FETCHES] = "misses of code",
    [CYCLES_OF_L2] = "misses: L2",
    [CYCLES_OF_LL] = "misses: last level",
    [CYCLES_OF_MEMORY] = "misses: memory",
    [CYCLES_OF_TLB] = "misses: page table",
};
static const char *const core_names[NCYCLE_BOUNDS] = {
    [CYCLE_BOUND_STORED] = "waits for stores",
    [CYCLE_BOUND_DIVIDER] = "divisions",
    [CYCLE_BOUND_STORES] = "stores",
    [CYCLE_BOUND_LOADS] = "loads",
    [CYCLE_BOUND_CHAIN] = "latency",
    [CYCLE_BOUND_FRONT] = "front end",
    [CYCLE_BOUND_UNITS] = "units",
};

static int
find(const struct cg_header *header, const struct cg_event *event)
{
	return cg_header_event(header, event->name, strlen(event->name));
}

static int64_t
count_of(const struct loop_row *row, const struct cg_header *header,
    const struct cg_event *event)
{
	int number = find(header, event);

	return number >= 0 ? row->own[number] : 0;
}

bool
loop_bounds_are_known(const struct cg_header *header)
{
	for (size_t i = 0; i < NCYCLE_BOUNDS; i++)
		if (find(header, &cycle_bounds[i]) < 0)
			return false;
	/* others need a memory system */
	return cycle_event_in(header) >= 0 &&
	       find(header, &cycle_parts[CYCLES_OF_CORE]) >= 0 &&
	       find(header, &cycle_parts[CYCLES_OF_BRANCHES]) >= 0;
}

bool
loop_is_estimated(const struct loop_row *row, const struct cg_header *header)
{
	if (!loop_bounds_are_known(header) ||
	    count_of(row, header, &cycle_parts[CYCLES_OF_CORE]) <= 0)
		return true;
	for (size_t i = 0; i < NCYCLE_BOUNDS; i++)
		if (count_of(row, header, &cycle_bounds[i]) != 0)
			return true;
	return false;
}

/* --- finding ---------------------------------------------------------------- */

/* What could limit a loop: the core, what was mispredicted, code or data. */
enum { CORE, BRANCHES, FETCHES, DATA, NCAUSES };

struct causes {
	int64_t cycles[NCAUSES];
	int64_t bounds[NCYCLE_BOUNDS]; /* of the core */
	size_t level;                  /* the part of DATA that is largest */
};

static void
find_causes(struct causes *c, const struct loop_row *row,
    const struct cg_header *header)
{
	int64_t most = -1;

	*c = (struct causes){.cycles[CORE] = count_of(
				 row, header, &cycle_parts[CYCLES_OF_CORE])};
	c->cycles[BRANCHES] =
	    count_of(row, header, &cycle_parts[CYCLES_OF_BRANCHES]);
	c->cycles[FETCHES] =
	    count_of(row, header, &cycle_parts[CYCLES_OF_FETCHES]);
	for (size_t i = CYCLES_OF_L2; i < NCYCLE_PARTS; i++) {
		int64_t count = count_of(row, header, &cycle_parts[i]);

		c->cycles[DATA] += count;
		if (count <= most)
			continue;
		most = count;
		c->level = i;
	}
	for (size_t i = 0; i < NCYCLE_BOUNDS; i++) {
		int64_t count = count_of(row, header, &cycle_bounds[i]);

		/* both are rounded */
		c->bounds[i] =
		    count < c->cycles[CORE] ? count : c->cycles[CORE];
	}
}

/* Returns the largest bound of the core but one; of several, within 2 %, the one that says most. */
static size_t
largest_bound(const struct causes *c, size_t but)
{
	size_t found = NCYCLE_BOUNDS;

	for (size_t i = 0; i < NCYCLE_BOUNDS; i++)
		if (i != but &&
		    (found == NCYCLE_BOUNDS ||
			(double)c->bounds[i] > 1.02 * (double)c->bounds[found]))
			found = i;
	return found;
}

static size_t
largest_cause(const struct causes *c)
{
	size_t found = CORE;

	for (size_t i = 0; i < NCAUSES; i++)
		if (c->cycles[i] > c->cycles[found])
			found = i;
	return found;
}

/* Returns the bound that a cause is; none if the core has no single one. */
static struct loop_bound
bound_of(const struct causes *c, size_t cause, size_t but, int64_t core,
    const struct cg_header *header)
{
	static const size_t parts[NCAUSES] = {
	    [BRANCHES] = CYCLES_OF_BRANCHES, [FETCHES] = CYCLES_OF_FETCHES};
	struct loop_bound bound = {.kind = LOOP_BOUND_PART,
	    .number = cause == DATA ? c->level : parts[cause],
	    .cycles = c->cycles[cause]};

	if (c->cycles[cause] <= 0)
		return (struct loop_bound){.kind = LOOP_BOUND_NONE};
	if (cause == CORE) {
		bound.number = largest_bound(c, but);
		bound.kind = LOOP_BOUND_CORE;
		bound.cycles = c->bounds[bound.number];
		if (2 * bound.cycles < core)
			return (struct loop_bound){.kind = LOOP_BOUND_NONE};
	}
	bound.event = find(header, bound.kind == LOOP_BOUND_CORE
				       ? &cycle_bounds[bound.number]
				       : &cycle_parts[bound.number]);
	return bound;
}

struct loop_bounds
loop_bounds_of(const struct loop_row *row, const struct cg_header *header)
{
	struct loop_bounds bounds = {
	    .cycles = count_of(row, header, &cycle_event)};
	struct causes c;
	size_t cause, but = NCYCLE_BOUNDS;

	find_causes(&c, row, header);
	cause = largest_cause(&c);
	bounds.first = bound_of(&c, cause, but, c.cycles[CORE], header);
	if (bounds.first.kind == LOOP_BOUND_NONE)
		return bounds;
	bounds.without = bounds.cycles - c.cycles[cause];
	if (cause == CORE) {
		but = bounds.first.number;
		c.cycles[CORE] = c.bounds[largest_bound(&c, but)];
		bounds.without += c.cycles[CORE];
	} else {
		c.cycles[cause] = 0;
	}
	bounds.second =
	    bound_of(&c, largest_cause(&c), but, c.cycles[CORE], header);
	return bounds;
}

const char *
loop_bound_name(const struct loop_bound *bound)
{
	if (bound->kind == LOOP_BOUND_NONE)
		return NULL;
	return bound->kind == LOOP_BOUND_CORE ? core_names[bound->number]
					      : part_names[bound->number];
}

const struct loop_top *
loop_bound_top(const struct loop_row *row, const struct loop_bound *bound)
{
	if (bound->kind == LOOP_BOUND_NONE ||
	    (bound->kind == LOOP_BOUND_CORE &&
		bound->number == CYCLE_BOUND_FRONT) ||
	    row->tops[bound->event].count == 0)
		return NULL;
	return &row->tops[bound->event];
}
