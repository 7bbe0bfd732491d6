/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Folded stacks, as flame graph programs read them.  Frames are separated by
 * semicolons, so a semicolon in a name (Rust's "[u8; 4]") becomes a colon, as
 * in other programs that write the format.  Negative counts are refused,
 * because a frame cannot have a negative width.
 */
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
