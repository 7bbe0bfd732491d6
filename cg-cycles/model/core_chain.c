/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Some rounds are executed as if everything but the latencies was free.  The instruction that is
 * done last has waited longest, and the way back from it, to what it waited for, is the chain.
 * In the middle one of the rounds it is as in all others.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "core_chain.h"
#include "registers.h"

enum {
	ROUNDS = 6,
	CHOSEN = 2, /* the round that the chain is taken from */
	LOAD = 4    /* cycles of a load, of an instruction that does more */
};

struct waiting {
	const struct core_body *body;
	const struct registers *registers; /* of each instruction of it */
	const struct core_code *codes;
	/* those that load by themselves as llvm-mca has it; NULL: all, as processors do */
	const bool *is_split;
	double ready[NREGISTERS];
	size_t
	    writer[NREGISTERS]; /* what sets it; NOTHING: no instruction yet */
	double *done;           /* of all instructions of all rounds */
	size_t *waits_for;      /* NOTHING: it need not wait */
	bool *waits_to_work;    /* for a register that it does not load with */
};
#define NOTHING SIZE_MAX

/* Returns when an instruction can start that needs a register only when it has loaded. */
static double
start_behind(const struct waiting *w, size_t number, unsigned reg)
{
	size_t i = number % w->body->n, writer = w->writer[reg] % w->body->n;
	double latency = w->codes[w->body->codes[writer]].latency;

	if (w->is_split == NULL || w->is_split[i])
		return w->ready[reg] - LOAD;
	/* llvm-mca does not start it before the one that sets the register */
	if (w->is_split[writer])
		latency -= LOAD;
	return w->ready[reg] - (latency < LOAD ? latency : LOAD);
}

static void
wait_for(struct waiting *w, const uint64_t *set, size_t number, bool loads,
    double *start, size_t *last)
{
	for (unsigned i = 0; i < NREGISTERS; i++) {
		double ready;

		if (!registers_have(set, i) || w->writer[i] == NOTHING)
			continue;
		ready = loads ? start_behind(w, number, i) : w->ready[i];
		if (ready <= *start)
			continue;
		*start = ready;
		*last = w->writer[i];
	}
}

static bool
does_more(const struct core_code *code)
{
	return code->loads && code->latency > LOAD;
}

/* What does more than loading needs its registers later than its address. */
static void
execute(struct waiting *w, size_t number)
{
	size_t i = number % w->body->n, *last = &w->waits_for[number];
	const struct core_code *code = &w->codes[w->body->codes[i]];
	const struct registers *r = &w->registers[i];
	double start = 0, loaded;

	*last = NOTHING;
	wait_for(w, r->address, number, false, &start, last);
	loaded = start;
	wait_for(w, r->read, number, does_more(code), &start, last);
	w->waits_to_work[number] = does_more(code) && start > loaded;
	w->done[number] = start + code->latency;
	for (unsigned j = 0; j < NREGISTERS; j++) {
		if (!registers_have(r->written, j))
			continue;
		w->ready[j] = w->done[number];
		w->writer[j] = number;
	}
}

/* Executes all rounds. */
static struct waiting
execute_all(const struct core_code *codes, const struct core_body *body,
    const struct registers *registers, const bool *is_split)
{
	size_t n = body->n * ROUNDS;
	struct waiting w = {.body = body,
	    .registers = registers,
	    .codes = codes,
	    .is_split = is_split};

	w.done = cli_alloc(n, sizeof(*w.done));
	w.waits_for = cli_alloc(n, sizeof(*w.waits_for));
	w.waits_to_work = cli_alloc(n, sizeof(*w.waits_to_work));
	for (size_t i = 0; i < NREGISTERS; i++)
		w.writer[i] = NOTHING;
	for (size_t i = 0; i < n; i++)
		execute(&w, i);
	return w;
}

static void
release_waiting(struct waiting *w)
{
	free(w->done);
	free(w->waits_for);
	free(w->waits_to_work);
}

/* Sets the links in the chosen round, going back from the last instruction.  True if the chain
 * goes on before it. */
static bool
go_back(const struct waiting *w, double *links)
{
	size_t n = w->body->n, last = 0;

	for (size_t i = 1; i < n * ROUNDS; i++)
		if (w->done[i] >= w->done[last])
			last = i;
	while (last != NOTHING && last >= n * CHOSEN) {
		size_t before = w->waits_for[last];

		if (last < n * (CHOSEN + 1))
			links[last % n] =
			    w->done[last] -
			    (before != NOTHING ? w->done[before] : 0);
		last = before;
	}
	return last != NOTHING;
}

/* Marks what sets a register of the links between two of them, because without it one would wait for
 * the other. */
static void
mark_setters(const struct waiting *w, const double *links, bool *is_needed)
{
	size_t writer[NREGISTERS] = {0}, n = w->body->n;
	bool is_written[NREGISTERS] = {false}, is_shared[NREGISTERS] = {false};

	for (size_t i = 0; i < n; i++)
		for (unsigned j = 0; links[i] > 0 && j < NREGISTERS; j++)
			is_shared[j] |=
			    registers_have(w->registers[i].written, j);
	for (size_t number = 0; number < 2 * n; number++) {
		const struct registers *r = &w->registers[number % n];

		for (unsigned i = 0; i < NREGISTERS; i++) {
			if (links[number % n] > 0 && is_written[i] &&
			    is_shared[i] &&
			    (registers_have(r->address, i) ||
				registers_have(r->read, i)))
				is_needed[writer[i]] = true;
			if (!registers_have(r->written, i))
				continue;
			writer[i] = number % n;
			is_written[i] = true;
		}
	}
}

struct registers *
core_chain_registers(const struct core_model *model,
    const struct core_code *codes, const struct core_body *body)
{
	struct registers *registers = cli_alloc(body->n, sizeof(*registers));

	for (size_t i = 0; i < body->n; i++)
		registers[i] = registers_of(
		    model->machine->name, codes[body->codes[i]].text);
	return registers;
}

bool
core_chain_can_wait(const struct core_code *codes, const struct core_body *body)
{
	for (size_t i = 0; i < body->n; i++)
		if (does_more(&codes[body->codes[i]]))
			return true;
	return false;
}

void
core_chain_find_waiting(const struct core_code *codes,
    const struct core_body *body, const struct registers *registers,
    const bool *is_split, bool *waits)
{
	struct waiting w = execute_all(codes, body, registers, is_split);
	double *links = cli_alloc(body->n, sizeof(*links));
	bool leads_on = go_back(&w, links);

	for (size_t i = 0; i < body->n; i++)
		waits[i] = leads_on && links[i] > 0 &&
			   w.waits_to_work[body->n * CHOSEN + i];
	free(links);
	release_waiting(&w);
}

bool
core_chain_find(const struct core_model *model, const struct core_code *codes,
    const struct core_body *body, struct core_body *chain, double **links)
{
	struct registers *registers = core_chain_registers(model, codes, body);
	bool *is_needed = cli_alloc(body->n, sizeof(*is_needed)), leads_on;
	struct waiting w = execute_all(codes, body, registers, NULL);

	*links = cli_alloc(body->n, sizeof(**links));
	leads_on = go_back(&w, *links);
	*chain = (struct core_body){.n = 0};
	if (leads_on) {
		mark_setters(&w, *links, is_needed);
		chain->codes = cli_alloc(body->n, sizeof(*chain->codes));
		chain->misses = cli_alloc(body->n, sizeof(*chain->misses));
		for (size_t i = 0; i < body->n; i++)
			if ((*links)[i] > 0 || is_needed[i])
				chain->codes[chain->n++] = body->codes[i];
	}
	release_waiting(&w);
	free(registers);
	free(is_needed);
	return leads_on;
}

/* Returns when all registers of a set are there. */
static double
latest(const double *ready, const uint64_t *set)
{
	double time = 0;

	for (unsigned i = 0; i < NREGISTERS; i++)
		if (registers_have(set, i) && ready[i] > time)
			time = ready[i];
	return time;
}

static bool
are_equal(const uint64_t *set, const uint64_t *other)
{
	return memcmp(set, other, sizeof(((struct registers *)0)->read)) == 0;
}

static bool
have_common(const uint64_t *set, const uint64_t *other)
{
	for (size_t i = 0; i < NREGISTERS / 64; i++)
		if ((set[i] & other[i]) != 0)
			return true;
	return false;
}

/*
 * Returns the instruction before one whose line it waits for, or itself: the simulation counts the
 * miss once, and of "n->key" and "n->next" it is the second that a walk along a list waits for.
 */
static size_t
same_line(const struct registers *registers, const struct core_code *codes,
    const struct core_body *body, const double *misses, size_t at)
{
	enum { NEAR = 8 };
	static const uint64_t none[NREGISTERS / 64];
	const uint64_t *address = registers[at].address;

	if (!codes[body->codes[at]].loads || are_equal(address, none))
		return at;
	for (size_t i = at; i-- > 0 && at - i <= NEAR;) {
		if (have_common(registers[i].written, address))
			return at;
		if (misses[i] > misses[at] &&
		    are_equal(registers[i].address, address))
			return i;
	}
	return at;
}

struct core_waits
core_chain_waits(const struct core_model *model, const struct core_code *codes,
    const struct core_body *body, const double *misses, double *waits)
{
	struct registers *registers = core_chain_registers(model, codes, body);
	double *loaded = cli_alloc(body->n, sizeof(*loaded));
	double ready[NREGISTERS] = {0}, ends[ROUNDS] = {0}, last = 0;

	for (size_t number = 0; number < body->n * ROUNDS; number++) {
		size_t i = number % body->n;
		const struct registers *r = &registers[i];
		size_t line = same_line(registers, codes, body, misses, i);
		double end;

		loaded[i] = latest(ready, r->address) + misses[i];
		if (line != i && loaded[line] > loaded[i])
			loaded[i] = loaded[line];
		end = latest(ready, r->read);
		if (end < loaded[i])
			end = loaded[i];
		if (number < body->n)
			waits[i] = end;
		for (unsigned j = 0; j < NREGISTERS; j++)
			if (registers_have(r->written, j))
				ready[j] = end;
		if (end > last)
			last = end;
		ends[number / body->n] = last;
	}
	free(registers);
	free(loaded);
	return (struct core_waits){.depth = ends[0],
	    .chain = (ends[ROUNDS - 1] - ends[CHOSEN]) / (ROUNDS - 1 - CHOSEN)};
}
