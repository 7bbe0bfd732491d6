/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libquery/data/data_object.h"
#include "libquery/events/estimated_cycles.h"
#include "libquery/events/events.h"
#include "request.h"

/* the counts that CEst is computed from */
struct summed_costs {
	const struct profile_series *profile;
	const struct cg_profile *rows;
};

static bool
fit(const void *arg)
{
	const struct summed_costs *costs = arg;
	const struct cg_header *header = &costs->profile->header;
	struct cg_record row = {
	    .counts = cg_reader_totals(costs->profile->first)};

	for (size_t i = 0; i < cg_profile_len(costs->rows); i++) {
		if (!estimated_cycles_fit(header, row.counts))
			return false;
		cg_profile_at(costs->rows, i, &row);
	}
	return estimated_cycles_fit(header, row.counts);
}

void
request_resolve(struct request *r, const struct profile_series *profile,
    const struct cg_profile *rows)
{
	const struct summed_costs costs = {profile, rows};
	const char *misses = data_deciding_event(&profile->header);
	struct cg_header output;

	free(estimated_cycles_derive(&r->projection, &profile->header,
	    estimated_cycles_are_named(&r->projection, &r->ranking, r->sort),
	    fit, &costs));
	if (misses != NULL && r->projection.selected == NULL) {
		r->projection.leading = misses;
		if (r->sort == NULL)
			r->sort = misses;
	}
	projection_resolve(&r->projection, &profile->header);
	output = (struct cg_header){
	    .nevents = r->projection.n, .events = r->projection.events};
	if (r->sort != NULL)
		r->ranking.event =
		    events_find(&output, "--sort", r->sort, strlen(r->sort));
	ranking_resolve(&r->ranking, &output);
}

void
request_release(struct request *r)
{
	projection_release(&r->projection);
	ranking_release(&r->ranking);
}
