/* SPDX-License-Identifier: BSD-2-Clause */
/* An instruction that is on the path several times has what all of them have. */
#include <stdlib.h>

#include "cg-cycles/model/core_chain.h"
#include "code_bounds.h"
#include "libcli/cli.h"

static const double slack = 1.05;

bool
code_bounds_want(struct code_sites *f, struct code_zone *zone,
    struct core_body *body, struct core_body *chain)
{
	body->bounds = cli_alloc(1, sizeof(*body->bounds));
	zone->has_chain =
	    core_chain_find(f->model, f->codes, body, chain, &zone->links);
	return zone->has_chain;
}

/* Gives an instruction that is on the path some of the cycles of all executions. */
static void
give(struct code_site *site, size_t kind, double cycles)
{
	if (site->executed > 0)
		site->bounds[kind] += cycles / site->executed;
}

/* The sites of the body: those of the zone that have a model. */
static size_t *
sites_of(const struct code_sites *f, const struct code_zone *zone)
{
	size_t *sites = cli_alloc(zone->n, sizeof(*sites)), n = 0;

	for (size_t i = 0; i < zone->n; i++)
		if (code_site_is_modelled(f, &f->sites[zone->sites[i]]))
			sites[n++] = zone->sites[i];
	return sites;
}

/* Spreads the bounds that llvm-mca has computed.  times: rounds of the path. */
static void
spread_units(struct code_sites *f, const size_t *sites,
    const struct core_body *body, double times)
{
	const struct core_bounds *bounds = body->bounds;

	for (size_t kind = 0; kind < NCYCLE_BOUNDS; kind++) {
		const double *shares = bounds->shares[kind];
		double sum = 0;

		for (size_t i = 0; i < body->n; i++)
			sum += shares != NULL ? shares[i] : 1;
		for (size_t i = 0; i < body->n && sum > 0; i++)
			give(&f->sites[sites[i]], kind,
			    times * bounds->cycles[kind] *
				(shares != NULL ? shares[i] : 1) / sum);
	}
}

/* A chain that takes longer than the body, which has it, was a wrong guess. */
static void
spread_chain(struct code_sites *f, const struct code_zone *zone,
    const size_t *sites, const struct core_body *body, double cycles,
    double times)
{
	double sum = 0;

	if (cycles > body->cycles * slack)
		return;
	for (size_t i = 0; i < body->n; i++)
		sum += zone->links[i];
	for (size_t i = 0; i < body->n; i++)
		give(&f->sites[sites[i]], CYCLE_BOUND_CHAIN,
		    times * cycles * zone->links[i] / sum);
}

void
code_bounds_set(struct code_sites *f, const struct code_zone *zone,
    const struct core_body *bodies, double executed, double stored)
{
	const struct core_body *body =
	    &bodies[zone->has_hits ? zone->hits : zone->body];
	size_t *sites = sites_of(f, zone);
	double times = executed / (double)body->n, sum = 0;

	spread_units(f, sites, body, times);
	if (zone->has_chain)
		spread_chain(
		    f, zone, sites, body, bodies[zone->chain].cycles, times);
	for (size_t i = 0; i < body->n; i++)
		sum += code_site_chain(f, &f->sites[sites[i]]);
	for (size_t i = 0; i < body->n && sum > 0; i++)
		give(&f->sites[sites[i]], CYCLE_BOUND_STORED,
		    stored * code_site_chain(f, &f->sites[sites[i]]) / sum);
	free(sites);
}

void
code_bounds_release(struct core_body *body)
{
	for (size_t i = 0; body->bounds != NULL && i < NCYCLE_BOUNDS; i++)
		free(body->bounds->shares[i]);
	free(body->bounds);
}
