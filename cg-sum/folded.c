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
	printer_print(printer, " %lld\n", (long long)t->self[path[depth - 1]]);
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
		if (t->self[i] != 0)
			put_stack(printer, t, path, depth);
	}
	if (t->self[0] > 0)
		printer_print(
		    printer, "%s %lld\n", cg_filtered, (long long)t->self[0]);
	free(path);
}
