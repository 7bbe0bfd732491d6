/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All functions are read before LLVM is asked, once for all of them.  Of a path, LLVM says how long
 * it takes; instructions share that by their weights.
 */
#include <stdlib.h>
#include <string.h>

#include "cg-cycles/model/fused_jumps.h"
#include "cg-cycles/model/load_delay.h"
#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "libquery/machine_code/code_address.h"
#include "code_bounds.h"
#include "code_gaps.h"
#include "code_parts.h"
#include "code_rates.h"
#include "code_sites.h"

/* instructions after a miss that wait for its line */
enum { SAME_LINE = 8 };

/* --- asking LLVM ---------------------------------------------------------- */

static int
compare_bytes(const struct core_code *x, const struct core_code *y)
{
	int order = memcmp(x->bytes, y->bytes, sizeof(x->bytes));

	return order != 0 ? order : (x->size > y->size) - (x->size < y->size);
}

static int
compare_codes(const void *a, const void *b)
{
	return compare_bytes(a, b);
}

static int
compare_code_to(const void *element, const void *key)
{
	return compare_bytes(element, key);
}

/* Finds the different instructions. */
static void
find_codes(struct code_sites *f)
{
	struct core_code *codes = cli_alloc(f->nsites, sizeof(*codes));
	size_t n = 0;

	for (size_t i = 0; i < f->nsites; i++)
		codes[i] = f->sites[i].bytes;
	if (f->nsites > 1)
		qsort(codes, f->nsites, sizeof(*codes), compare_codes);
	for (size_t i = 0; i < f->nsites; i++)
		if (n == 0 || compare_bytes(&codes[i], &codes[n - 1]) != 0)
			codes[n++] = codes[i];
	f->codes = codes;
	f->ncodes = n;
	for (size_t i = 0; i < f->nsites; i++)
		f->sites[i].code = lower_bound(&f->sites[i].bytes, codes, n,
		    sizeof(*codes), compare_code_to);
}

/*
 * Of a path, each load misses as often as it did in the program.  The loads after one that
 * missed wait for the same line if they have the same base: the simulation counts the miss
 * once, and of "n->key" and "n->next" it is the second that a walk along a list waits for.
 */
static void
add_body(struct code_sites *f, struct code_zone *zone, struct core_body *to)
{
	const char *missed = NULL;
	size_t nleft = 0;

	*to = (struct core_body){.njumps = zone->njumps};
	to->codes = cli_alloc(zone->n, sizeof(*to->codes));
	to->misses = cli_alloc(zone->n, sizeof(*to->misses));
	for (size_t i = 0; i < zone->n; i++) {
		struct code_site *site = &f->sites[zone->sites[i]];
		const char *text = f->codes[site->code].text;

		if (text == NULL)
			continue;
		nleft -= nleft > 0;
		site->due += site->misses < 1 ? site->misses : 1;
		if (site->due >= 1) {
			site->due--;
			missed = text;
			nleft = SAME_LINE;
			to->misses[to->n] = true;
		} else {
			/* in the next round of a loop, the base has moved */
			if (nleft > 0 && strcmp(text, missed) == 0)
				nleft = 0;
			to->misses[to->n] =
			    nleft > 0 && load_delay_shares_base(text, missed);
		}
		to->codes[to->n++] = site->code;
	}
}

/* Adds the body again, without misses. */
static void
add_hits(const struct core_body *body, struct core_body *to)
{
	*to = (struct core_body){.njumps = body->njumps, .n = body->n};
	to->codes = cli_alloc(body->n, sizeof(*to->codes));
	to->misses = cli_alloc(body->n, sizeof(*to->misses));
	memcpy(to->codes, body->codes, body->n * sizeof(*to->codes));
}

/* Sets what far reads of a path wait for. */
static void
set_waits(
    struct code_sites *f, struct code_zone *zone, const struct core_body *body)
{
	double *misses = cli_alloc(body->n, sizeof(*misses));
	double *waits = cli_alloc(body->n, sizeof(*waits)), far = 0, sum = 0;
	double *mispredicted = cli_alloc(body->n, sizeof(*mispredicted));
	size_t n = 0;

	for (size_t i = 0; i < zone->n; i++) {
		const struct code_site *site = &f->sites[zone->sites[i]];

		if (!code_site_is_modelled(f, site))
			continue;
		mispredicted[n] = site->mispredicted;
		misses[n] = memory_waits_sum(&site->memory.waits[0]);
		far += site->memory.waits[0].misses;
		sum += misses[n++];
	}
	zone->waits = core_chain_waits(f->model, f->codes, body, misses, waits);
	for (size_t i = 0; i < n && sum > 0; i++) {
		double share = waits[i] * far / sum;

		zone->turns += mispredicted[i] * (share < 1 ? share : 1);
	}
	free(misses);
	free(waits);
	free(mispredicted);
}

/* What all executions of the instructions of a zone are. */
struct zone_sums {
	double executed, weights;
	struct memory_misses memory;
	double chain; /* the cycles of loads that wait for stores in a row */
};

static struct zone_sums *
add_up_zones(struct code_sites *f)
{
	struct zone_sums *sums = cli_alloc(f->nzones, sizeof(*sums));

	for (size_t i = 0; i < f->nsites; i++) {
		const struct code_site *site = &f->sites[i];
		struct zone_sums *sum = &sums[site->zone];

		if (!code_site_is_modelled(f, site))
			continue;
		sum->executed += site->executed;
		sum->weights += site->executed * code_site_weight(f, site);
		sum->chain += site->executed * code_site_chain(f, site);
		memory_misses_add(&sum->memory, &site->memory, site->executed);
	}
	return sums;
}

/* Returns the cycles in which a path starts again after mispredicted branches that wait for no far
 * read. */
static double
restarts_of(const struct code_sites *f, const struct code_zone *zone)
{
	double mispredicted = 0;

	for (size_t i = 0; i < zone->n; i++) {
		const struct code_site *site = &f->sites[zone->sites[i]];

		if (code_site_is_modelled(f, site))
			mispredicted += site->mispredicted;
	}
	return (mispredicted - zone->turns) * f->misprediction;
}

/* Returns how many places in the window of a core a path takes. */
static double
count_places(const struct code_sites *f, const struct core_body *body)
{
	size_t n = body->n;

	for (size_t i = 1; i < body->n; i++)
		n -= fused_jumps_have(f->memory->of.fuses,
		    &f->codes[body->codes[i - 1]], &f->codes[body->codes[i]]);
	return (double)n;
}

/* Returns the cycles by which memory behind L2 makes all executions of a path longer. */
static double
cycles_in_memory(const struct code_sites *f, struct code_zone *zone,
    const struct core_body *body, const struct zone_sums *sum, double core)
{
	double rounds = sum->executed / (double)body->n;
	struct memory_path path = {.core = core / rounds,
	    .depth = zone->waits.depth,
	    .chain = zone->waits.chain,
	    .turns = zone->turns};

	if (f->memory == NULL)
		return 0;
	path.instructions = count_places(f, body);
	path.restarts = restarts_of(f, zone);
	memory_misses_add(&path.misses, &sum->memory, 1 / rounds);
	return rounds *
	       memory_costs_of_round(f->memory, &path, &zone->waits_for_lines);
}

/* Divides the cycles of a zone: what the path takes longer because loads miss is waiting for L2. */
static void
set_parts(const struct code_sites *f, struct code_zone *zone,
    const struct core_body *bodies, const struct zone_sums *sum, double core,
    double memory)
{
	const struct core_body *body = &bodies[zone->body];
	const struct memory_waits *reads = &sum->memory.waits[0];
	const struct memory_waits *writes = &sum->memory.waits[1];
	double *parts = zone->parts.of;
	double work = bodies[zone->has_hits ? zone->hits : zone->body].cycles /
		      (double)body->n * sum->executed;
	double all = memory_waits_sum(reads) + memory_waits_sum(writes);

	if (!f->wants_parts)
		return;
	if (work < sum->chain)
		work = sum->chain;
	if (work > core)
		work = core;
	parts[CYCLES_OF_L2] = core - work;
	parts[CYCLES_OF_CORE] = work;
	if (zone->waits_for_lines || all <= 0) {
		parts[CYCLES_OF_MEMORY] = memory;
	} else {
		parts[CYCLES_OF_LL] = memory * (reads->LL + writes->LL) / all;
		parts[CYCLES_OF_MEMORY] =
		    memory * (reads->memory + writes->memory) / all;
		parts[CYCLES_OF_TLB] =
		    memory * (reads->walks + writes->walks) / all;
	}
}

static void
release_bodies(struct core_body *bodies, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(bodies[i].codes);
		free(bodies[i].misses);
		code_bounds_release(&bodies[i]);
	}
	free(bodies);
}

/* True if a body has more than its instructions. */
static bool
has_delays(const struct code_sites *f, const struct core_body *body)
{
	for (size_t i = 0; i < body->n; i++)
		if (body->misses[i] && f->codes[body->codes[i]].delay != NULL)
			return true;
	return false;
}

/* Adds the bodies of a zone, if LLVM has a model of any of its instructions.  Returns how
 * many. */
static size_t
add_bodies(struct code_sites *f, struct code_zone *zone,
    const struct zone_sums *sum, struct core_body *bodies, size_t n)
{
	size_t next = n + 1;

	zone->body = n;
	add_body(f, zone, &bodies[n]);
	if (bodies[n].n == 0) {
		free(bodies[n].codes);
		free(bodies[n].misses);
		zone->n = 0;
		return 0;
	}
	if (sum->memory.waits[0].misses > 0)
		set_waits(f, zone, &bodies[n]);
	zone->has_hits =
	    (f->wants_parts || f->wants_bounds) && has_delays(f, &bodies[n]);
	if (zone->has_hits) {
		zone->hits = next++;
		add_hits(&bodies[n], &bodies[zone->hits]);
	}
	if (f->wants_bounds) {
		zone->chain = next;
		next += code_bounds_want(f, zone,
		    &bodies[zone->has_hits ? zone->hits : n], &bodies[next]);
	}
	return next - n;
}

/* Sets the cycles of zones: how many all executions of a path took. */
static void
run_paths(struct code_sites *f)
{
	struct core_body *bodies = cli_alloc(3 * f->nzones, sizeof(*bodies));
	struct zone_sums *sums = add_up_zones(f);
	size_t n = 0;

	for (size_t i = 0; i < f->nzones; i++)
		n += add_bodies(f, &f->zones[i], &sums[i], bodies, n);
	core_model_run(f->model, f->codes, bodies, n);
	for (size_t i = 0; i < f->nzones; i++) {
		struct code_zone *zone = &f->zones[i];
		const struct core_body *body = &bodies[zone->body];
		double core, memory;

		if (zone->n == 0)
			continue;
		core = body->cycles / (double)body->n * sums[i].executed;
		if (core < sums[i].chain)
			core = sums[i].chain;
		if (core < sums[i].memory.L2_lines * L2_LINE)
			core = sums[i].memory.L2_lines * L2_LINE;
		memory = cycles_in_memory(f, zone, body, &sums[i], core);
		zone->cycles = (core + memory) / sums[i].weights;
		set_parts(f, zone, bodies, &sums[i], core, memory);
		if (f->wants_bounds)
			code_bounds_set(
			    f, zone, bodies, sums[i].executed, sums[i].chain);
	}
	release_bodies(bodies, n);
	free(sums);
}

/* --- rates ---------------------------------------------------------------- */

static int
compare_rates(const void *a, const void *b)
{
	const struct code_rate *x = a, *y = b;

	return code_address_compare(
	    x->object, x->address, y->object, y->address);
}

static void
set_rates(const struct code_sites *f, struct code_rates *rates)
{
	struct part_cycles *parts = f->wants_parts ? code_parts_new(f) : NULL;
	double cycles = 0, executed = 0;

	rates->list = cli_alloc(f->nsites, sizeof(*rates->list));
	for (size_t i = 0; i < f->nsites; i++) {
		const struct code_site *site = &f->sites[i];
		bool has_model = code_site_is_modelled(f, site);
		double fixed = f->codes[site->code].cycles;
		struct code_rate rate = {.object = site->object,
		    .address = site->address,
		    .cycles = fixed > 0 ? fixed : 1,
		    .is_steady = site->is_steady};

		if (has_model && f->zones[site->zone].n == 0)
			continue;
		if (has_model) {
			rate.cycles = f->zones[site->zone].cycles *
				      code_site_weight(f, site);
		}
		memcpy(rate.bounds, site->bounds, sizeof(rate.bounds));
		if (has_model && parts != NULL)
			rate.parts = parts[i];
		else
			rate.parts.of[CYCLES_OF_CORE] = rate.cycles;
		if (has_model || fixed > 0) {
			cycles += rate.cycles * site->executed;
			executed += site->executed;
			part_cycles_add(
			    &rates->mean_parts, &rate.parts, site->executed);
		}
		rates->list[rates->n++] = rate;
	}
	rates->mean = executed > 0 ? cycles / executed : 0;
	if (executed > 0)
		part_cycles_scale(&rates->mean_parts, 1 / executed);
	rates->covered = f->all > 0 ? executed / f->all : 0;
	if (rates->n > 1)
		qsort(
		    rates->list, rates->n, sizeof(*rates->list), compare_rates);
	free(parts);
}

/* --- all of it ------------------------------------------------------------ */

void
code_rates_find(struct code_rates *rates, struct core_model *model,
    const struct code_rows *rows, const struct cg_header *header,
    const struct penalties *penalties, const struct memory_costs *memory,
    bool wants_parts, bool wants_bounds, const char *path)
{
	struct code_sites f = {.model = model,
	    .rows = rows,
	    .ir = cg_header_event(header, "Ir", 2),
	    .misses = cg_header_event(header, "D1mr", 4),
	    .delay = (int)penalties->cycles[PENALTY_L1],
	    .forwards = penalties->renames ? cg_header_event(header, "Dsfv", 4)
					   : cg_header_event(header, "Dsf", 3),
	    .forwarding = (double)penalties->cycles[PENALTY_FORWARDING],
	    .branches = cg_header_event(header, "Bcm", 3),
	    .misprediction = (double)penalties->cycles[PENALTY_BRANCH],
	    .memory = memory->of.model != NULL ? memory : NULL,
	    .wants_parts = wants_parts,
	    .wants_bounds = wants_bounds};

	*rates = (struct code_rates){.model = model};
	build_ids_take(&f.build_ids, header);
	f.options = (struct machine_code_options){
	    .build_ids = &f.build_ids, .header = header};
	code_sites_read(&f);
	if (f.nsites > 0) {
		find_codes(&f);
		core_model_price(model, f.codes, f.ncodes, f.delay);
		run_paths(&f);
		set_rates(&f, rates);
	}
	if (f.all <= 0)
		rates->covered = 1;
	else if (rates->covered <= 0)
		code_gaps_die(&f, path);
	code_gaps_warn(&f);

	code_sites_release(&f);
}

/* --- questions ------------------------------------------------------------ */

static int
compare_object(const void *element, const void *key)
{
	const struct code_rate *rate = element;

	return strcmp(rate->object, key);
}

static int
compare_object_after(const void *element, const void *key)
{
	return compare_object(element, key) <= 0 ? -1 : 1;
}

static int
compare_address(const void *element, const void *key)
{
	const struct code_rate *rate = element;
	const uint64_t *address = key;

	return (rate->address > *address) - (rate->address < *address);
}

const struct code_rate *
code_rates_find_one(struct code_rates *r, const char *object, uint64_t address)
{
	size_t i, n;

	if (r->cached != object) {
		r->cached = object;
		r->cached_first = lower_bound(
		    object, r->list, r->n, sizeof(*r->list), compare_object);
		r->cached_end = lower_bound(object, r->list, r->n,
		    sizeof(*r->list), compare_object_after);
	}
	n = r->cached_end - r->cached_first;
	i = lower_bound(&address, r->list + r->cached_first, n,
	    sizeof(*r->list), compare_address);
	return i < n && r->list[r->cached_first + i].address == address
		   ? &r->list[r->cached_first + i]
		   : NULL;
}

void
code_rates_release(struct code_rates *rates)
{
	free(rates->list);
	*rates = (struct code_rates){.model = NULL};
}
