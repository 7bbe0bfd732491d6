/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two symbols of an object can have one name in one file: those of a destructor
 * that also frees the object and of one that does not, for example.  While the
 * program runs, they are two functions.
 */
#include "callgraph.h"
#include "naming_cycles.h"

static void
build_graph(struct callgraph *graph, struct cg_profile *profile,
    const struct cg_header *header)
{
	struct cg_record row;

	callgraph_init(graph, header);
	for (size_t i = 0; i < cg_profile_len(profile); i++) {
		cg_profile_at(profile, i, &row);
		callgraph_add(graph, &row);
	}
	callgraph_complete(graph);
	inclusive_compute(graph);
}

/*
 * Returns the limit of calls from one function to another, one count for each
 * event: what the cycle that they are in costs or, for inlined code, its host;
 * NULL if there is none.
 */
static const int64_t *
limit_of(const struct callgraph *graph, const struct call_ends *ends)
{
	size_t host = ends->callee, cycle;

	if (!callgraph_is_within_cycle(graph, ends) &&
	    (graph->hosts == NULL || graph->hosts[host] == host))
		return NULL;
	if (graph->hosts != NULL)
		host = graph->hosts[host];
	cycle = graph->cycles[host];
	return cycle != 0 ? graph->cycle_costs + (cycle - 1) * graph->nevents
			  : graph->inclusive + host * graph->nevents;
}

static int
limit_row(struct cg_profile *profile, const struct cg_record *record,
    const int64_t *limit, size_t nevents)
{
	struct cg_row row;

	if (cg_profile_row(profile, record, &row) < 0)
		return -1;
	for (size_t i = 0; i < nevents; i++)
		if (row.counts[i] > limit[i])
			row.counts[i] = limit[i];
	return 0;
}

static int
limit_calls(const struct callgraph *graph, struct cg_profile *profile)
{
	struct cg_record record;
	int status = 0;

	for (size_t i = 0; i < cg_profile_len(profile) && status == 0; i++) {
		struct call_ends ends;
		const int64_t *limit;

		cg_profile_at(profile, i, &record);
		if (record.kind != CG_CALL)
			continue;
		ends.caller = callgraph_caller(graph, &record);
		ends.callee = callgraph_callee(graph, &record);
		limit = limit_of(graph, &ends);
		if (limit != NULL)
			status =
			    limit_row(profile, &record, limit, graph->nevents);
	}
	return status;
}

int
naming_limit_cycles(struct cg_profile *profile, const struct cg_header *header)
{
	struct callgraph graph;
	int status;

	if (cg_profile_sort(profile) < 0)
		return -1;
	build_graph(&graph, profile, header);
	status = limit_calls(&graph, profile);
	callgraph_release(&graph);
	return status;
}
