/* SPDX-License-Identifier: BSD-2-Clause */
/* The code of a function is read once, for all its loops. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/loops/loop_bound.h"
#include "loop_mnemonics.h"

enum { MOST = 3 /* mnemonics that are named */ };

/* A loop that the core limits. */
struct limited {
	size_t number; /* in the report */
	const struct loop_row *row;
	size_t event; /* of what limits it */
	uint64_t top; /* the address of what has most of it */
};

static int
compare(const void *a, const void *b)
{
	const struct limited *x = a, *y = b;

	if (x->row->host != y->row->host)
		return x->row->host < y->row->host ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Lists the loops that the core limits, by function. */
static struct limited *
list_limited(const struct report *report, size_t *n)
{
	const struct loop_list *l = &report->loops;
	struct limited *list = cli_alloc(l->n, sizeof(*list));

	*n = 0;
	if (!loop_bounds_are_known(&report->profile.header))
		return list;
	for (size_t i = 0; i < l->n; i++) {
		struct loop_bounds bounds =
		    loop_bounds_of(&l->list[i], &report->profile.header);
		const struct loop_top *top =
		    loop_bound_top(&l->list[i], &bounds.first);

		if (top != NULL && bounds.first.kind == LOOP_BOUND_CORE)
			list[(*n)++] = (struct limited){i, &l->list[i],
			    (size_t)bounds.first.event, top->address};
	}
	if (*n > 1)
		qsort(list, *n, sizeof(*list), compare);
	return list;
}

/* Appends a mnemonic if it is new.  False if there are too many. */
static bool
append(char **names, size_t *n, const char *text)
{
	size_t start, end = instruction_mnemonic(text, &start);
	for (const char *p = *names; p != NULL && *p != '\0';) {
		size_t len = strcspn(p, ",");

		if (len == end - start && memcmp(p, text + start, len) == 0)
			return true;
		p += len;
		p += strspn(p, ", ");
	}
	if ((*n)++ == MOST)
		return false;
	cli_append(names, "%s%.*s", *names != NULL ? ", " : "",
	    (int)(end - start), text + start);
	return true;
}

/* Returns the mnemonics of the instructions around the top one, in the same loop, that have at least half
 * as much of the limit. */
static char *
mnemonics_of(const struct limited *loop, const struct machine_code *code)
{
	size_t top = machine_code_find(code, loop->top), n = 0;
	int64_t most = loop->row->tops[loop->event].count;
	char *names = NULL;

	if (top == code->n || code->problem != NULL || code->is_changed)
		return NULL;
	for (size_t i = 0; i < code->n; i++) {
		const struct code_instruction *one = &code->list[i];

		if (one->address < loop->row->first->first ||
		    one->address > loop->row->first->last ||
		    one->counts == NULL || one->counts[loop->event] < most / 2)
			continue;
		if (one->code == NULL || !append(&names, &n, one->text)) {
			free(names);
			return NULL;
		}
	}
	return names;
}

char **
loop_mnemonics(const struct report *report)
{
	const struct code_rows *rows = &report->code.rows;
	char **names = cli_alloc(report->loops.n, sizeof(*names));
	char *names_path = cli_program_beside("cg-names");
	size_t n, nfunctions = 0;
	struct limited *list = list_limited(report, &n);
	const struct code_function **functions =
	    cli_alloc(n, sizeof(*functions));
	struct code_places places = {0};
	const struct machine_code_options options = {
	    .build_ids = &report->profile.series.build_ids,
	    .header = &report->profile.header,
	    .places = &places,
	};
	struct machine_code code;

	if (names_path == NULL)
		n = 0;
	for (size_t i = 0; i < n; i++)
		if (i == 0 || list[i].row->host != list[i - 1].row->host)
			functions[nfunctions++] = list[i].row->host;
	code_places_find(
	    &places, rows, functions, nfunctions, options.build_ids);
	code_places_disassemble(&places, false);
	for (size_t i = 0, j = 0; i < nfunctions; i++) {
		machine_code_read(&code, rows, functions[i], &options);
		for (; j < n && list[j].row->host == functions[i]; j++)
			names[list[j].number] = mnemonics_of(&list[j], &code);
		machine_code_release(&code);
	}
	code_places_release(&places);
	free(functions);
	free(names_path);
	free(list);
	return names;
}

void
loop_mnemonics_free(char **mnemonics, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(mnemonics[i]);
	free(mnemonics);
}
