/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Looks addresses up in line tables, which libdw reads when a unit is first
 * asked for.
 */
#include <stdint.h>

#include "lines.h"
#include "units.h"

/* the numbers of file names, by their addresses in memory; a name that loses its
 * place gets another number, and the client sees that they are the same */
enum { SEEN = 4096 };

struct files {
	struct {
		const char *name;
		uint32_t number;
	} seen[SEEN];
	struct reply *reply;
};

static uint32_t
file_number(struct files *files, const char *name)
{
	size_t i = ((uintptr_t)name * 0x9e3779b97f4a7c15u >> 32) % SEEN;

	if (name == NULL)
		return 0;
	if (files->seen[i].name != name) {
		files->seen[i].name = name;
		files->seen[i].number = reply_string(files->reply, name);
	}
	return files->seen[i].number;
}

void
lines_find(struct object *object, const uint64_t *addresses, size_t n,
    struct names_run *places, struct reply *reply)
{
	struct files files = {.reply = reply};
	struct units units;

	units_init(&units, object);
	for (size_t i = 0; i < n; i++) {
		size_t unit = units_at(&units, addresses[i]);
		Dwarf_Line *line;
		int number;

		if (unit == units.n)
			continue;
		line = dwarf_getsrc_die(&units.dies[unit], addresses[i]);
		if (line == NULL)
			continue;
		if (dwarf_lineno(line, &number) == 0)
			places[i].line = number;
		places[i].file =
		    file_number(&files, dwarf_linesrc(line, NULL, NULL));
	}
	units_release(&units);
}
