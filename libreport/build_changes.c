/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A change of a library is not a change of the program.
 */
#include <stdlib.h>

#include "build_changes.h"
#include "libcli/cli.h"
#include "libreport/numfmt.h"

static const char *
signed_count(char to[FORMAT_SIZE], __int128 count)
{
	to[0] = '+';
	format_count(to + (count >= 0), count);
	return to;
}

void
build_changes_warn(
    const struct builds *builds, const char *event, bool has_objects)
{
	char *line = cli_copy("", 0), count[FORMAT_SIZE + 1];
	bool has_parts = false;

	for (size_t i = 0; i < builds->n; i++)
		has_parts |= has_objects && builds->list[i].change != 0;
	for (size_t i = 0; i < builds->n; i++) {
		const struct build *build = &builds->list[i];

		cli_append(&line, "%s%s%s%s", i > 0 ? ", " : "",
		    builds_file_name(build->new), has_parts ? " " : "",
		    has_parts ? signed_count(count, build->change) : "");
	}
	if (builds->n > 0 && has_parts)
		cli_warn(
		    "other builds, with their part of the change of %s %s: %s",
		    signed_count(count, builds->change), event, line);
	else if (builds->n > 0)
		cli_warn("other builds: %s", line);
	free(line);
}
