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

#include "cg-sum/render.h"
#include "libcli/cli.h"

static void
put_frame(struct printer *printer, const char *name, size_t len)
{
	printer_replace(printer, name, len, ';', ":");
}

/* Prints the counts after a stack. */
static void
put_counts(struct printer *printer, const int64_t *counts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printer_print(printer, " %lld", (long long)counts[i]);
	printer_print(printer, "\n");
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
		const int64_t *counts = row->counts;
		int64_t shown[2];

		for (size_t e = 0; e < t->nshown; e++) {
			shown[e] = counts[t->shown[e]];
			if (shown[e] < 0)
				cli_die("--format=folded: expected no negative "
					"count, found %lld of %s:%s",
				    (long long)shown[e], row->name,
				    row->function);
		}
		if (are_zero(shown, t->nshown))
			continue;
		put_path(printer, row->name);
		put_frame(printer, row->function, strlen(row->function));
		put_counts(printer, shown, t->nshown);
	}
}

/* --- stacks of calls ------------------------------------------------------ */

static void
put_stack(struct printer *printer, const struct stack_tree *t,
    const size_t *path, size_t depth)
{
	for (size_t i = 0; i < depth; i++) {
		const struct stack_frame *frame =
		    &t->frames[t->nodes[path[i]].frame];

		printer_print(printer, i > 0 ? ";" : "");
		put_frame(printer, frame->function, strlen(frame->function));
		if (frame->is_inlined)
			printer_print(printer, "_[i]");
	}
	put_counts(printer, t->self + path[depth - 1] * t->nevents, t->nevents);
}

void
render_stacks(const struct stack_tree *t, struct printer *printer)
{
	size_t *path = NULL; /* of a node: below the root, to itself */
	size_t npath = 0;

	for (size_t i = stack_tree_next(t, 0); i != NO_STACK_NODE;
	     i = stack_tree_next(t, i)) {
		size_t depth = t->nodes[i].depth;

		/* a node is at most one level deeper than the one before it */
		if (depth > npath)
			path = cli_grow(path, npath++, sizeof(*path));
		path[depth - 1] = i;
		if (!are_zero(t->self + i * t->nevents, t->nevents))
			put_stack(printer, t, path, depth);
	}
	if (!are_zero(t->self, t->nevents)) {
		printer_print(printer, "%s", cg_filtered);
		put_counts(printer, t->self, t->nevents);
	}
	free(path);
}
