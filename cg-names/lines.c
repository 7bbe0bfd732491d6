/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Looks addresses up in line tables, which libdw reads when a unit is first
 * asked for.
 */
#include <dwarf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
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

/*
 * Returns the path of a file, to be freed, as Valgrind's core spells it: the
 * directory of the compilation, unless the rest is absolute, then the directory
 * in the line table, then the name.  Before DWARF 5, libdw has put the first in
 * the place of the second if there is none.
 */
static char *
path_of(Dwarf_Die *unit, const char *name)
{
	Dwarf_Attribute attribute;
	const char *directory =
	    dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
	size_t len = directory != NULL ? strlen(directory) : 0;
	Dwarf_Die die;
	Dwarf_Half version = 0;

	dwarf_cu_die(unit->cu, &die, &version, NULL, NULL, NULL, NULL, NULL);
	if (*name == '/' || len == 0 ||
	    (version < 5 && strncmp(name, directory, len) == 0 &&
		name[len] == '/'))
		return cli_copy(name, strlen(name));
	return cli_format("%s/%s", directory, name);
}

static uint32_t
file_number(struct files *files, Dwarf_Die *unit, const char *name)
{
	size_t i = ((uintptr_t)name * 0x9e3779b97f4a7c15u >> 32) % SEEN;
	char *path;

	if (name == NULL)
		return 0;
	if (files->seen[i].name != name) {
		files->seen[i].name = name;
		path = path_of(unit, name);
		files->seen[i].number = reply_string(files->reply, path);
		free(path);
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
		places[i].file = file_number(
		    &files, &units.dies[unit], dwarf_linesrc(line, NULL, NULL));
	}
	units_release(&units);
}
