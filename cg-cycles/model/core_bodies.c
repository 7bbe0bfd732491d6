/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cycles of bodies, by two runs of llvm-mca at once, with few rounds and with more.  The
 * difference of the two is the cost of rounds in a core that is busy already, without filling
 * and draining it.
 *
 * llvm-mca knows nothing of taken branches, so a body takes a cycle for each of its jumps at
 * least.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core_model.h"
#include "folded_loads.h"
#include "llvm.h"
#include "unit_bounds.h"

enum { FEW_ROUNDS = 2, MORE_ROUNDS = 4 };

struct timing {
	int64_t *cycles; /* of each body */
	size_t n, next;
	struct unit_bounds *bounds; /* NULL: not wanted */
};

static void
take_total(void *arg, char *line)
{
	struct timing *t = arg;
	const char *p = llvm_after(line, "Total Cycles:");
	int64_t cycles;

	if (p != NULL && cg_parse_int(p, strlen(p), &cycles) > 0 &&
	    cycles > 0 && t->next < t->n)
		t->cycles[t->next++] = cycles;
	if (t->bounds != NULL)
		unit_bounds_take(t->bounds, line);
}

static void
write_bodies(struct llvm_input *input, const struct core_code *codes,
    const struct core_body *bodies, size_t n)
{
	llvm_input_open(input);
	for (size_t i = 0; i < n; i++) {
		const struct core_body *body = &bodies[i];

		llvm_input_put(input, "# LLVM-MCA-BEGIN\n");
		for (size_t j = 0; j < body->n; j++) {
			const struct core_code *code = &codes[body->codes[j]];

			llvm_input_put(
			    input, body->texts != NULL && body->texts[j] != NULL
				       ? body->texts[j]
				       : code->text);
			llvm_input_put(input, "\n");
			if (!body->misses[j] || code->delay == NULL)
				continue;
			llvm_input_put(input, code->delay);
			llvm_input_put(input, "\n");
		}
		llvm_input_put(input, "# LLVM-MCA-END\n");
	}
	llvm_input_complete(input);
}

/* Starts llvm-mca with a file of its own, because two that read one file move its position. */
static void
start_bodies(const struct core_model *model, struct cli_child *child,
    const struct llvm_input *input, int rounds, bool wants_units)
{
	char *triple = cli_format("-m%s", model->machine->triple + 1);
	char *cpu = cli_format("-mcpu=%s", model->cpu);
	char *iterations = cli_format("-iterations=%d", rounds);
	const char *argv[] = {model->mca, triple, cpu, iterations,
	    "-instruction-info=false",
	    wants_units ? "-resource-pressure" : "-resource-pressure=false",
	    NULL};
	const struct cli_child_files files = {input->fd, CLI_CHILD_OUTPUT};

	llvm_start(child, argv, &files);
	free(triple);
	free(cpu);
	free(iterations);
}

static void
finish_bodies(
    const struct core_model *model, struct cli_child *child, struct timing *t)
{
	const struct llvm_lines lines = {take_total, t};

	if (!llvm_finish(child, model->mca, &lines) || t->next != t->n ||
	    (t->bounds != NULL && !unit_bounds_complete(t->bounds)))
		cli_die("%s %s: expected the cycles of %zu pieces of code, "
			"found %zu",
		    model->mca, model->version, t->n, t->next);
}

void
core_model_run(const struct core_model *model, const struct core_code *codes,
    struct core_body *bodies, size_t n)
{
	struct timing few = {.n = n}, more = {.n = n};
	struct llvm_input first, second;
	struct cli_child one, other;
	struct unit_bounds bounds;

	if (n == 0)
		return;
	unit_bounds_init(&bounds, codes, bodies, n);
	for (size_t i = 0; i < n; i++) {
		folded_loads_split(model, codes, &bodies[i]);
		if (bodies[i].bounds != NULL)
			more.bounds = &bounds;
	}
	few.cycles = cli_alloc(n, sizeof(*few.cycles));
	more.cycles = cli_alloc(n, sizeof(*more.cycles));
	write_bodies(&first, codes, bodies, n);
	write_bodies(&second, codes, bodies, n);
	start_bodies(model, &one, &first, FEW_ROUNDS, false);
	start_bodies(model, &other, &second, MORE_ROUNDS, more.bounds != NULL);
	finish_bodies(model, &one, &few);
	finish_bodies(model, &other, &more);
	for (size_t i = 0; i < n; i++) {
		if (more.cycles[i] < few.cycles[i])
			cli_die("%s %s: code takes %lld cycles %d times, but "
				"%lld cycles %d times",
			    model->mca, model->version,
			    (long long)few.cycles[i], FEW_ROUNDS,
			    (long long)more.cycles[i], MORE_ROUNDS);
		bodies[i].cycles = (double)(more.cycles[i] - few.cycles[i]) /
				   (MORE_ROUNDS - FEW_ROUNDS);
		if (bodies[i].cycles < (double)bodies[i].njumps)
			bodies[i].cycles = (double)bodies[i].njumps;
		folded_loads_release(&bodies[i]);
	}
	unit_bounds_release(&bounds);
	close(first.fd);
	close(second.fd);
	free(few.cycles);
	free(more.cycles);
}
