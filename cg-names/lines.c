/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds lines: which units contain an address, then their line tables, each read
 * once.  Sequences and addresses are sorted, so both are walked together, and
 * nothing of a table is kept.
 */
#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "line_table.h"
#include "lines.h"
#include "units.h"

static const char damaged[] = "its debug information is damaged";

struct target {
	size_t unit; /* of the address; units.n: none */
	/* of the sequence that says its line; 0: none yet */
	uint64_t start;
};

struct search {
	struct object *object;
	const uint64_t *addresses;
	size_t n;
	struct names_run *places;
	struct target *targets;
	struct units units;
	struct line_sections sections;
	struct reply *reply;
};

/* --- sections ------------------------------------------------------------- */

static struct bytes
section(Elf *elf, const char *name)
{
	Elf_Scn *section = object_section(elf, name);
	Elf_Data *data = section == NULL ? NULL : elf_getdata(section, NULL);
	const char *ident = elf_getident(elf, NULL);
	bool is_big = ident != NULL && ident[EI_DATA] == ELFDATA2MSB;
	struct bytes bytes = {
	    .swaps = is_big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)};

	if (data != NULL && data->d_buf != NULL) {
		bytes.next = data->d_buf;
		bytes.end = bytes.next + data->d_size;
	}
	return bytes;
}

/* --- one table ------------------------------------------------------------ */

static size_t
first_from(const struct search *s, uint64_t address)
{
	size_t low = 0, high = s->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->addresses[middle] < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static uint32_t
file_number(struct search *s, struct line_table *table, uint32_t file,
    const char *directory)
{
	char *path;

	if (file >= table->nfiles)
		return 0;
	if (table->files[file].number != 0)
		return table->files[file].number;
	path = line_table_path(table, file, directory);
	if (path != NULL)
		table->files[file].number = reply_string(s->reply, path);
	free(path);
	return table->files[file].number;
}

/* Gives the addresses in the sequence that belong to the unit their lines. */
static void
take_sequence(struct search *s, struct line_table *table, size_t unit,
    const char *directory)
{
	const struct line_row *row = table->rows;
	const struct line_row *end = row + table->nrows - 1;
	uint64_t start = row->address;

	if (!object_is_code(s->object, start))
		return;
	for (size_t i = first_from(s, start);
	     i < s->n && s->addresses[i] < end->address; i++) {
		struct target *target = &s->targets[i];

		while (row[1].address <= s->addresses[i])
			row++;
		/* of several sequences, the innermost */
		if (target->unit != unit || start < target->start)
			continue;
		target->start = start;
		s->places[i].line = row->line;
		s->places[i].file = file_number(s, table, row->file, directory);
	}
}

/* Returns false if the unit has a directory that cannot be read. */
static bool
read_directory(struct object *object, Dwarf_Die *die, const char **directory)
{
	Dwarf_Attribute attribute;

	*directory = NULL;
	if (dwarf_attr(die, DW_AT_comp_dir, &attribute) == NULL)
		return true;
	*directory = dwarf_formstring(&attribute);
	if (*directory == NULL)
		object_problem(object, object->lacks_shared
					   ? "the file that it shares debug "
					     "information with is missing"
					   : damaged);
	return *directory != NULL;
}

static void
take_unit(struct search *s, size_t unit)
{
	Dwarf_Die *die = &s->units.units[unit].die;
	Dwarf_Attribute attribute;
	Dwarf_Word offset;
	const char *directory;
	struct line_table table;
	int status;

	if (!read_directory(s->object, die, &directory))
		return;
	if (dwarf_formudata(
		dwarf_attr(die, DW_AT_stmt_list, &attribute), &offset) < 0 ||
	    !line_table_open(&table, &s->sections, offset)) {
		object_problem(s->object, damaged);
		return;
	}
	while ((status = line_table_next(&table)) > 0)
		take_sequence(s, &table, unit, directory);
	if (status < 0)
		object_problem(s->object, damaged);
	line_table_close(&table);
}

/* --- all tables ----------------------------------------------------------- */

/* Looks for the addresses of no unit in the units without ranges. */
static void
take_rest(struct search *s)
{
	for (size_t unit = 0; unit < s->units.n; unit++) {
		bool is_left = false;

		if (s->units.units[unit].has_ranges)
			continue;
		for (size_t i = 0; i < s->n; i++)
			if (s->targets[i].start == 0 &&
			    (s->targets[i].unit == s->units.n ||
				!s->units.units[s->targets[i].unit]
				     .has_ranges)) {
				s->targets[i].unit = unit;
				is_left = true;
			}
		if (is_left)
			take_unit(s, unit);
	}
}

void
lines_find(struct object *object, const uint64_t *addresses, size_t n,
    struct names_run *places, struct reply *reply)
{
	Elf *elf = dwarf_getelf(object->dwarf);
	struct search s = {
	    .object = object,
	    .addresses = addresses,
	    .n = n,
	    .places = places,
	    .targets = cli_alloc(n, sizeof(*s.targets)),
	    .sections = {section(elf, ".debug_line"),
		section(elf, ".debug_line_str"), section(elf, ".debug_str")},
	    .reply = reply,
	};

	units_init(&s.units, object);
	for (size_t i = 0; i < n; i++) {
		s.targets[i].unit = units_at(&s.units, addresses[i]);
		if (s.targets[i].unit < s.units.n)
			s.units.units[s.targets[i].unit].is_needed = true;
	}
	for (size_t i = 0; i < s.units.n; i++)
		if (s.units.units[i].is_needed)
			take_unit(&s, i);
	take_rest(&s);
	units_release(&s.units);
	free(s.targets);
}
