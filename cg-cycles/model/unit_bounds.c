/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Units have other names in each model, so what they do is told from what uses them: one that a
 * plain load or store uses is of memory.  An instruction that can go to several units goes to one
 * that is free, so if nothing is short of units, one of them may have more to do than it must.
 * The cycles that llvm-mca computes for all units at best are the limit.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "llvm.h"
#include "unit_bounds.h"

/* what uses a unit */
enum { USE_DIVIDE, USE_STORE, USE_LOAD, USE_JUMP, USE_OTHER, NUSES };

void
unit_bounds_init(struct unit_bounds *u, const struct core_code *codes,
    struct core_body *bodies, size_t n)
{
	*u = (struct unit_bounds){
	    .codes = codes, .bodies = bodies, .n = n, .body = n};
	u->uses = cli_alloc(n, sizeof(*u->uses));
}

/* --- reading ---------------------------------------------------------------- */

/* Sets *to to "12.50" as a number; "-" is 0.  Returns how long the text is with the blanks before
 * it; 0: there is none. */
static size_t
number_of(const char *text, double *to)
{
	int64_t whole, part = 0;
	size_t at = strspn(text, " \t"), ndigits;
	double scale = 1;
	int len;

	*to = 0;
	if (text[at] == '-')
		return at + 1;
	len = cg_parse_int(text + at, strlen(text + at), &whole);
	if (len <= 0)
		return 0;
	at += (size_t)len;
	if (text[at] == '.') {
		ndigits = strspn(text + ++at, "0123456789");
		if (ndigits == 0 || ndigits > 9 ||
		    cg_parse_int(text + at, ndigits, &part) != (int)ndigits)
			return 0;
		for (size_t i = 0; i < ndigits; i++)
			scale *= 10;
		at += ndigits;
	}
	*to = (double)whole + (double)part / scale;
	return at;
}

/* Sets a number that a line has behind a word. */
static void
take_number(const char *line, const char *word, double *to)
{
	const char *p = llvm_after(line, word);
	double number;

	if (p != NULL && number_of(p, &number) > 0)
		*to = number;
}

static size_t
count_columns(const char *line)
{
	size_t n = 0;

	for (const char *p = line; *p == '['; n++)
		p += strcspn(p, " ") + strspn(p + strcspn(p, " "), " ");
	return n;
}

static void
begin_table(struct unit_bounds *u, const char *line)
{
	struct unit_use *use = &u->uses[u->body];

	/* the units are the same for all bodies */
	if (u->nunits == 0) {
		u->nunits = count_columns(line);
		u->has_memory = cli_alloc(u->nunits, sizeof(*u->has_memory));
	}
	use->units =
	    cli_alloc(u->bodies[u->body].n * u->nunits, sizeof(*use->units));
	u->is_table = true;
}

static void
take_instruction(struct unit_bounds *u, const char *line)
{
	const struct core_body *body = &u->bodies[u->body];
	struct unit_use *use = &u->uses[u->body];
	double *units = &use->units[use->nlines * u->nunits];
	bool is_split = use->nlines < body->n && body->texts != NULL &&
			body->texts[use->nlines] != NULL;

	if (use->nlines == body->n)
		return;
	for (size_t i = 0; i < u->nunits; i++) {
		double cycles;
		size_t len = number_of(line, &cycles);

		if (len == 0) {
			u->is_table = false;
			return;
		}
		units[i] += cycles;
		line += len;
	}
	/* two lines are of one that was split */
	u->is_second = is_split && !u->is_second;
	use->nlines += !u->is_second;
}

/* Takes " -      -     3.25   0.50", below a line that ends in "Instructions:". */
void
unit_bounds_take(struct unit_bounds *u, const char *line)
{
	struct unit_use *use;

	if (strncmp(line, "Iterations:", 11) == 0) {
		u->body = u->body == u->n ? 0 : u->body + 1;
		u->is_table = u->is_second = false;
	}
	if (u->body >= u->n)
		return;
	use = &u->uses[u->body];
	take_number(line, "Iterations:", &use->rounds);
	take_number(line, "Dispatch Width:", &use->width);
	take_number(line, "Block RThroughput:", &use->least);
	if (u->bodies[u->body].bounds == NULL)
		return;
	if (u->is_table)
		take_instruction(u, line);
	else if (*line == '[' && strstr(line, "Instructions:") != NULL)
		begin_table(u, line);
}

/* --- units ------------------------------------------------------------------ */

/* True for a plain move between a register and memory. */
static bool
only_moves(const struct core_code *code)
{
	static const char *const moves[] = {"movl", "movq", "movaps", "movups",
	    "movapd", "movupd", "movdqa", "movdqu", "movss", "movsd", "vmovaps",
	    "vmovups", "vmovapd", "vmovupd", "vmovdqa", "vmovdqu", "vmovss",
	    "vmovsd", "ldr", "ldur", "ldp", "str", "stur", "stp"};
	size_t len = strcspn(code->text, " \t");

	for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++)
		if (strlen(moves[i]) == len &&
		    memcmp(code->text, moves[i], len) == 0)
			return code->loads || code->stores;
	return false;
}

static int
use_of(const struct core_code *code)
{
	size_t len = strcspn(code->text, " \t");
	char *name = cli_copy(code->text, len);
	bool divides =
	    strstr(name, "div") != NULL || strstr(name, "sqrt") != NULL;

	free(name);
	if (divides)
		return USE_DIVIDE;
	if (code->kind != INSTRUCTION_PLAIN &&
	    code->kind != INSTRUCTION_PADDING)
		return USE_JUMP;
	if (code->stores)
		return USE_STORE;
	return code->loads ? USE_LOAD : USE_OTHER;
}

/* Learns from all bodies which units are of memory. */
static void
learn_units(struct unit_bounds *u)
{
	for (size_t i = 0; i < u->n; i++) {
		const struct core_body *body = &u->bodies[i];

		for (size_t j = 0; j < u->uses[i].nlines; j++) {
			size_t first = j * u->nunits;

			if (!only_moves(&u->codes[body->codes[j]]))
				continue;
			for (size_t k = 0; k < u->nunits; k++)
				u->has_memory[k] |=
				    u->uses[i].units[first + k] > 0;
		}
	}
}

/* Returns what a unit is to a body, by how long each use takes. */
static int
kind_of(const struct unit_bounds *u, size_t unit, const double uses[NUSES])
{
	double sum = 0;

	for (size_t i = 0; i < NUSES; i++)
		sum += uses[i];
	if (2 * uses[USE_DIVIDE] > sum)
		return CYCLE_BOUND_DIVIDER;
	if (2 * uses[USE_JUMP] > sum)
		return CYCLE_BOUND_FRONT;
	if (!u->has_memory[unit] ||
	    2 * (uses[USE_STORE] + uses[USE_LOAD]) <= sum)
		return CYCLE_BOUND_UNITS;
	return uses[USE_STORE] > uses[USE_LOAD] ? CYCLE_BOUND_STORES
						: CYCLE_BOUND_LOADS;
}

static void
set_bound(struct unit_bounds *u, size_t number, size_t unit)
{
	const struct core_body *body = &u->bodies[number];
	const struct unit_use *use = &u->uses[number];
	struct core_bounds *bounds = body->bounds;
	double uses[NUSES] = {0}, sum = 0;
	int kind;

	for (size_t i = 0; i < body->n; i++) {
		double cycles = use->units[i * u->nunits + unit];

		uses[use_of(&u->codes[body->codes[i]])] += cycles;
		sum += cycles;
	}
	if (sum <= 0)
		return;
	kind = kind_of(u, unit, uses);
	if (sum > use->least)
		sum = use->least;
	if (sum <= bounds->cycles[kind])
		return;
	bounds->cycles[kind] = sum;
	if (kind == CYCLE_BOUND_FRONT)
		return;
	if (bounds->shares[kind] == NULL)
		bounds->shares[kind] =
		    cli_alloc(body->n, sizeof(*bounds->shares[kind]));
	for (size_t i = 0; i < body->n; i++)
		bounds->shares[kind][i] = use->units[i * u->nunits + unit];
}

bool
unit_bounds_complete(struct unit_bounds *u)
{
	learn_units(u);
	for (size_t i = 0; i < u->n; i++) {
		const struct core_body *body = &u->bodies[i];
		const struct unit_use *use = &u->uses[i];
		double *front, uops = 0;

		if (body->bounds == NULL)
			continue;
		if (use->nlines != body->n || use->rounds <= 0 ||
		    use->width <= 0)
			return false;
		front = &body->bounds->cycles[CYCLE_BOUND_FRONT];
		for (size_t j = 0; j < body->n; j++)
			uops += u->codes[body->codes[j]].uops;
		*front = uops / use->width;
		if (*front < (double)body->njumps)
			*front = (double)body->njumps;
		for (size_t j = 0; j < u->nunits; j++)
			set_bound(u, i, j);
	}
	return true;
}

void
unit_bounds_release(struct unit_bounds *u)
{
	for (size_t i = 0; i < u->n; i++)
		free(u->uses[i].units);
	free(u->uses);
	free(u->has_memory);
}
