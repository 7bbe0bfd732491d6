/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A miss of the first level costs the latency of the next one, less that of a hit, which LLVM's
 * model has.  Memory takes 200 to 400 cycles if the program waits for it, and 10 to 30 for a
 * line that was fetched ahead; what is here lies between, and is the weight of CEst.
 *
 * The predictor of indirect jumps in the simulation knows where a jump went last.  Those of
 * processors know the way there, and miss a fraction of that.
 */
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "penalties.h"

const char *const penalty_names[NPENALTIES] = {
    "L1", "LL", "Bcm", "Bim", "D1mw", "Dsf", "walk"};

/*
 * By the start of the processor's name; of several, the first one counts.
 *
 * L1: load-to-use latencies of the second level in AMD's Software Optimization Guides for
 * families 17h and 19h, Intel's Optimization Reference Manual, and Arm's Technical Reference
 * Manuals, less that of the first level.
 * Bcm: znver3 and znver4 are measured with search_branchy, clamp_branchy and bits_loop of
 * tests/bench/cycles.  LLVM's MispredictPenalty (llvm/lib/Target) is 13 there: it does not have
 * the wait until the front end has caught up.  For the others, it is what LLVM 16 has, and 7
 * more.
 * Bim: a quarter of Bcm.
 * D1mw: nothing waits for a store, but its line has to come, and one that was changed has to go.
 * znver4 takes 2.2 cycles for each in a loop of stores that miss the first level, in sequence or at
 * random, and up to 4.5 if they are in few sets of the cache.  The others are not measured.
 * Dsf: znver3 and znver4 take 6.2 to 6.4 cycles from one addition in memory to the next one in the
 * same place, if it is not known that it is the same (histogram_one).  The others are not measured.
 * renames: znver3 takes 1 cycle if the address is the same each time.  A. Fog, The
 * microarchitecture of Intel, AMD and VIA CPUs, has the others.
 */
static const struct {
	const char *cpu;
	int64_t cycles[PENALTY_WALK];
	bool renames;
} table[] = {
    {"znver1", {8, 100, 24, 6, 2, 6}, false},
    {"znver2", {8, 100, 24, 6, 2, 6}, true},
    {"znver", {9, 100, 22, 5, 2, 6}, true},
    {"skylake", {9, 100, 21, 5, 2, 6}, false},
    {"haswell", {8, 100, 23, 6, 2, 6}, false},
    {"broadwell", {8, 100, 23, 6, 2, 6}, false},
    {"sandybridge", {8, 100, 23, 6, 2, 6}, false},
    {"ivybridge", {8, 100, 23, 6, 2, 6}, false},
    {"icelake", {8, 100, 21, 5, 2, 6}, true},
    {"tigerlake", {9, 100, 21, 5, 2, 6}, true},
    {"alderlake", {10, 100, 21, 5, 2, 6}, true},
    {"sapphirerapids", {10, 100, 21, 5, 2, 6}, true},
    {"neoverse-n1", {7, 100, 18, 5, 2, 6}, false},
    {"neoverse", {7, 100, 23, 6, 2, 6}, false},
    {"", {9, 100, 21, 5, 2, 6}, false},
};

static size_t
find_name(const char *text, size_t len)
{
	for (size_t i = 0; i < NPENALTIES; i++)
		if (strlen(penalty_names[i]) == len &&
		    memcmp(penalty_names[i], text, len) == 0)
			return i;
	return NPENALTIES;
}

void
penalties_option(
    struct penalties *penalties, const char *option, const char *argument)
{
	enum { MOST = 1000000 };
	const char *p = argument;

	for (;;) {
		size_t name = strcspn(p, ":"), len = strcspn(p, ",");
		size_t i = find_name(p, name);
		int64_t cycles;

		if (name + 1 >= len || i == NPENALTIES ||
		    cg_parse_int(p + name + 1, len - name - 1, &cycles) !=
			(int)(len - name - 1) ||
		    cycles < 0 || cycles > MOST)
			cli_usage("%s: expected L1:N, LL:N, Bcm:N, Bim:N, "
				  "D1mw:N, Dsf:N or walk:N, with N cycles, "
				  "found "
				  "\"%s\"",
			    option, argument);
		penalties->is_given[i] = true;
		penalties->cycles[i] = cycles;
		if (p[len] == '\0')
			return;
		p += len + 1;
	}
}

void
penalties_complete(struct penalties *penalties, const char *cpu)
{
	size_t i = 0;

	while (strncmp(cpu, table[i].cpu, strlen(table[i].cpu)) != 0)
		i++;
	for (size_t j = 0; j < PENALTY_WALK; j++)
		if (!penalties->is_given[j])
			penalties->cycles[j] = table[i].cycles[j];
	penalties->renames = table[i].renames;
}
