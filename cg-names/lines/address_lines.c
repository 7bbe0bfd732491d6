/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds lines: which units contain an address, then their line tables, each read
 * once.  Sequences and addresses are sorted, so both are walked together, and
 * nothing of a table is kept.
 *
 * If sections are compressed, all line tables are read instead: decompressing
 * the units, which are several times as large, would take longer.  Before
 * DWARF 5, units are read in any case, because only they have the directories
 * of compilations.
 */
#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "address_lines.h"
#include "line_table.h"
#include "units.h"

static const char damaged[] = "its debug information is damaged";

struct target {
	size_t unit;    /* of the address */
	uint64_t start; /* of the sequence that says its line; 0: none yet */
};

struct line_search {
	struct object *object;
	struct line_wanted wanted;
	struct names_run *places;
	struct target *targets;
	const struct line_sections *sections;
	struct reply *reply;
};

/* --- sections ------------------------------------------------------------- */

static bool
is_compressed(Elf_Scn *section)
{
	GElf_Shdr header;

	return section != NULL && gelf_getshdr(section, &header) != NULL &&
	       (header.sh_flags & SHF_COMPRESSED) != 0;
}

/* why it cannot be decompressed */
static const char *
trouble(Elf_Scn *section)
{
	GElf_Chdr header;

	if (gelf_getchdr(section, &header) != NULL &&
	    header.ch_type != ELFCOMPRESS_ZLIB)
		return "its debug information is compressed by a method that "
		       "libelf does not know";
	return damaged;
}

static struct section_bytes
section(struct object *object, const char *name)
{
	Elf_Scn *section = object_section(object->lines, name);
	const char *ident = elf_getident(object->lines, NULL);
	bool is_big = ident != NULL && ident[EI_DATA] == ELFDATA2MSB;
	static const unsigned char nothing[1];
	struct section_bytes bytes = {.next = nothing,
	    .end = nothing,
	    .swaps = is_big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)};
	Elf_Data *data;

	if (is_compressed(section) && elf_compress(section, 0, 0) < 0)
		object_problem(object, trouble(section));
	data = section == NULL ? NULL : elf_getdata(section, NULL);
	if (data != NULL && data->d_buf != NULL) {
		bytes.next = data->d_buf;
		bytes.end = bytes.next + data->d_size;
	}
	return bytes;
}

const struct line_sections *
address_lines_sections(struct object *object)
{
	struct line_sections *sections = object->line_sections;

	if (sections == NULL) {
		sections = cli_alloc(1, sizeof(*sections));
		*sections =
		    (struct line_sections){section(object, ".debug_line"),
			section(object, ".debug_line_str"),
			section(object, ".debug_str")};
		object->line_sections = sections;
	}
	return sections;
}

/* --- one table ------------------------------------------------------------ */

static uint32_t
file_number(struct line_search *s, struct line_table *table, uint32_t index,
    const char *directory)
{
	struct line_file *file = line_table_file(table, index);
	char *path;

	if (file == NULL)
		return 0;
	if (file->number == 0) {
		path = line_table_path(table, file, directory);
		file->number = reply_string(s->reply, path);
		free(path);
	}
	return file->number;
}

/*
 * Gives the addresses in the sequence their lines.  Returns false if only units
 * know a path, and `unit` is NULL.
 */
static bool
take_sequence(struct line_search *s, struct line_table *table,
    const size_t *unit, const char *directory)
{
	const struct line_row *row = table->rows;
	const struct line_row *end = row + table->nrows - 1;

	if (!object_is_code(s->object, table->start))
		return true;
	for (size_t i = line_wanted_from(&s->wanted, row->address);
	     i < s->wanted.n && s->wanted.addresses[i] < end->address; i++) {
		struct target *target = &s->targets[i];
		struct line_file *file;

		while (row[1].address <= s->wanted.addresses[i])
			row++;
		/* of several sequences, the innermost */
		if ((unit != NULL && target->unit != *unit) ||
		    table->start < target->start)
			continue;
		file = line_table_file(table, row->file);
		if (unit == NULL && file != NULL &&
		    !line_table_has_path(table, file))
			return false;
		target->start = table->start;
		s->places[i].line = row->line;
		s->places[i].file = file_number(s, table, row->file, directory);
	}
	return true;
}

/* The same for all sequences of the table at the offset. */
static bool
take_table(struct line_search *s, uint64_t *offset, const size_t *unit,
    const char *directory)
{
	struct line_table table;
	bool is_known = true;
	int status = -1;

	if (line_table_open(&table, s->sections, &s->wanted, *offset))
		while (is_known && (status = line_table_next(&table)) > 0)
			is_known = take_sequence(s, &table, unit, directory);
	*offset = table.next;
	if (status < 0)
		object_problem(s->object, damaged);
	line_table_close(&table);
	return is_known;
}

/* --- all tables ----------------------------------------------------------- */

/* False if units must be read. */
static bool
take_section(struct line_search *s)
{
	uint64_t size =
	    (uint64_t)(s->sections->line.end - s->sections->line.next);
	uint64_t offset = 0;

	while (offset < size) {
		uint64_t before = offset;

		if (!take_table(s, &offset, NULL, NULL))
			return false;
		if (offset <= before)
			return true;
	}
	return true;
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
take_unit(struct line_search *s, const struct units *units, size_t unit)
{
	Dwarf_Die *die = &units->units[unit].die;
	Dwarf_Attribute attribute;
	Dwarf_Word offset;
	const char *directory;

	if (!read_directory(s->object, die, &directory))
		return;
	if (dwarf_formudata(
		dwarf_attr(die, DW_AT_stmt_list, &attribute), &offset) < 0)
		object_problem(s->object, damaged);
	else
		take_table(s, &offset, &unit, directory);
}

/* Looks for the addresses without lines in the units without ranges. */
static void
take_rest(struct line_search *s, const struct units *units)
{
	for (size_t unit = 0; unit < units->n; unit++) {
		bool is_left = false;

		if (units->units[unit].has_ranges)
			continue;
		for (size_t i = 0; i < s->wanted.n; i++)
			if (s->targets[i].start == 0) {
				s->targets[i].unit = unit;
				is_left = true;
			}
		if (is_left)
			take_unit(s, units, unit);
	}
}

static void
take_units(struct line_search *s)
{
	struct units *units = units_of(s->object);

	for (size_t i = 0; i < s->wanted.n; i++)
		s->targets[i].unit = units_need(units, s->wanted.addresses[i]);
	for (size_t i = 0; i < units->n; i++)
		if (units->units[i].is_needed)
			take_unit(s, units, i);
	take_rest(s, units);
}

void
address_lines_find(struct object *object, const uint64_t *addresses, size_t n,
    struct names_run *places, struct reply *reply)
{
	struct line_search s = {
	    .object = object,
	    .wanted = {addresses, n},
	    .places = places,
	    .targets = cli_alloc(n, sizeof(*s.targets)),
	    .reply = reply,
	};
	bool all_tables =
	    is_compressed(object_section(object->lines, ".debug_info"));

	/* libdw decompresses, too, so it must not come later */
	if (!all_tables && object_dwarf(object) == NULL) {
		free(s.targets);
		return;
	}
	s.sections = address_lines_sections(object);
	if (!all_tables || !take_section(&s)) {
		memset(places, 0, n * sizeof(*places));
		memset(s.targets, 0, n * sizeof(*s.targets));
		if (object_dwarf(object) != NULL)
			take_units(&s);
	}
	free(s.targets);
}
