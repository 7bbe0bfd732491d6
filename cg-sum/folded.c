/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Folded stacks, as flame graph programs read them.  Frames are separated by
 * semicolons: one in a name (Rust's "[u8; 4]") becomes a colon, as in other
 * programs that write the format.  There is no width of a negative count.
 */
#include <string.h>

#include "cli.h"
#include "render.h"

static void
put_frame(struct screen *screen, const char *name, size_t len)
{
	screen_replace(screen, name, len, ';', ":");
}

/* "dir;base;" of a path; what is no path stands for both */
static void
put_path(struct screen *screen, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash != NULL ? slash + 1 : path;
	bool is_path =
	    strcmp(path, "???") != 0 && strcmp(path, cg_filtered) != 0;

	if (slash != NULL)
		put_frame(
		    screen, path, slash == path ? 1 : (size_t)(slash - path));
	else if (is_path)
		screen_print(screen, ".");
	else
		screen_bytes(screen, path, strlen(path));
	screen_print(screen, ";");
	put_frame(screen, base, strlen(base));
	screen_print(screen, ";");
}

void
render_folded(const struct sheet *s, struct screen *screen)
{
	for (size_t i = 0; i < s->nrows; i++) {
		const struct sheet_row *row = &s->rows[i];
		long long count = row->counts[s->event];

		if (count < 0)
			cli_die("--format=folded: expected counts from 0, "
				"found %lld of %s:%s",
			    count, row->name, row->function);
		if (count == 0)
			continue;
		put_path(screen, row->name);
		put_frame(screen, row->function, strlen(row->function));
		screen_print(screen, " %lld\n", count);
	}
}
