/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cycles are computed as fractions, and rounded so that the rows of a function add up to the
 * rounded sum: each row gets what the sum up to it has more than the one before.
 */
#include <stdlib.h>
#include <string.h>

#include "cg-cycles/code/code_rates.h"
#include "cg-cycles/model/core_model.h"
#include "libcli/cli.h"
#include "libquery/data/data_object.h"
#include "libquery/events/event_sum.h"
#include "libquery/header/cycle_model.h"
#include "libquery/machine_code/instruction_profile.h"
#include "libquery/calls/call_costs.h"
#include "cycles_profile.h"
#include "libquery/stacks/folded_costs.h"
#include "memory_costs.h"

static const double good_share = 0.95;

/* What events cost besides the instructions. */
struct penalty_sum {
	struct event_sum sum;
	int64_t cycles;
	size_t part;
};

/* what is computed for rows: Cy, and the bounds as cycles of their own */
enum { CYCLES, BOUNDS, NCYCLE_COSTS = BOUNDS + NCYCLE_BOUNDS };

struct cycles_profile {
	const struct cycles_options *options;
	struct instruction_profile profile;
	struct core_model model;
	struct penalties penalties;
	struct memory_costs memory;
	struct penalty_sum sums[NPENALTIES];
	struct event_sum last_fetches; /* those of PENALTY_LL */
	struct event_sum
	    covered_writes; /* of PENALTY_STORE, that a prefetcher asked for */
	struct code_rates rates;
	struct row_costs costs[NCYCLE_COSTS];
	int64_t sum; /* of rows of costs */
	int64_t part_sums[NCYCLE_PARTS];
	size_t parts[NCYCLE_PARTS], nparts; /* those that are written */
	int64_t bound_sums[NCYCLE_BOUNDS];
	size_t nbounds; /* all of them, or none */
};

/* --- reading -------------------------------------------------------------- */

static const struct cg_header *
header_of(const struct cycles_profile *c)
{
	return cg_reader_header(c->profile.reader);
}

/* True if jumps were executed: instructions, if branches were not counted. */
static bool
needs_jumps(const struct cycles_profile *c)
{
	int branches = cg_header_event(header_of(c), "Bc", 2);

	return cg_reader_totals(
		   c->profile.reader)[branches >= 0 ? (size_t)branches
						    : c->profile.ir] != 0;
}

static void
read_rows(struct cycles_profile *c, const char *path)
{
	struct instruction_profile *p = &c->profile;
	const char *cycles;

	instruction_profile_open(p, path, c->options->partial,
	    "cg-collect --cycles=later records what an estimate needs");
	cycles = cycles_in(header_of(c));
	if (cycles != NULL)
		cli_die("%s: it has the event %s already", p->name, cycles);
	instruction_profile_read(p);
	if (!p->code_rows.has_jumps && needs_jumps(c))
		instruction_profile_die_of(p, "jumps");
}

/* --- cycles --------------------------------------------------------------- */

/* Finds the events that have a penalty, as far as they were counted.  Misses of loads are in
 * the rates of instructions. */
static void
find_penalties(struct cycles_profile *c)
{
	static const char *const names[NPENALTIES] = {
	    [PENALTY_L1] = "I1mr",
	    [PENALTY_LL] = "ILmr DLmr DLmw",
	    [PENALTY_BRANCH] = "Bcm",
	    [PENALTY_INDIRECT] = "Bim",
	    [PENALTY_STORE] = "D1mw",
	    /* in the rates of instructions */
	    [PENALTY_FORWARDING] = "",
	    [PENALTY_WALK] = "",
	};
	static const size_t parts[NPENALTIES] = {
	    [PENALTY_L1] = CYCLES_OF_FETCHES,
	    [PENALTY_LL] = CYCLES_OF_MEMORY,
	    [PENALTY_BRANCH] = CYCLES_OF_BRANCHES,
	    [PENALTY_INDIRECT] = CYCLES_OF_BRANCHES,
	    [PENALTY_STORE] = CYCLES_OF_L2,
	};

	for (size_t i = 0; i < NPENALTIES; i++) {
		struct penalty_sum *sum = &c->sums[i];
		const char *events = names[i];

		/* then the rates of instructions have those of data, too */
		if (i == PENALTY_LL && c->memory.of.model != NULL)
			events = "ILmr";
		sum->cycles = c->penalties.cycles[i];
		sum->part = parts[i];
		if (!event_sum_add(&sum->sum, header_of(c), events))
			sum->sum.n = 0;
	}
	if (c->sums[PENALTY_LL].sum.n > 0)
		event_sum_add(&c->last_fetches, header_of(c), "ILmr");
	if (c->memory.of.model != NULL)
		event_sum_add(&c->covered_writes, header_of(c), "D1mwp");
}

/* Returns the cycles of a row of costs, and adds their parts and bounds. */
static double
cycles_of(struct cycles_profile *c, const struct cg_record *row,
    struct part_cycles *parts, double *bounds)
{
	double ir = (double)row->counts[c->profile.ir], cycles, fetches;
	const struct code_rate *rate = NULL;

	if (is_of_data(row))
		return 0;
	if (row->address != 0)
		rate =
		    code_rates_find_one(&c->rates, row->object, row->address);
	cycles = ir * (rate != NULL ? rate->cycles : c->rates.mean);
	part_cycles_add(
	    parts, rate != NULL ? &rate->parts : &c->rates.mean_parts, ir);
	for (size_t i = 0; rate != NULL && i < NCYCLE_BOUNDS; i++)
		bounds[i] += rate->bounds[i] * ir;
	for (size_t i = 0; i < NPENALTIES; i++) {
		const struct penalty_sum *sum = &c->sums[i];
		int64_t n;
		double penalty;

		if (sum->sum.n == 0 ||
		    (i == PENALTY_BRANCH && rate != NULL && rate->is_steady))
			continue;
		n = event_sum_of(&sum->sum, row->counts);
		if (i == PENALTY_STORE)
			n -= event_sum_of(&c->covered_writes, row->counts);
		penalty = (double)sum->cycles * (double)n;
		cycles += penalty;
		parts->of[sum->part] += penalty;
	}
	fetches = (double)c->sums[PENALTY_LL].cycles *
		  (double)event_sum_of(&c->last_fetches, row->counts);
	parts->of[CYCLES_OF_MEMORY] -= fetches;
	parts->of[CYCLES_OF_FETCHES] += fetches;
	return cycles;
}

static int64_t
rounded(const struct cycles_profile *c, double cycles)
{
	if (cycles >= 0x1p63)
		cli_die("%s: the estimated cycles of a function do not fit in "
			"64 bits",
		    c->profile.name);
	return (int64_t)(cycles + 0.5);
}

/* Chooses the parts that are written.  Only a memory system tells L2 from a last level behind it,
 * and has TLBs. */
static void
choose_parts(struct cycles_profile *c)
{
	for (size_t i = 0; c->options->has_parts && i < NCYCLE_PARTS; i++)
		if (c->memory.of.model != NULL ||
		    (i != CYCLES_OF_LL && i != CYCLES_OF_TLB))
			c->parts[c->nparts++] = i;
}

/* Sets the parts of a row, and adds them to the sums, which fit if that of cycles does. */
static void
set_parts(struct cycles_profile *c, size_t row, struct part_cycles *wanted)
{
	int64_t *parts = row_costs_parts(&c->costs[CYCLES], row);

	row_costs_divide(c->costs[CYCLES].all[row], wanted, NULL, parts);
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		c->part_sums[i] += parts[i];
}

/* Sets the bounds of a row, up to which a function has these. */
static void
set_bounds(
    struct cycles_profile *c, size_t row, const double *sums, int64_t *before)
{
	for (size_t i = 0; i < c->nbounds; i++) {
		int64_t sum = rounded(c, sums[i]);
		int64_t *cycles = &c->costs[BOUNDS + i].all[row];

		*cycles = sum - before[i];
		before[i] = sum;
		if (__builtin_add_overflow(
			c->bound_sums[i], *cycles, &c->bound_sums[i]))
			cli_die("%s: the cycles of %s do not fit in 64 bits",
			    c->profile.name, cycle_bounds[i].name);
	}
}

static void
alloc_costs(struct cycles_profile *c, size_t nrows)
{
	struct row_costs *cycles = &c->costs[CYCLES];

	cycles->event = &cycle_event;
	cycles->all = cli_alloc(nrows, sizeof(*cycles->all));
	cycles->mean = c->rates.mean;
	cycles->mean_parts = c->rates.mean_parts;
	if (c->options->has_parts)
		cycles->parts =
		    cli_alloc(nrows, NCYCLE_PARTS * sizeof(*cycles->parts));
	c->nbounds = c->options->has_bounds ? NCYCLE_BOUNDS : 0;
	for (size_t i = 0; i < c->nbounds; i++)
		c->costs[BOUNDS + i] =
		    (struct row_costs){.event = &cycle_bounds[i],
			.all = cli_alloc(nrows, sizeof(int64_t))};
}

static void
set_cycles(struct cycles_profile *c)
{
	struct row_costs *cycles = &c->costs[CYCLES];
	double bounds[NCYCLE_BOUNDS] = {0};
	int64_t bounds_before[NCYCLE_BOUNDS] = {0};
	size_t n = cg_profile_len(c->profile.rows);
	struct cg_record row, last = {.function = NULL};
	struct part_cycles wanted = {0};
	double sum = 0;

	alloc_costs(c, n);
	for (size_t i = 0; i < n; i++, last = row) {
		int64_t before;

		cg_profile_at(c->profile.rows, i, &row);
		if (last.function == NULL ||
		    !cg_record_same_function(&row, &last)) {
			sum = 0;
			wanted = (struct part_cycles){0};
			memset(bounds, 0, sizeof(bounds));
			memset(bounds_before, 0, sizeof(bounds_before));
		}
		if (row.kind != CG_COSTS)
			continue;
		before = rounded(c, sum);
		sum += cycles_of(c, &row, &wanted, bounds);
		cycles->all[i] = rounded(c, sum) - before;
		if (__builtin_add_overflow(c->sum, cycles->all[i], &c->sum))
			cli_die("%s: the estimated cycles do not fit in 64 "
				"bits",
			    c->profile.name);
		if (cycles->parts != NULL)
			set_parts(c, i, &wanted);
		set_bounds(c, i, bounds, bounds_before);
	}
	call_costs_set(
	    c->profile.rows, c->costs, BOUNDS + c->nbounds, c->profile.ir);
	for (size_t i = 0; i < BOUNDS + c->nbounds; i++)
		folded_costs_set(c->profile.rows, &c->costs[i], c->profile.ir);
}

/* --- writing -------------------------------------------------------------- */

/* Returns "Cycle model: ..." in new memory. */
static char *
describe_model(const struct cycles_profile *c)
{
	char *text = cli_format("%-17s %s, llvm-mca %s", cycle_model_key,
	    c->model.cpu, c->model.version);

	for (size_t i = 0; i < PENALTY_WALK; i++) {
		if (i == PENALTY_FORWARDING &&
		    cg_header_event(header_of(c), "Dsf", 3) < 0)
			continue;
		cli_append(&text, ", %s %d", penalty_names[i],
		    (int)c->penalties.cycles[i]);
	}
	if (c->memory.of.model != NULL)
		cli_append(&text,
		    "; memory of %s: L2 %d, LL %d, walk %d, line %d",
		    c->memory.of.model, (int)c->memory.of.L2,
		    (int)c->memory.of.LL, (int)c->memory.of.walk,
		    (int)c->memory.of.line);
	return text;
}

static void
write_profile(struct cycles_profile *c)
{
	const int64_t *summary = cg_reader_summary(c->profile.reader);
	int64_t missing = 0, parts[NCYCLE_PARTS] = {0};
	struct added_event events[1 + NCYCLE_PARTS + NCYCLE_BOUNDS];
	struct part_cycles wanted = {0};
	char *descs[2];
	struct added_events added = {.list = events,
	    .n = 1 + c->nparts + c->nbounds,
	    .descs = (const char *const *)descs,
	    .ndescs = 2,
	    .by_line = c->options->by_line,
	    .output = &c->options->output};

	if (summary != NULL) {
		double ir = (double)(summary[c->profile.ir] -
				     cg_reader_totals(
					 c->profile.reader)[c->profile.ir]);

		missing = rounded(c, c->rates.mean * ir);
		part_cycles_add(&wanted, &c->rates.mean_parts, ir);
		row_costs_divide(missing, &wanted, NULL, parts);
	}
	descs[0] = describe_model(c);
	descs[1] =
	    cli_format("%-17s %.1f %% of Ir by the model, the rest at %.2f "
		       "cycles an instruction",
		cycle_share_key, 100 * c->rates.covered, c->rates.mean);
	events[0] = (struct added_event){
	    &cycle_event, c->costs[CYCLES].all, 1, c->sum + missing};
	for (size_t i = 0; i < c->nparts; i++) {
		size_t part = c->parts[i];

		events[1 + i] = (struct added_event){&cycle_parts[part],
		    &c->costs[CYCLES].parts[part], NCYCLE_PARTS,
		    c->part_sums[part] + parts[part]};
	}
	for (size_t i = 0; i < c->nbounds; i++)
		events[1 + c->nparts + i] =
		    (struct added_event){&cycle_bounds[i],
			c->costs[BOUNDS + i].all, 1, c->bound_sums[i]};
	instruction_profile_write(&c->profile, &added);
	free(descs[0]);
	free(descs[1]);
}

/* --- all of it ------------------------------------------------------------ */

/* Standard input needs no name: it may be all that cg-collect has counted. */
static void
say_share(const struct cycles_profile *c, const char *path)
{
	bool is_named = strcmp(path, "-") != 0;

	if (cg_reader_totals(c->profile.reader)[c->profile.ir] == 0 ||
	    (c->options->is_quiet && c->rates.covered >= good_share))
		return;
	cli_warn("%s%s%s: LLVM %s's model of %s covers %.1f %% of Ir; the "
		 "rest counts %.2f cycles per instruction%s",
	    is_named ? path : "", is_named ? ": " : "", cycle_event.name,
	    c->model.version, c->model.cpu, 100 * c->rates.covered,
	    c->rates.mean,
	    c->rates.covered < good_share ? "; do not rely on it" : "");
}

static void
release(struct cycles_profile *c)
{
	free(c->costs[CYCLES].parts);
	for (size_t i = 0; i < NCYCLE_COSTS; i++)
		free(c->costs[i].all);
	code_rates_release(&c->rates);
	core_model_release(&c->model);
	instruction_profile_release(&c->profile);
}

void
cycles_profile_write(const char *path, const struct cycles_options *options)
{
	struct cycles_profile c = {
	    .options = options,
	    .penalties = options->penalties,
	};

	/* first, because a writer at the other end of a pipe may take long */
	core_model_find(&c.model, options->cpu);
	core_model_warn(&c.model, options->cpu);
	read_rows(&c, path);
	memory_costs_find(&c.memory, header_of(&c));
	if (c.penalties.is_given[PENALTY_LL])
		c.memory.of.LL = c.penalties.cycles[PENALTY_LL];
	if (c.penalties.is_given[PENALTY_WALK])
		c.memory.of.walk = c.penalties.cycles[PENALTY_WALK];
	penalties_complete(&c.penalties, c.model.cpu);
	code_rates_find(&c.rates, &c.model, &c.profile.code_rows, header_of(&c),
	    &c.penalties, &c.memory, options->has_parts, options->has_bounds,
	    c.profile.name);
	find_penalties(&c);
	choose_parts(&c);
	set_cycles(&c);
	write_profile(&c);
	say_share(&c, path);
	release(&c);
}
