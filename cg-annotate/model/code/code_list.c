/* SPDX-License-Identifier: BSD-2-Clause */
/* Chooses functions as the report does, by the event that decides its order. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "code_list.h"
#include "model/report.h"

void
code_list_init(struct code_list *c, struct report *report)
{
	if (!report->profile.header.has_addresses)
		cli_die("%s: expected costs of instructions, for %s records "
			"them, found costs of lines",
		    report->options->profile,
		    report->options->loops.is_wanted
			? "--loops, as cg-collect --loops"
			: "--asm, as cg-collect --calls --dump-instr=yes");
	if (code_rows_init(&c->rows, report->profile.ncounted, &report->error) <
	    0)
		cli_die("%s", report->error.text);
}

/* A function and what decides its place. */
struct candidate {
	const struct code_function *function;
	uint64_t size;
};

static int
compare(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	/* the functions are in order of their names */
	return (x->function > y->function) - (x->function < y->function);
}

bool
code_list_wants(const struct report *report, const struct code_function *f,
    const pcre2_code *pattern)
{
	const struct report_options *o = report->options;
	const struct cg_record row = {
	    .kind = CG_COSTS,
	    .object = f->object,
	    .def_file = f->file,
	    .file = f->file,
	    .function = f->function,
	};

	return code_rows_match(&report->code.rows, f, pattern) &&
	       (o->selection == NULL || selection_keeps(o->selection, &row));
}

static struct candidate *
find_candidates(
    const struct code_list *c, const struct report *report, size_t *n)
{
	struct candidate *list = cli_alloc(c->rows.nfunctions, sizeof(*list));

	*n = 0;
	for (size_t i = 0; i < c->rows.nfunctions; i++) {
		const struct code_function *f = &c->rows.functions[i];
		uint64_t size = size_of_count(f->costs[report->order.deciding]);

		if (code_list_wants(report, f, report->options->code.pattern) &&
		    (size > 0 || report->options->code.pattern != NULL))
			list[(*n)++] = (struct candidate){f, size};
	}
	if (*n > 1)
		qsort(list, *n, sizeof(*list), compare);
	return list;
}

/* Warns of each object once, and ends the program if there is no code at all. */
static void
check(const struct code_list *c)
{
	size_t nproblems = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct machine_code *code = &c->list[i];
		bool is_new = code->problem != NULL;

		nproblems += code->problem != NULL;
		for (size_t j = 0; is_new && j < i; j++)
			is_new = c->list[j].problem == NULL ||
				 strcmp(c->list[j].function->object,
				     code->function->object) != 0 ||
				 strcmp(c->list[j].problem, code->problem) != 0;
		if (is_new && nproblems < c->n)
			cli_warn("%s: no machine code: %s",
			    *code->function->object != '\0'
				? code->function->object
				: "(no object)",
			    code->problem);
	}
	if (nproblems == c->n)
		cli_die("%s: no machine code: %s",
		    *c->list[0].function->object != '\0'
			? c->list[0].function->object
			: "(no object)",
		    c->list[0].problem);
}

void
code_list_complete_rows(struct code_list *c, struct report *report)
{
	if (report->profile.derived.projection != NULL) {
		if (cg_profile_sort(c->rows.rows) < 0)
			cli_die("%s", report->error.text);
		derived_events_widen(
		    &report->profile.derived, &c->rows.rows, &report->error);
		c->rows.nevents = report->profile.header.nevents;
	}
	if (code_rows_complete(&c->rows) < 0)
		cli_die("%s", report->error.text);
}

void
code_list_complete(struct code_list *c, struct report *report)
{
	const struct report_options *o = report->options;
	struct machine_code_options options = {
	    .build_ids = &report->profile.series.build_ids,
	    .header = &report->profile.header,
	    .intel = o->code.intel,
	};
	size_t top = o->top >= 0 ? (size_t)o->top : CODE_FUNCTIONS, n;
	struct candidate *candidates;

	code_list_complete_rows(c, report);
	candidates = find_candidates(c, report, &n);
	if (n == 0 && o->code.regex != NULL)
		cli_die("--asm=%s matches no function", o->code.regex);
	if (n == 0)
		cli_die("%s: no function has any costs", o->profile);
	c->n = n < top ? n : top;
	c->nothers = n - c->n;
	c->list = cli_alloc(c->n, sizeof(*c->list));
	for (size_t i = 0; i < c->n; i++)
		machine_code_read(
		    &c->list[i], &c->rows, candidates[i].function, &options);
	free(candidates);
	if (c->n > 0)
		check(c);
}

void
code_list_release(struct code_list *c)
{
	for (size_t i = 0; i < c->n; i++)
		machine_code_release(&c->list[i]);
	free(c->list);
	code_rows_release(&c->rows);
}
