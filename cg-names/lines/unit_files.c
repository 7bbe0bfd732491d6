/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps one table open, because entries of a unit come after one another. */
#include <dwarf.h>
#include <stdlib.h>

#include "address_lines.h"
#include "libcli/cli.h"
#include "unit_files.h"

/* libdw knows which table a split unit has. */
static void
open_split(struct unit_files *files, Dwarf_Die *unit)
{
	uint8_t type;

	if (dwarf_cu_info(
		unit->cu, NULL, &type, NULL, NULL, NULL, NULL, NULL) != 0 ||
	    (type != DW_UT_split_compile && type != DW_UT_split_type) ||
	    dwarf_getsrcfiles(unit, &files->split, &files->nsplit) != 0) {
		files->split = NULL;
		return;
	}
	files->numbers = cli_alloc(files->nsplit, sizeof(*files->numbers));
}

static uint32_t
split_number(struct unit_files *files, uint64_t index, struct reply *reply)
{
	const char *path = index < files->nsplit
			       ? dwarf_filesrc(files->split, index, NULL, NULL)
			       : NULL;

	if (path == NULL)
		return 0;
	if (files->numbers[index] == 0)
		files->numbers[index] = reply_string(reply, path);
	return files->numbers[index];
}

static void
open_files(struct unit_files *files, Dwarf_CU *unit)
{
	static const struct line_wanted nothing = {NULL, 0};
	struct object *object = files->object;
	Dwarf_Attribute attribute;
	Dwarf_Word offset;
	Dwarf_Die die;

	unit_files_close(files);
	*files = (struct unit_files){.object = object, .unit = unit};
	if (dwarf_cu_die(unit, &die, NULL, NULL, NULL, NULL, NULL, NULL) ==
	    NULL)
		return;
	/* the tables of other files are not here */
	if (dwarf_cu_getdwarf(unit) != object->dwarf) {
		open_split(files, &die);
		return;
	}
	if (dwarf_formudata(
		dwarf_attr(&die, DW_AT_stmt_list, &attribute), &offset) < 0)
		return;
	files->directory =
	    dwarf_formstring(dwarf_attr(&die, DW_AT_comp_dir, &attribute));
	if (!line_table_open(&files->table, address_lines_sections(object),
		&nothing, offset))
		line_table_close(&files->table);
}

uint32_t
unit_files_number(struct unit_files *files, Dwarf_CU *unit, uint64_t index,
    struct reply *reply)
{
	struct line_file *file;
	char *path;

	if (unit != files->unit)
		open_files(files, unit);
	if (files->split != NULL)
		return split_number(files, index, reply);
	file = files->table.sections == NULL
		   ? NULL
		   : line_table_file(&files->table, index);
	if (file == NULL)
		return 0;
	if (file->number == 0) {
		path = line_table_path(&files->table, file, files->directory);
		file->number = reply_string(reply, path);
		free(path);
	}
	return file->number;
}

void
unit_files_close(struct unit_files *files)
{
	line_table_close(&files->table);
	free(files->numbers);
}
