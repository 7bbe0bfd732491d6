/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two symbols of an object can have one name in one file: for example a
 * destructor that also frees the object and one that does not.  While the
 * program runs, they are two functions.
 */
#include "libquery/calls/callgraph.h"
#include "call_limits.h"

/* Returns the limit of calls from one function to another, one count for each
 * event; NULL if they are in no cycle. */
static const int64_t *
limit_of(const struct callgraph *graph, const struct call_ends *ends)
{
	size_t cycle = graph->cycles[ends->caller];

	if (!callgraph_is_within_cycle(graph, ends))
		return NULL;
	return cycle != 0 ? graph->cycle_costs + (cycle - 1) * graph->nevents
			  : graph->inclusive + ends->caller * graph->nevents;
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

int
call_limits_apply(struct cg_profile *profile, const struct callgraph *hosts)
{
	int status = cg_profile_sort(profile);

	for (size_t i = 0; i < cg_profile_len(profile) && status == 0; i++) {
		struct cg_record row, call;
		struct call_ends ends;
		const int64_t *limit;

		cg_profile_at(profile, i, &row);
		if (row.kind != CG_CALL || row.target.inlined != CG_NOT_INLINED)
			continue;
		call = row;
		if (row.host != NULL) {
			call.def_file = row.host_file;
			call.function = row.host;
			call.host_file = call.host = NULL;
		}
		ends.caller = callgraph_caller(hosts, &call);
		ends.callee = callgraph_callee(hosts, &call);
		limit = limit_of(hosts, &ends);
		if (limit != NULL)
			status =
			    limit_row(profile, &row, limit, hosts->nevents);
	}
	return status;
}
