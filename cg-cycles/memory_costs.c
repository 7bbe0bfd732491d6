/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Misses that nothing waits for overlap: as many as fit in the window of instructions that a core
 * looks ahead, and as it has buffers for.  A branch that waits for a miss and is mispredicted ends the
 * window; what it takes to start again after any other is under way while misses are, too.
 * Nothing waits for a store, until all places are taken in which stores wait for their lines.
 */
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/description.h"
#include "libquery/header/memory_model.h"
#include "memory_costs.h"

/*
 * L2: the latency of L3, less that of L2, in AMD's Software Optimization Guides for families 17h
 * (56305) and 19h (56665, 57647), 1Ah (58455) and in Intel's Optimization Reference Manual (248966).
 * The manuals do not have those of the servers of Intel and of Arm's system caches: they are an
 * estimate.
 * LL: memory takes 70 to 120 ns longer than L3.  No manual has it: an estimate, for the clock rates
 * of servers, of 3 to 4 GHz.
 * walk: an estimate, of a page table that is in L2.  In a virtual machine there are two tables: a
 * server of zen5 takes 200 cycles there.
 * window: the reorder buffer; stores: the store queue, in the same manuals, an estimate for Arm.
 * buffers: those of lines in Intel's manual; estimates for AMD and Arm.
 * walkers: AMD's guide 56305 has 2, and AMD has 6 since Zen 3 (Hot Chips 33); of zen5, 16 chains of
 * walks at once took a twelfth of the time of one.  Intel's manual has 2, and 4 of Golden Cove.  An
 * estimate for Arm.
 * line: an estimate; one core gets 15 to 30 GB a second.  On a server of zen5, a page of 64 lines that
 * are read or written in order takes 98 to 118 ns, at 3.7 GHz.
 * fuses: Intel's manual, and A. Fog, The microarchitecture of Intel, AMD and VIA CPUs: AMD fuses more than
 * comparisons since Zen 3.  Pairs that only some of these processors fuse, such as inc and a jump, are
 * not fused here.  What Arm's processors fuse is not known here.
 */
static const struct memory_figures table[] = {
    {"zen2", 27, 350, 30, 224, 48, 22, 2, 8, FUSES_COMPARISONS},
    {"zen3", 34, 350, 30, 256, 64, 24, 6, 8, FUSES_ARITHMETIC},
    {"zen4", 36, 350, 30, 320, 64, 24, 6, 8, FUSES_ARITHMETIC},
    {"zen5", 32, 450, 30, 448, 104, 24, 12, 6, FUSES_ARITHMETIC},
    {"skylake", 30, 220, 25, 224, 56, 12, 2, 10, FUSES_ARITHMETIC},
    {"skylake-server", 54, 250, 25, 224, 56, 12, 2, 14, FUSES_ARITHMETIC},
    {"icelake", 29, 260, 25, 352, 72, 12, 2, 10, FUSES_ARITHMETIC},
    {"icelake-server", 56, 260, 25, 352, 72, 12, 2, 14, FUSES_ARITHMETIC},
    {"sapphirerapids", 60, 330, 25, 512, 112, 16, 4, 14, FUSES_ARITHMETIC},
    {"neoverse-n1", 60, 250, 30, 128, 64, 20, 4, 10, FUSES_NONE},
    {"neoverse-v1", 60, 270, 30, 256, 64, 20, 4, 10, FUSES_NONE},
};

enum { NMODELS = sizeof(table) / sizeof(*table) };

enum { READS, WRITES };

/* Finds the event of reads and that of writes.  False if the profile lacks one. */
static bool
find_events(int events[2], const struct cg_header *header, const char *reads,
    const char *writes)
{
	events[READS] = cg_header_event(header, reads, strlen(reads));
	events[WRITES] = cg_header_event(header, writes, strlen(writes));
	return events[READS] >= 0 && events[WRITES] >= 0;
}

static bool
find_all_events(struct memory_costs *c, const struct cg_header *h)
{
	return find_events(c->accesses, h, "Dr", "Dw") &&
	       find_events(c->L1_misses, h, "D1mr", "D1mw") &&
	       find_events(c->L1_covered, h, "D1mrp", "D1mwp") &&
	       find_events(c->L2_misses, h, "D2mr", "D2mw") &&
	       find_events(c->L2_covered, h, "D2mrp", "D2mwp") &&
	       find_events(c->LL_misses, h, "DLmr", "DLmw") &&
	       find_events(c->LL_covered, h, "DLmrp", "DLmwp") &&
	       find_events(c->walks, h, "DSmr", "DSmw");
}

/* True if the description is of the model, with any number of cores. */
static bool
is_model(const char *description, const char *model)
{
	size_t len = strcspn(description, ",");

	return strlen(model) == len && strncmp(description, model, len) == 0;
}

void
memory_costs_find(struct memory_costs *costs, const struct cg_header *header)
{
	const char *model = description_find(header, memory_model_key);
	size_t i = 0;

	*costs = (struct memory_costs){.of.model = NULL};
	if (model == NULL)
		return;
	while (i < NMODELS && !is_model(model, table[i].model))
		i++;
	if (i < NMODELS)
		costs->of = table[i];
	else
		cli_warn("%s: expected a memory system that is known here: its "
			 "misses count as without --memory",
		    model);
	if (!find_all_events(costs, header))
		costs->of.model = NULL;
}

static double
uncovered(const int64_t *counts, const int *misses, const int *covered, int by)
{
	return (double)counts[misses[by]] - (double)counts[covered[by]];
}

struct memory_misses
memory_costs_of(
    const struct memory_costs *costs, const int64_t *counts, double executed)
{
	struct memory_misses all = {
	    .writes = (double)counts[costs->accesses[WRITES]]};
	struct memory_misses one = {.near = 0};

	for (int by = READS; by <= WRITES; by++) {
		double L1 =
		    uncovered(counts, costs->L1_misses, costs->L1_covered, by);
		double L2 =
		    uncovered(counts, costs->L2_misses, costs->L2_covered, by);
		double LL =
		    uncovered(counts, costs->LL_misses, costs->LL_covered, by);
		double walks = (double)counts[costs->walks[by]];

		/* who asks for a line in time has walked for it */
		if (walks > L1)
			walks = L1;
		all.near += by == READS ? L1 : 0;
		all.nwalks += walks;
		all.L2_lines += (double)counts[costs->L1_misses[by]];
		all.lines += (double)counts[costs->LL_misses[by]];
		all.covered += (double)counts[costs->LL_covered[by]];
		all.waits[by] =
		    (struct memory_waits){.misses = L2 > walks ? L2 : walks,
			.LL = L2 * (double)costs->of.L2,
			.memory = LL * (double)costs->of.LL,
			.walks = walks * (double)costs->of.walk};
	}
	memory_misses_add(&one, &all, 1 / executed);
	return one;
}

void
memory_misses_add(
    struct memory_misses *sum, const struct memory_misses *one, double times)
{
	sum->near += times * one->near;
	sum->writes += times * one->writes;
	sum->nwalks += times * one->nwalks;
	sum->L2_lines += times * one->L2_lines;
	sum->lines += times * one->lines;
	sum->covered += times * one->covered;
	for (int by = READS; by <= WRITES; by++) {
		sum->waits[by].misses += times * one->waits[by].misses;
		sum->waits[by].LL += times * one->waits[by].LL;
		sum->waits[by].memory += times * one->waits[by].memory;
		sum->waits[by].walks += times * one->waits[by].walks;
	}
}

static double
most(double a, double b)
{
	return a > b ? a : b;
}

static double
least(double a, double b)
{
	return a < b ? a : b;
}

/*
 * Returns the cycles for which a round waits if misses are waited for together.
 * busy: cycles of a round without them.  rounds: those that can be under way.  depth: cycles of
 * misses of a round that cannot overlap.
 * The core goes on until that many are; rounds without a miss do not wait.
 */
static double
wait_together(
    const struct memory_waits *waits, double busy, double depth, double rounds)
{
	double one;

	if (waits->misses <= 0)
		return 0;
	one = most(depth, memory_waits_sum(waits) / waits->misses);
	return least(waits->misses, 1 / rounds) * most(one - rounds * busy, 0);
}

double
memory_costs_of_round(const struct memory_costs *costs,
    const struct memory_path *path, bool *comes_slowly)
{
	const struct memory_figures *of = &costs->of;
	const struct memory_misses *m = &path->misses;
	const struct memory_waits *reads = &m->waits[READS];
	const struct memory_waits *writes = &m->waits[WRITES];
	double sum = memory_waits_sum(reads);
	double all = sum + memory_waits_sum(writes), cycles, lines;
	double turning = 0, busy = path->core + path->restarts;

	if (reads->misses > 0)
		turning = path->turns * most(path->depth, sum / reads->misses);
	cycles = most(path->chain, least(turning, sum));
	cycles = most(cycles, wait_together(reads, busy, path->depth,
				  (double)of->window / path->instructions));
	if (m->writes > 0)
		cycles = most(cycles, wait_together(writes, busy, 0,
					  (double)of->stores / m->writes));
	/* the core works meanwhile, or starts again */
	cycles = most(cycles, all / (double)of->buffers - busy);
	cycles = most(
	    cycles, m->nwalks * (double)of->walk / (double)of->walkers - busy);
	cycles += most(m->covered * (double)of->line - busy, 0);
	lines = m->lines * (double)of->line - busy;
	*comes_slowly = lines > cycles;
	return most(lines, cycles);
}
