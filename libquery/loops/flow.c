/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An instruction leads to the next one as often as it did not jump, but not more often than the
 * next one was executed without a jump to it.  So nothing follows a return.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "flow.h"

static void
add_edge(struct flow *f, size_t to, int64_t count)
{
	f->edges.heads =
	    cli_grow(f->edges.heads, f->nedges, sizeof(*f->edges.heads));
	f->counts = cli_grow(f->counts, f->nedges, sizeof(*f->counts));
	f->edges.heads[f->nedges] = to;
	f->counts[f->nedges++] = count;
}

/* Returns how often jumps led to each instruction. */
static int64_t *
find_jumps(struct flow *f)
{
	int64_t *jumped = cli_alloc(f->n, sizeof(*jumped));

	for (size_t i = 0; i < f->code->njumps; i++) {
		const struct code_jump *jump = &f->code->jumps[i];
		size_t to = machine_code_find(f->code, jump->target);

		if (to < f->n && __builtin_add_overflow(
				     jumped[to], jump->taken, &jumped[to]))
			jumped[to] = INT64_MAX;
	}
	return jumped;
}

/* Returns how often the instruction after number i followed it. */
static int64_t
falls(const struct flow *f, const int64_t *jumped, size_t i)
{
	const struct code_instruction *one = &f->code->list[i];
	int64_t left, arrived;

	if (i + 1 == f->n || one[1].address - one->address > INSTRUCTION_BYTES)
		return 0;
	left = one->executed - machine_code_taken(f->code, one);
	arrived = one[1].executed - jumped[i + 1];
	if (left <= 0 || arrived <= 0)
		return 0;
	return left < arrived ? left : arrived;
}

static int64_t
add(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/* Finds out how often instructions were begun.  One that repeats itself has no jump, and is executed at
 * least twice as often as something led to it, or as it led to the next one. */
static void
find_begun(struct flow *f, const int64_t *falls_through)
{
	f->begun = cli_alloc(f->n, sizeof(*f->begun));
	f->entries = cli_alloc(f->n, sizeof(*f->entries));
	/* first what led there */
	for (size_t i = 0; i < f->nedges; i++) {
		size_t to = f->edges.heads[i];

		f->entries[to] = add(f->entries[to], f->counts[i]);
	}
	for (size_t i = 0; i < f->n; i++) {
		const struct code_instruction *one = &f->code->list[i];
		int64_t arrived = f->entries[i];
		int64_t most =
		    falls_through[i] > arrived ? falls_through[i] : arrived;

		f->begun[i] = one->executed;
		if (one->njumps == 0 && falls_through[i] > 0 &&
		    most <= one->executed / 2)
			f->begun[i] = most;
		f->entries[i] =
		    f->begun[i] > arrived ? f->begun[i] - arrived : 0;
	}
}

void
flow_init(struct flow *f, const struct machine_code *code)
{
	int64_t *jumped, *falls_through;

	*f = (struct flow){.code = code, .n = code->n};
	f->edges.first = cli_alloc(f->n + 1, sizeof(*f->edges.first));
	falls_through = cli_alloc(f->n, sizeof(*falls_through));
	jumped = find_jumps(f);
	for (size_t i = 0; i < f->n; i++) {
		const struct code_instruction *one = &code->list[i];

		falls_through[i] = falls(f, jumped, i);
		f->edges.first[i] = f->nedges;
		for (size_t j = 0; j < one->njumps; j++) {
			const struct code_jump *jump =
			    &code->jumps[one->first_jump + j];
			size_t to = machine_code_find(code, jump->target);

			if (to < f->n && jump->taken > 0)
				add_edge(f, to, jump->taken);
		}
		if (falls_through[i] > 0)
			add_edge(f, i + 1, falls_through[i]);
	}
	f->edges.first[f->n] = f->nedges;
	find_begun(f, falls_through);
	free(jumped);
	free(falls_through);
}

void
flow_release(struct flow *f)
{
	free(f->edges.first);
	free(f->edges.heads);
	free(f->counts);
	free(f->begun);
	free(f->entries);
	*f = (struct flow){.n = 0};
}
