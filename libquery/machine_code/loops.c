/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short loops are innermost, and get the column next to the code.  Jumps to one instruction are
 * one loop.  If a profile has no jumps, the targets of executed jumps are taken.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "loops.h"

static void
add_loop(struct code_loops *l, size_t head, size_t end)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->list[i].head == head) {
			if (end > l->list[i].end)
				l->list[i].end = end;
			return;
		}
	l->list = cli_grow(l->list, l->n, sizeof(*l->list));
	l->list[l->n++] = (struct code_loop){head, end, 0};
}

/* --- where an instruction leads ------------------------------------------- */

/* Returns the number of target i of an instruction, if it went there; n: it did not, or the
 * target is not in the code.  Sets *more if there may be another target. */
static size_t
target_of(const struct machine_code *code, const struct code_instruction *one,
    size_t i, bool *more)
{
	bool is_jump =
	    one->kind == INSTRUCTION_JUMP || one->kind == INSTRUCTION_BRANCH;

	if (code->has_jumps) {
		const struct code_jump *jump =
		    &code->jumps[one->first_jump + i];

		*more = i < one->njumps;
		return *more && jump->taken > 0
			   ? machine_code_find(code, jump->target)
			   : code->n;
	}
	*more = i == 0 && is_jump && one->code != NULL && one->counts != NULL;
	return *more ? machine_code_find(code, one->code->target) : code->n;
}

static bool
jumps_to(const struct machine_code *code, size_t from, size_t to)
{
	bool more = true;

	for (size_t i = 0; more; i++)
		if (target_of(code, &code->list[from], i, &more) == to)
			return true;
	return false;
}

/* True if the next instruction was executed after this one. */
static bool
falls_through(const struct machine_code *code, size_t i)
{
	const struct code_instruction *one = &code->list[i];

	if (one->kind == INSTRUCTION_JUMP || one->kind == INSTRUCTION_RETURN ||
	    code->list[i + 1].counts == NULL || one->counts == NULL)
		return false;
	return one->kind != INSTRUCTION_BRANCH || !code->has_jumps ||
	       one->executed < 0 ||
	       machine_code_taken(code, one) < one->executed;
}

/*
 * True if a jump back closes a loop: its target leads to it through the code between them.
 * Other jumps back come from code that the compiler has put out of the way.
 */
static bool
is_closed(const struct machine_code *code, size_t head, size_t end)
{
	size_t n = end - head + 1, nwaiting = 0;
	bool *is_seen = cli_alloc(n, sizeof(*is_seen));
	size_t *waiting = cli_alloc(n, sizeof(*waiting));
	bool is_found;

	waiting[nwaiting++] = head;
	is_seen[0] = true;
	while (nwaiting > 0 && !is_seen[n - 1]) {
		size_t at = waiting[--nwaiting], to = at + 1;
		bool more = true;

		if (at < end && falls_through(code, at) &&
		    !is_seen[to - head]) {
			is_seen[to - head] = true;
			waiting[nwaiting++] = to;
		}
		for (size_t i = 0; more; i++) {
			to = target_of(code, &code->list[at], i, &more);
			if (to < head || to > end || is_seen[to - head])
				continue;
			is_seen[to - head] = true;
			waiting[nwaiting++] = to;
		}
	}
	is_found = is_seen[n - 1];
	free(is_seen);
	free(waiting);
	return is_found;
}

/* --- columns -------------------------------------------------------------- */

static int
compare(const void *a, const void *b)
{
	const struct code_loop *x = a, *y = b;
	size_t p = x->end - x->head, q = y->end - y->head;

	return p != q ? (p > q) - (p < q)
		      : (x->head > y->head) - (x->head < y->head);
}

static void
choose_columns(struct code_loops *l)
{
	for (size_t i = 0; i < l->n; i++) {
		struct code_loop *loop = &l->list[i];

		for (size_t j = 0; j < i; j++)
			if (l->list[j].head <= loop->end &&
			    l->list[j].end >= loop->head &&
			    l->list[j].column >= loop->column)
				loop->column = l->list[j].column + 1;
		if (loop->column < LOOP_COLUMNS && loop->column >= l->ncolumns)
			l->ncolumns = loop->column + 1;
	}
}

void
loops_find(struct code_loops *l, const struct machine_code *code)
{
	*l = (struct code_loops){.code = code};
	for (size_t i = 0; i < code->n; i++) {
		bool more = true;

		for (size_t j = 0; more; j++) {
			size_t head = target_of(code, &code->list[i], j, &more);

			if (head <= i && is_closed(code, head, i))
				add_loop(l, head, i);
		}
	}
	if (l->n > 1)
		qsort(l->list, l->n, sizeof(*l->list), compare);
	choose_columns(l);
}

/* Returns where a column is in the margin: the outermost one is at the left. */
static size_t
place_of(const struct code_loops *l, const struct code_loop *loop)
{
	return 2 * (l->ncolumns - 1 - loop->column);
}

static size_t
clear(const struct code_loops *l, char *to)
{
	size_t width = l->ncolumns > 0 ? 2 * l->ncolumns + 1 : 0;

	memset(to, ' ', width);
	to[width] = '\0';
	return width;
}

void
loops_margin_before(const struct code_loops *l, size_t i, char to[LOOP_MARGIN])
{
	clear(l, to);
	for (size_t j = 0; j < l->n; j++) {
		const struct code_loop *loop = &l->list[j];

		if (loop->column < l->ncolumns && loop->head < i &&
		    i <= loop->end)
			to[place_of(l, loop)] = '|';
	}
}

void
loops_margin(const struct code_loops *l, size_t i, char to[LOOP_MARGIN])
{
	size_t width = clear(l, to);
	const struct code_loop *from = NULL, *head = NULL;

	for (size_t j = 0; j < l->n; j++) {
		const struct code_loop *loop = &l->list[j];

		if (loop->column >= l->ncolumns || i < loop->head ||
		    i > loop->end)
			continue;
		to[place_of(l, loop)] = '|';
		if (i == loop->head)
			head = loop;
		else if (from == NULL && jumps_to(l->code, i, loop->head))
			from = loop;
	}
	/* a jump to itself is a loop of one */
	if (head == NULL && from == NULL)
		return;
	if (from == NULL)
		from = head;
	for (size_t at = place_of(l, from) + 1; at + 1 < width; at++)
		if (to[at] == ' ')
			to[at] = '-';
	to[place_of(l, from)] = '+';
	if (head != NULL) {
		to[place_of(l, head)] = '+';
		to[width - 2] = '>';
		for (size_t at = place_of(l, head) + 1; at + 2 < width; at++)
			if (to[at] == ' ')
				to[at] = '-';
	}
}

void
loops_release(struct code_loops *l)
{
	free(l->list);
	*l = (struct code_loops){.n = 0};
}
