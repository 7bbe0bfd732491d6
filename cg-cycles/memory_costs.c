/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Misses that nothing waits for overlap: as many as fit in the window of instructions that a core
 * looks ahead, and as it has buffers for.
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
 * walk: an estimate, of a page table that is in L2.
 * window: the reorder buffer, in the same manuals.
 * buffers: those of lines in Intel's manual; estimates for AMD and Arm.
 * line: an estimate; one core gets 15 to 30 GB a second.
 */
static const struct memory_figures table[] = {
    {"zen2", 27, 350, 30, 224, 22, 8},
    {"zen3", 34, 350, 30, 256, 24, 8},
    {"zen4", 36, 350, 30, 320, 24, 8},
    {"zen5", 32, 450, 30, 448, 24, 8},
    {"skylake", 30, 220, 25, 224, 12, 10},
    {"skylake-server", 54, 250, 25, 224, 12, 14},
    {"icelake", 29, 260, 25, 352, 12, 10},
    {"icelake-server", 56, 260, 25, 352, 12, 14},
    {"sapphirerapids", 60, 330, 25, 512, 16, 14},
    {"neoverse-n1", 60, 250, 30, 128, 20, 10},
    {"neoverse-v1", 60, 270, 30, 256, 20, 10},
};

enum { NMODELS = sizeof(table) / sizeof(*table) };

static int
event(const struct cg_header *header, const char *name)
{
	return cg_header_event(header, name, strlen(name));
}

/* False if the profile lacks one. */
static bool
find_events(struct memory_costs *c, const struct cg_header *h)
{
	c->L1_misses = event(h, "D1mr");
	c->L1_covered = event(h, "D1mrp");
	c->L2_misses = event(h, "D2mr");
	c->L2_covered = event(h, "D2mrp");
	c->LL_misses = event(h, "DLmr");
	c->LL_covered = event(h, "DLmrp");
	c->LL_writes = event(h, "DLmw");
	c->walks = event(h, "DSmr");
	return c->L1_misses >= 0 && c->L1_covered >= 0 && c->L2_misses >= 0 &&
	       c->L2_covered >= 0 && c->LL_misses >= 0 && c->LL_covered >= 0 &&
	       c->LL_writes >= 0 && c->walks >= 0;
}

void
memory_costs_find(struct memory_costs *costs, const struct cg_header *header)
{
	const char *model = description_find(header, memory_model_key);
	size_t i = 0;

	*costs = (struct memory_costs){.of.model = NULL};
	if (model == NULL)
		return;
	while (i < NMODELS && strcmp(table[i].model, model) != 0)
		i++;
	if (i < NMODELS)
		costs->of = table[i];
	else
		cli_warn("%s: expected a memory system that is known here: its "
			 "misses count as without --memory",
		    model);
	if (!find_events(costs, header))
		costs->of.model = NULL;
}

static double
uncovered(const int64_t *counts, int misses, int covered)
{
	return (double)counts[misses] - (double)counts[covered];
}

struct memory_misses
memory_costs_of(
    const struct memory_costs *costs, const int64_t *counts, double executed)
{
	double L1 = uncovered(counts, costs->L1_misses, costs->L1_covered);
	double L2 = uncovered(counts, costs->L2_misses, costs->L2_covered);
	double LL = uncovered(counts, costs->LL_misses, costs->LL_covered);
	double walks = (double)counts[costs->walks];
	double waits_LL = L2 * (double)costs->of.L2;
	double waits_memory = LL * (double)costs->of.LL;
	double waits_walks = walks * (double)costs->of.walk;

	return (struct memory_misses){
	    .near = L1 / executed,
	    .far = (L2 > walks ? L2 : walks) / executed,
	    .waits = (waits_LL + waits_memory + waits_walks) / executed,
	    .waits_LL = waits_LL / executed,
	    .waits_memory = waits_memory / executed,
	    .waits_walks = waits_walks / executed,
	    .lines = ((double)counts[costs->LL_misses] +
			 (double)counts[costs->LL_writes]) /
		     executed,
	};
}

double
memory_costs_share(
    const struct memory_costs *costs, double dependent, double distance)
{
	double overlapping = (double)costs->of.window / distance;
	double share;

	if (overlapping > (double)costs->of.buffers)
		overlapping = (double)costs->of.buffers;
	share = overlapping > 1 ? 1 / overlapping : 1;
	return dependent > share ? dependent : share;
}
