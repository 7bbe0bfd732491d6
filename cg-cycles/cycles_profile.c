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
#include "libquery/header/description.h"
#include "libquery/header/partial.h"
#include "libquery/level.h"
#include "call_cycles.h"
#include "cycles_profile.h"
#include "folded_cycles.h"
#include "memory_costs.h"

static const double good_share = 0.95;

/* What events cost besides the instructions. */
struct penalty_sum {
	struct event_sum sum;
	int64_t cycles;
	size_t part;
};

struct cycles_profile {
	const struct cycles_options *options;
	struct cg_error error;
	const char *name; /* of the input, in messages */
	struct cg_reader *reader;
	struct cg_header header; /* of the output */
	const char **descs;
	char *model_desc, *share_desc; /* the last of them */
	struct partials partials;
	struct cg_event *events;
	struct core_model model;
	struct penalties penalties;
	struct memory_costs memory;
	struct penalty_sum sums[NPENALTIES];
	struct event_sum last_fetches; /* those of PENALTY_LL */
	size_t ir;
	struct cg_profile *rows;
	struct code_rows code_rows;
	struct code_rates rates;
	struct rollup rollup; /* of the output */
	struct row_cycles cycles;
	int64_t sum; /* of rows of costs */
	int64_t part_sums[NCYCLE_PARTS];
	size_t parts[NCYCLE_PARTS], nparts; /* those that are written */
	int64_t bound_sums[NCYCLE_BOUNDS];
	size_t nbounds; /* all of them, or none */
};

static _Noreturn void
die(const struct cycles_profile *c)
{
	partial_die(&c->error);
}

/* --- reading -------------------------------------------------------------- */

static _Noreturn void
die_of_record(const struct cycles_profile *c, const char *what)
{
	cli_die("%s: it has no %s; cg-collect --cycles=later records what an "
		"estimate needs",
	    c->name, what);
}

static void
check_header(struct cycles_profile *c)
{
	const struct cg_header *header = cg_reader_header(c->reader);
	int ir = cg_header_event(header, "Ir", 2);
	const char *cycles = cycles_in(header);

	if (description_of_difference(header))
		cli_die("%s: expected a profile, found a difference", c->name);
	if (cycles != NULL)
		cli_die("%s: it has the event %s already", c->name, cycles);
	if (header->format != CG_CALLGRIND || !header->has_addresses)
		die_of_record(c, "addresses of instructions");
	if (ir < 0)
		cli_die("%s: it lacks the event Ir", c->name);
	c->ir = (size_t)ir;
}

static void
open_profile(struct cycles_profile *c, const char *path)
{
	c->name = strcmp(path, "-") == 0 ? "(stdin)" : path;
	c->reader = cg_reader_open(path, &c->error);
	if (c->reader == NULL)
		die(c);
	cg_reader_set(
	    c->reader, CG_CONTEXTS | CG_REGIONS |
			   (c->options->partial ? CG_ACCEPT_DAMAGE : 0));
	check_header(c);
}

/* True if jumps were executed: instructions, if branches were not counted. */
static bool
needs_jumps(const struct cycles_profile *c)
{
	int branches = cg_header_event(cg_reader_header(c->reader), "Bc", 2);

	return cg_reader_totals(
		   c->reader)[branches >= 0 ? (size_t)branches : c->ir] != 0;
}

static void
read_rows(struct cycles_profile *c)
{
	const struct cg_header *header = cg_reader_header(c->reader);
	struct cg_record record;
	int got;

	c->rows = cg_profile_new(header->nevents, &c->error);
	if (c->rows == NULL ||
	    code_rows_init(&c->code_rows, header->nevents, &c->error) < 0)
		die(c);
	cg_profile_name_events(c->rows, header->events);
	while ((got = cg_reader_next(c->reader, &record)) == 1)
		if (cg_profile_add(c->rows, &record) < 0 ||
		    code_rows_add(&c->code_rows, &record) < 0)
			die(c);
	if (got < 0 || cg_profile_sort(c->rows) < 0 ||
	    code_rows_complete(&c->code_rows) < 0)
		die(c);
	if (!c->code_rows.has_jumps && needs_jumps(c))
		die_of_record(c, "jumps");
	partials_take(&c->partials, c->reader, header->events[0].name);
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
	    [PENALTY_FORWARDING] = "", /* in the rates of instructions */
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
		if (!event_sum_add(
			&sum->sum, cg_reader_header(c->reader), events))
			sum->sum.n = 0;
	}
	if (c->sums[PENALTY_LL].sum.n > 0)
		event_sum_add(
		    &c->last_fetches, cg_reader_header(c->reader), "ILmr");
}

/* Returns the cycles of a row of costs, and adds their parts and bounds. */
static double
cycles_of(struct cycles_profile *c, const struct cg_record *row,
    struct part_cycles *parts, double *bounds)
{
	double ir = (double)row->counts[c->ir], cycles, fetches;
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
		double penalty;

		if (sum->sum.n == 0 ||
		    (i == PENALTY_BRANCH && rate != NULL && rate->is_steady))
			continue;
		penalty = (double)sum->cycles *
			  (double)event_sum_of(&sum->sum, row->counts);
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
		    c->name);
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
	int64_t *parts = row_cycles_parts(&c->cycles, row);

	row_cycles_divide(c->cycles.all[row], wanted, NULL, parts);
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

		c->cycles.bounds[i][row] = sum - before[i];
		before[i] = sum;
		if (__builtin_add_overflow(c->bound_sums[i],
			c->cycles.bounds[i][row], &c->bound_sums[i]))
			cli_die("%s: the cycles of %s do not fit in 64 bits",
			    c->name, cycle_bounds[i].name);
	}
}

/* Sets what rows of calls and folded stacks have: a bound is as cycles of its own. */
static void
complete_bounds(struct cycles_profile *c)
{
	const struct part_cycles none = {0};

	for (size_t i = 0; i < c->nbounds; i++) {
		struct row_cycles cycles = {.all = c->cycles.bounds[i]};

		call_cycles_set(c->rows, &cycles, c->ir, 0, &none);
		folded_cycles_set(c->rows, &cycles, c->ir);
	}
}

static void
set_cycles(struct cycles_profile *c)
{
	double bounds[NCYCLE_BOUNDS] = {0};
	int64_t bounds_before[NCYCLE_BOUNDS] = {0};
	size_t n = cg_profile_len(c->rows);
	struct cg_record row, last = {.function = NULL};
	struct part_cycles wanted = {0};
	double sum = 0;

	c->cycles.all = cli_alloc(n, sizeof(*c->cycles.all));
	if (c->options->has_parts)
		c->cycles.parts =
		    cli_alloc(n, NCYCLE_PARTS * sizeof(*c->cycles.parts));
	c->nbounds = c->options->has_bounds ? NCYCLE_BOUNDS : 0;
	for (size_t i = 0; i < c->nbounds; i++)
		c->cycles.bounds[i] =
		    cli_alloc(n, sizeof(*c->cycles.bounds[i]));
	for (size_t i = 0; i < n; i++, last = row) {
		int64_t before;

		cg_profile_at(c->rows, i, &row);
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
		c->cycles.all[i] = rounded(c, sum) - before;
		if (__builtin_add_overflow(c->sum, c->cycles.all[i], &c->sum))
			cli_die("%s: the estimated cycles do not fit in 64 "
				"bits",
			    c->name);
		if (c->cycles.parts != NULL)
			set_parts(c, i, &wanted);
		set_bounds(c, i, bounds, bounds_before);
	}
	call_cycles_set(
	    c->rows, &c->cycles, c->ir, c->rates.mean, &c->rates.mean_parts);
	folded_cycles_set(c->rows, &c->cycles, c->ir);
	complete_bounds(c);
}

/* --- writing -------------------------------------------------------------- */

/* Returns "Cycle model: ..." in new memory. */
static char *
describe_model(const struct cycles_profile *c)
{
	char *text = cli_format("%-17s %s, llvm-mca %s", cycle_model_key,
	    c->model.cpu, c->model.version);

	for (size_t i = 0; i < NPENALTIES; i++) {
		char *longer;

		if (i == PENALTY_FORWARDING &&
		    cg_header_event(cg_reader_header(c->reader), "Dsf", 3) < 0)
			continue;
		longer = cli_format("%s, %s %d", text, penalty_names[i],
		    (int)c->penalties.cycles[i]);
		free(text);
		text = longer;
	}
	if (c->memory.of.model != NULL) {
		char *longer =
		    cli_format("%s; memory of %s: L2 %d, LL %d, walk %d", text,
			c->memory.of.model, (int)c->memory.of.L2,
			(int)c->memory.of.LL, (int)c->memory.of.walk);

		free(text);
		text = longer;
	}
	return text;
}

static void
make_header(struct cycles_profile *c)
{
	const struct cg_header *from = cg_reader_header(c->reader);
	struct cg_header *h = &c->header;

	*h = *from;
	c->events = cli_alloc(
	    h->nevents + 1 + NCYCLE_PARTS + NCYCLE_BOUNDS, sizeof(*c->events));
	memcpy(c->events, h->events, h->nevents * sizeof(*c->events));
	c->events[h->nevents++] = cycle_event;
	for (size_t i = 0; i < c->nparts; i++)
		c->events[h->nevents++] = cycle_parts[c->parts[i]];
	for (size_t i = 0; i < c->nbounds; i++)
		c->events[h->nevents++] = cycle_bounds[i];
	h->events = c->events;
	c->descs = cli_alloc(h->ndescs + 2, sizeof(*c->descs));
	if (h->ndescs > 0)
		memcpy(c->descs, from->descs, h->ndescs * sizeof(*c->descs));
	c->model_desc = describe_model(c);
	c->share_desc =
	    cli_format("%-17s %.1f %% of Ir by the model, the rest at %.2f "
		       "cycles an instruction",
		cycle_share_key, 100 * c->rates.covered, c->rates.mean);
	c->descs[h->ndescs++] = c->model_desc;
	c->descs[h->ndescs++] = c->share_desc;
	h->descs = c->descs;
	partials_describe(&c->partials, h);
	rollup_set_header(&c->rollup, h);
}

/* Returns the summary of the output, or NULL, in new memory. */
static int64_t *
new_summary(const struct cycles_profile *c)
{
	const int64_t *from = cg_reader_summary(c->reader);
	const int64_t *totals = cg_reader_totals(c->reader);
	size_t n = cg_reader_header(c->reader)->nevents;
	int64_t *summary, missing, parts[NCYCLE_PARTS];
	struct part_cycles wanted = {0};

	if (from == NULL)
		return NULL;
	summary = cli_alloc(c->header.nevents, sizeof(*summary));
	memcpy(summary, from, n * sizeof(*summary));
	missing =
	    rounded(c, c->rates.mean * (double)(from[c->ir] - totals[c->ir]));
	summary[n] = c->sum + missing;
	part_cycles_add(&wanted, &c->rates.mean_parts,
	    (double)(from[c->ir] - totals[c->ir]));
	row_cycles_divide(missing, &wanted, NULL, parts);
	for (size_t i = 0; i < c->nparts; i++)
		summary[n + 1 + i] =
		    c->part_sums[c->parts[i]] + parts[c->parts[i]];
	for (size_t i = 0; i < c->nbounds; i++)
		summary[n + 1 + c->nparts + i] = c->bound_sums[i];
	return summary;
}

/* Sets a row to row number i with its cycles, in memory that is used again. */
static void
complete_row(
    struct cycles_profile *c, size_t i, struct cg_record *row, int64_t *counts)
{
	size_t n = cg_reader_header(c->reader)->nevents;

	cg_profile_at(c->rows, i, row);
	memcpy(counts, row->counts, n * sizeof(*counts));
	counts[n] = c->cycles.all[i];
	for (size_t j = 0; j < c->nparts; j++)
		counts[n + 1 + j] =
		    row_cycles_parts(&c->cycles, i)[c->parts[j]];
	for (size_t j = 0; j < c->nbounds; j++)
		counts[n + 1 + c->nparts + j] = c->cycles.bounds[j][i];
	row->counts = counts;
	row->present = NULL;
}

/* Writes all rows; lines: first adds up those of a line. */
static int
put_rows(struct cycles_profile *c, struct cg_writer *writer,
    struct cg_profile *lines)
{
	int64_t *counts = cli_alloc(c->header.nevents, sizeof(*counts));
	struct cg_record row;
	int status = 0;

	for (size_t i = 0; i < cg_profile_len(c->rows) && status == 0; i++) {
		complete_row(c, i, &row, counts);
		if (lines == NULL) {
			status = cg_writer_put(writer, &row);
		} else {
			rollup_apply(&c->rollup, &row);
			status = cg_profile_add(lines, &row);
		}
	}
	free(counts);
	return status == 0 && lines != NULL ? cg_profile_put(lines, writer)
					    : status;
}

static int
write_rows(struct cycles_profile *c, struct cg_writer *writer)
{
	struct cg_profile *lines = NULL;
	int64_t *summary;
	int status;

	if (rollup_changes(&c->rollup)) {
		lines = cg_profile_new(c->header.nevents, &c->error);
		if (lines == NULL)
			return -1;
		cg_profile_name_events(lines, c->header.events);
	}
	status = put_rows(c, writer, lines);
	cg_profile_free(lines);
	if (status < 0)
		return -1;
	summary = new_summary(c);
	cg_writer_summary(writer, summary);
	status = profile_output_close(writer);
	free(summary);
	return status;
}

static void
write_profile(struct cycles_profile *c)
{
	struct cg_writer *writer =
	    profile_output_open(&c->options->output, &c->header, &c->error);

	if (writer == NULL || write_rows(c, writer) < 0)
		die(c);
}

/* --- all of it ------------------------------------------------------------ */

/* Standard input needs no name: it may be all that cg-collect has counted. */
static void
say_share(const struct cycles_profile *c, const char *path)
{
	bool is_named = strcmp(path, "-") != 0;

	if (cg_reader_totals(c->reader)[c->ir] == 0 ||
	    (c->options->is_quiet && c->rates.covered >= good_share))
		return;
	cli_warn("%s%s%s: %.1f %% of Ir are estimated by LLVM %s's model of "
		 "%s, the rest at %.2f cycles an instruction%s",
	    is_named ? path : "", is_named ? ": " : "", cycle_event.name,
	    100 * c->rates.covered, c->model.version, c->model.cpu,
	    c->rates.mean,
	    c->rates.covered < good_share ? "; do not rely on it" : "");
}

static void
release(struct cycles_profile *c)
{
	free(c->model_desc);
	free(c->share_desc);
	free(c->descs);
	partials_release(&c->partials);
	free(c->events);
	free(c->cycles.all);
	free(c->cycles.parts);
	for (size_t i = 0; i < NCYCLE_BOUNDS; i++)
		free(c->cycles.bounds[i]);
	code_rates_release(&c->rates);
	code_rows_release(&c->code_rows);
	cg_profile_free(c->rows);
	core_model_release(&c->model);
	cg_reader_close(c->reader);
}

void
cycles_profile_write(const char *path, const struct cycles_options *options)
{
	struct cycles_profile c = {
	    .options = options,
	    .penalties = options->penalties,
	    .rollup = {.level = LEVEL_LINE, .has_lines = options->by_line},
	};

	/* first, because a writer at the other end of a pipe may take long */
	core_model_find(&c.model, options->cpu);
	open_profile(&c, path);
	read_rows(&c);
	memory_costs_find(&c.memory, cg_reader_header(c.reader));
	if (c.penalties.is_given[PENALTY_LL])
		c.memory.of.LL = c.penalties.cycles[PENALTY_LL];
	penalties_complete(&c.penalties, c.model.cpu);
	code_rates_find(&c.rates, &c.model, &c.code_rows,
	    cg_reader_header(c.reader), &c.penalties, &c.memory,
	    options->has_parts, options->has_bounds, c.name);
	find_penalties(&c);
	choose_parts(&c);
	set_cycles(&c);
	make_header(&c);
	write_profile(&c);
	say_share(&c, path);
	release(&c);
}
