/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The executed instructions of the hot functions of a profile, and the paths through them that
 * LLVM is to be asked about.
 */
#ifndef CODE_SITES_H
#define CODE_SITES_H

#include "cg-cycles/memory_costs.h"
#include "cg-cycles/model/core_chain.h"
#include "cg-cycles/model/core_model.h"
#include "libquery/calls/row_costs.h"
#include "libquery/machine_code/machine_code.h"

/* An executed instruction. */
struct code_site {
	const char *object;
	uint64_t address;
	double executed;
	double misses; /* of the first level, for each execution */
	double due;    /* misses that its path has not had yet */
	struct memory_misses memory;  /* if they were counted */
	double mispredicted;          /* branches that are not steady */
	double forwards;              /* loads that wait for stores in a row */
	double bounds[NCYCLE_BOUNDS]; /* of one execution, if wanted */
	bool is_steady;
	size_t zone; /* of all functions */
	size_t code; /* of the different ones */
	struct core_code bytes;
};

/* A path that LLVM is asked about; it has numbers of sites. */
struct code_zone {
	size_t *sites;
	size_t n, njumps;
	size_t body; /* number of its body, if n > 0 */
	size_t hits; /* number of its body without misses, if has_hits */
	struct core_waits waits; /* for reads that go farther than L2, and */
	double turns; /* mispredicted branches that wait for them, in a round */
	bool has_hits;
	double cycles; /* of all its executions, divided by what sites weigh */
	/* of all its executions, if parts are wanted */
	struct part_cycles parts;
	bool waits_for_lines; /* from memory; not for single misses */
	bool has_chain;       /* of latencies: number of its body, and */
	size_t chain;
	double *links; /* cycles of it, of each instruction of the other body */
};

/* Why the code of an object, or a part of it, was not read. */
struct code_problem {
	const char *object;
	char *text;
	double executed;
};

struct code_sites {
	struct core_model *model;
	const struct code_rows *rows;
	struct machine_code_options options;
	struct build_ids build_ids;
	int ir, misses; /* events; misses of loads, or -1 */
	int delay;
	int forwards, branches;            /* events, or -1 */
	double forwarding;                 /* cycles of one */
	double misprediction;              /* cycles of one */
	const struct memory_costs *memory; /* NULL: not counted */
	bool wants_parts, wants_bounds;
	double all; /* instructions of the profile */
	struct code_site *sites;
	size_t nsites;
	struct code_zone *zones;
	size_t nzones;
	struct core_code *codes; /* different ones */
	size_t ncodes;
	struct code_problem *problems;
	size_t nproblems;
};

/* Reads the functions with most instructions first, until they have enough of them.  The
 * members above `all` are set. */
void code_sites_read(struct code_sites *f);

/* True if LLVM has a model of the instruction. */
bool
code_site_is_modelled(const struct code_sites *f, const struct code_site *site);

/* Returns what an execution of an instruction weighs in its path. */
double
code_site_weight(const struct code_sites *f, const struct code_site *site);

/* Returns the part of this that is the latency of L2. */
double
code_site_delay(const struct code_sites *f, const struct code_site *site);

/* Returns the cycles in which an execution waits for a store, if nothing else takes longer. */
double
code_site_chain(const struct code_sites *f, const struct code_site *site);

void code_sites_release(struct code_sites *f);

#endif
