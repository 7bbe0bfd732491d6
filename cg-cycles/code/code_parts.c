/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How many cycles an instruction has is known.  Those that missed get the waiting of their path, in
 * proportion to what their misses would take if each was waited for, but at most the cycles that
 * they have.  What does not fit, and the work, is spread over what is left of all.
 */
#include <stdlib.h>

#include "code_parts.h"
#include "libcli/cli.h"

/* Sums of all executions of the instructions of a zone. */
struct spread {
	struct part_cycles waits; /* if each miss was waited for */
	struct part_cycles left;  /* parts that no instruction has yet */
	double room;              /* cycles without a part yet */
};

static bool
has_cycles(const struct code_sites *f, const struct code_site *site)
{
	return code_site_is_modelled(f, site) && f->zones[site->zone].n > 0;
}

/* Returns what the misses of one execution take if each is waited for. */
static struct part_cycles
waits_of(const struct code_sites *f, const struct code_site *site)
{
	const struct memory_waits *reads = &site->memory.waits[0];
	const struct memory_waits *writes = &site->memory.waits[1];

	return (struct part_cycles){
	    .of = {
		[CYCLES_OF_L2] = code_site_delay(f, site),
		[CYCLES_OF_LL] = reads->LL + writes->LL,
		[CYCLES_OF_MEMORY] = f->zones[site->zone].waits_for_lines
					 ? site->memory.lines
					 : reads->memory + writes->memory,
		[CYCLES_OF_TLB] = reads->walks + writes->walks,
	    }};
}

static double
cycles_of(const struct code_sites *f, const struct code_site *site)
{
	return f->zones[site->zone].cycles * code_site_weight(f, site);
}

static double
sum_of(const struct part_cycles *parts)
{
	double sum = 0;

	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		sum += parts->of[i];
	return sum;
}

/* Returns the waiting that an execution of an instruction that missed gets first. */
static struct part_cycles
take_waits(const struct code_sites *f, const struct code_site *site,
    const struct spread *spread)
{
	const struct code_zone *zone = &f->zones[site->zone];
	struct part_cycles waits = waits_of(f, site);
	double sum, most = cycles_of(f, site);

	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		if (waits.of[i] > 0)
			waits.of[i] *= zone->parts.of[i] / spread->waits.of[i];
	sum = sum_of(&waits);
	if (sum > most)
		part_cycles_scale(&waits, most / sum);
	return waits;
}

struct part_cycles *
code_parts_new(const struct code_sites *f)
{
	struct part_cycles *parts = cli_alloc(f->nsites, sizeof(*parts));
	struct spread *spreads = cli_alloc(f->nzones, sizeof(*spreads));

	for (size_t i = 0; i < f->nzones; i++)
		spreads[i].left = f->zones[i].parts;
	for (size_t i = 0; i < f->nsites; i++) {
		const struct code_site *site = &f->sites[i];
		struct part_cycles waits = waits_of(f, site);

		if (has_cycles(f, site))
			part_cycles_add(
			    &spreads[site->zone].waits, &waits, site->executed);
	}
	for (size_t i = 0; i < f->nsites; i++) {
		const struct code_site *site = &f->sites[i];
		struct spread *spread = &spreads[site->zone];

		if (!has_cycles(f, site))
			continue;
		parts[i] = take_waits(f, site, spread);
		part_cycles_add(&spread->left, &parts[i], -site->executed);
		spread->room +=
		    site->executed * (cycles_of(f, site) - sum_of(&parts[i]));
	}
	for (size_t i = 0; i < f->nsites; i++) {
		const struct code_site *site = &f->sites[i];
		const struct spread *spread = &spreads[site->zone];
		double room;

		if (!has_cycles(f, site) || spread->room <= 0)
			continue;
		room = cycles_of(f, site) - sum_of(&parts[i]);
		part_cycles_add(&parts[i], &spread->left, room / spread->room);
	}
	free(spreads);
	return parts;
}
