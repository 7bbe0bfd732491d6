/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Folded stacks, as flame graph programs read them.  Frames are separated by
 * semicolons, so a semicolon in a name (Rust's "[u8; 4]") becomes a colon, as
 * in other programs that write the format.  Negative counts are refused,
 * because a frame cannot have a negative width.  As there, "_[i]" after a name
 * says that it is inlined into the frame before it.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/hidden.h"
#include "render.h"

static void
put_frame(struct printer *printer, const char *name, size_t len)
{
	printer_replace(printer, name, len, ';', ":");
}

/* Prints "dir;base;"; a name that is no path stands for both. */
static void
put_path(struct printer *printer, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash != NULL ? slash + 1 : path;
	bool is_path =
	    strcmp(path, cg_unknown_name) != 0 && !cg_is_filtered(path);

	if (slash != NULL)
		put_frame(
		    printer, path, slash == path ? 1 : (size_t)(slash - path));
	else if (is_path)
		printer_print(printer, ".");
	else
		printer_bytes(printer, path, strlen(path));
	printer_print(printer, ";");
	put_frame(printer, base, strlen(base));
	printer_print(printer, ";");
}

void
render_folded(const struct table *t, struct printer *printer)
{
	for (size_t i = 0; i < t->nrows; i++) {
		const struct table_row *row = &t->rows[i];
		long long count = row->counts[t->event];

		if (count < 0)
			cli_die("--format=folded: expected no negative count, "
				"found %lld of %s:%s",
			    count, row->name, row->function);
		if (count == 0)
			continue;
		put_path(printer, row->name);
		put_frame(printer, row->function, strlen(row->function));
		printer_print(printer, " %lld\n", count);
	}
}

/* --- stacks of calls ------------------------------------------------------ */

enum { MAX_FRAMES = 500 };

struct stack_printer {
	const struct stacks *stacks;
	struct printer *printer;
	int64_t least; /* the least cost of a stack that is shown */
	size_t nframes;
	size_t frames[MAX_FRAMES]; /* functions, outermost first */
};

static void
put_function(struct stack_printer *p, size_t function)
{
	struct cg_record row;

	callgraph_function(p->stacks->graph, function, false, &row);
	if (hidden_is_level(row.def_file, row.function))
		row.function = cg_filtered;
	put_frame(p->printer, row.function, strlen(row.function));
	if (row.host != NULL)
		printer_print(p->printer, "_[i]");
}

static void
put_stack(struct stack_printer *p, int64_t cost)
{
	if (cost == 0)
		return;
	for (size_t i = 0; i < p->nframes; i++) {
		printer_print(p->printer, i > 0 ? ";" : "");
		put_function(p, p->frames[i]);
	}
	printer_print(p->printer, " %lld\n", (long long)cost);
}

/*
 * Prints all stacks that extend the current one by this function.  Callees
 * cheaper than `least` are folded into the function.
 */
static void
put_stacks(struct stack_printer *p, size_t function, int64_t cost)
{
	const struct stacks *s = p->stacks;
	const struct stack_call *calls = s->list + s->first[function];
	size_t n = s->first[function + 1] - s->first[function];
	struct share *shares = cli_alloc(n + 1, sizeof(*shares));
	int64_t rest = cost;

	p->frames[p->nframes++] = function;
	for (size_t i = 0; i < n; i++)
		shares[i].weight = (uint64_t)calls[i].cost;
	shares[n].weight = (uint64_t)s->own[function];
	shares_divide(cost, shares, n + 1);
	for (size_t i = 0; i < n && p->nframes < MAX_FRAMES; i++)
		if (shares[i].amount >= p->least)
			rest -= shares[i].amount;
	put_stack(p, rest);
	for (size_t i = 0; i < n && p->nframes < MAX_FRAMES; i++)
		if (shares[i].amount >= p->least)
			put_stacks(p, calls[i].callee, shares[i].amount);
	free(shares);
	p->nframes--;
}

void
render_stacks(const struct stacks *s, int64_t least, struct printer *printer)
{
	struct stack_printer p = {
	    .stacks = s, .printer = printer, .least = least};
	int64_t rest = s->total;

	for (size_t i = 0; i < s->graph->nfunctions; i++) {
		size_t function = s->order[i];

		if (s->entry[function] < least)
			continue;
		put_stacks(&p, function, s->entry[function]);
		rest -= s->entry[function];
	}
	if (rest > 0)
		printer_print(
		    printer, "%s %lld\n", cg_filtered, (long long)rest);
}
