/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads line tables of DWARF 2 to 5.  libdw reads them, too, but it sorts the
 * rows of all sequences together.  Linkers leave the sequences of functions that
 * they removed at address 0, where a long one reaches into the program's code.
 * libdw also hides the directories that paths are joined from.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "line_table.h"

/* --- the header: directories and files ------------------------------------ */

static void
add_directory(struct line_table *table, const char *name)
{
	table->directories = cli_grow(table->directories, table->ndirectories,
	    sizeof(*table->directories));
	table->directories[table->ndirectories++] = name;
}

static void
add_file(struct line_table *table, const char *name, uint64_t directory)
{
	struct line_file file = {name, directory, 0};

	table->files =
	    cli_grow(table->files, table->nfiles, sizeof(*table->files));
	table->files[table->nfiles++] = file;
}

/* before DWARF 5 both lists end with an empty name, and files start at 1 */
static void
read_old_lists(struct line_table *table, struct bytes *header)
{
	const char *name;

	/* the directory of the compilation */
	add_directory(table, NULL);
	while (*(name = bytes_string(header)) != '\0')
		add_directory(table, name);
	add_file(table, NULL, 0);
	while (*(name = bytes_string(header)) != '\0') {
		add_file(table, name, bytes_unsigned(header));
		bytes_unsigned(header); /* time */
		bytes_unsigned(header); /* size */
	}
}

static const char *
string_at(const struct bytes *section, uint64_t offset)
{
	struct bytes rest = *section;

	bytes_part(&rest, offset);
	return rest.is_short ? NULL : bytes_string(&rest);
}

struct entry {
	const char *path;
	uint64_t directory;
};

/* what a number or string of an entry is, and how it is written */
struct format {
	uint64_t content, form;
};

/* false if the form is unknown */
static bool
read_form(struct bytes *header, const struct line_sections *sections,
    size_t offset_size, uint64_t form, const char **string, uint64_t *number)
{
	*string = NULL;
	*number = 0;
	switch (form) {
	case DW_FORM_string:
		*string = bytes_string(header);
		return true;
	case DW_FORM_line_strp:
		*string = string_at(
		    &sections->line_str, bytes_fixed(header, offset_size));
		return true;
	case DW_FORM_strp:
		*string =
		    string_at(&sections->str, bytes_fixed(header, offset_size));
		return true;
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_strp_alt:
	case DW_FORM_sec_offset:
		bytes_fixed(header, offset_size);
		return true;
	case DW_FORM_data1:
	case DW_FORM_flag:
	case DW_FORM_strx1:
		*number = bytes_fixed(header, 1);
		return true;
	case DW_FORM_data2:
	case DW_FORM_strx2:
		*number = bytes_fixed(header, 2);
		return true;
	case DW_FORM_strx3:
		bytes_part(header, 3);
		return true;
	case DW_FORM_data4:
	case DW_FORM_strx4:
		*number = bytes_fixed(header, 4);
		return true;
	case DW_FORM_data8:
		*number = bytes_fixed(header, 8);
		return true;
	case DW_FORM_data16:
		bytes_part(header, 16);
		return true;
	case DW_FORM_udata:
	case DW_FORM_strx:
		*number = bytes_unsigned(header);
		return true;
	case DW_FORM_sdata:
		*number = (uint64_t)bytes_signed(header);
		return true;
	case DW_FORM_block:
		bytes_part(header, bytes_unsigned(header));
		return true;
	case DW_FORM_block1:
		bytes_part(header, bytes_fixed(header, 1));
		return true;
	case DW_FORM_block2:
		bytes_part(header, bytes_fixed(header, 2));
		return true;
	case DW_FORM_block4:
		bytes_part(header, bytes_fixed(header, 4));
		return true;
	default:
		return false;
	}
}

/* one of the two lists of DWARF 5, of which the entries say how they are
 * written */
static bool
read_list(struct line_table *table, struct bytes *header,
    const struct line_sections *sections, size_t offset_size, bool are_files)
{
	struct format formats[256];
	size_t nformats = bytes_fixed(header, 1);
	uint64_t nentries;

	for (size_t i = 0; i < nformats; i++) {
		formats[i].content = bytes_unsigned(header);
		formats[i].form = bytes_unsigned(header);
	}
	nentries = bytes_unsigned(header);
	/* entries without contents would be endless */
	for (uint64_t i = 0; nformats > 0 && i < nentries; i++) {
		struct entry entry = {0};

		for (size_t j = 0; j < nformats; j++) {
			const char *string;
			uint64_t number;

			if (!read_form(header, sections, offset_size,
				formats[j].form, &string, &number) ||
			    header->is_short)
				return false;
			if (formats[j].content == DW_LNCT_path)
				entry.path = string;
			else if (formats[j].content == DW_LNCT_directory_index)
				entry.directory = number;
		}
		if (are_files)
			add_file(table, entry.path, entry.directory);
		else
			add_directory(table, entry.path);
	}
	return true;
}

bool
line_table_open(struct line_table *table, const struct line_sections *sections,
    uint64_t offset)
{
	struct bytes rest = sections->line, whole, header;
	size_t offset_size = 4;
	uint64_t length;
	unsigned int nopcodes;
	bool is_read = true;

	*table = (struct line_table){0};
	bytes_part(&rest, offset);
	length = bytes_fixed(&rest, 4);
	if (length == UINT32_MAX) {
		offset_size = 8;
		length = bytes_fixed(&rest, 8);
	}
	whole = bytes_part(&rest, length);
	table->version = (unsigned int)bytes_fixed(&whole, 2);
	if (whole.is_short || table->version < 2 || table->version > 5)
		return false;
	if (table->version >= 5) {
		bytes_fixed(&whole, 1); /* the sizes of addresses and of */
		bytes_fixed(&whole, 1); /* segment selectors */
	}
	header = bytes_part(&whole, bytes_fixed(&whole, offset_size));
	table->program = whole;
	table->unit = (unsigned int)bytes_fixed(&header, 1);
	table->parallel =
	    table->version >= 4 ? (unsigned int)bytes_fixed(&header, 1) : 1;
	bytes_fixed(&header, 1); /* is_stmt does not matter */
	table->line_base = (signed char)bytes_fixed(&header, 1);
	table->range = (unsigned int)bytes_fixed(&header, 1);
	nopcodes = (unsigned int)bytes_fixed(&header, 1);
	table->base = nopcodes;
	table->operands =
	    bytes_part(&header, nopcodes == 0 ? 0 : nopcodes - 1).next;
	if (table->version < 5)
		read_old_lists(table, &header);
	else
		is_read =
		    read_list(table, &header, sections, offset_size, false) &&
		    read_list(table, &header, sections, offset_size, true);
	if (is_read && !header.is_short && table->range != 0 && nopcodes != 0 &&
	    table->parallel != 0)
		return true;
	line_table_close(table);
	return false;
}

char *
line_table_path(const struct line_table *table, size_t file,
    const char *compilation_directory)
{
	const struct line_file *f;
	const char *directory;

	if (file >= table->nfiles || table->files[file].name == NULL)
		return NULL;
	f = &table->files[file];
	if (f->directory >= table->ndirectories)
		return cli_format("%s", f->name);
	directory = table->directories[f->directory];
	if (directory == NULL) /* before DWARF 5, that of the compilation */
		directory =
		    compilation_directory == NULL ? "." : compilation_directory;
	else if (*directory != '/' && compilation_directory != NULL &&
		 *compilation_directory != '\0')
		return cli_format(
		    "%s/%s/%s", compilation_directory, directory, f->name);
	if (*directory == '\0')
		return cli_format("%s", f->name);
	return cli_format("%s/%s", directory, f->name);
}

/* --- the program: sequences of rows --------------------------------------- */

struct state {
	uint64_t address;
	uint64_t operation; /* within an instruction of several */
	uint32_t file, line;
};

static void
advance(
    const struct line_table *table, struct state *state, uint64_t operations)
{
	uint64_t sum = state->operation + operations;

	if (table->parallel == 1) {
		state->address += table->unit * operations;
		return;
	}
	state->address += table->unit * (sum / table->parallel);
	state->operation = sum % table->parallel;
}

static void
add_row(struct line_table *table, const struct state *state)
{
	struct line_row row = {state->address, state->file, state->line};

	table->rows = cli_grow(table->rows, table->nrows, sizeof(*table->rows));
	table->rows[table->nrows++] = row;
}

/* true at the end of the sequence */
static bool
run_extended(struct line_table *table, struct state *state)
{
	struct bytes *program = &table->program;
	struct bytes operands = bytes_part(program, bytes_unsigned(program));
	const char *name;

	switch (bytes_fixed(&operands, 1)) {
	case DW_LNE_end_sequence:
		add_row(table, state);
		return true;
	case DW_LNE_set_address:
		state->address = bytes_fixed(
		    &operands, (size_t)(operands.end - operands.next));
		state->operation = 0;
		return false;
	case DW_LNE_define_file:
		name = bytes_string(&operands);
		/* without its directory, as Valgrind's core has it */
		add_file(table, name, UINT64_MAX);
		return false;
	default:
		return false;
	}
}

static void
run_standard(struct line_table *table, struct state *state, unsigned int opcode)
{
	struct bytes *program = &table->program;

	switch (opcode) {
	case DW_LNS_copy:
		add_row(table, state);
		break;
	case DW_LNS_advance_pc:
		advance(table, state, bytes_unsigned(program));
		break;
	case DW_LNS_advance_line:
		state->line += (uint32_t)bytes_signed(program);
		break;
	case DW_LNS_set_file:
		state->file = (uint32_t)bytes_unsigned(program);
		break;
	case DW_LNS_const_add_pc:
		advance(table, state, (255 - table->base) / table->range);
		break;
	case DW_LNS_fixed_advance_pc:
		state->address += bytes_fixed(program, 2);
		state->operation = 0;
		break;
	default:
		for (unsigned int i = table->operands[opcode - 1]; i > 0; i--)
			bytes_unsigned(program);
	}
}

static int
compare_rows(const void *a, const void *b)
{
	const struct line_row *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* compilers write rows in order; a damaged table may not */
static void
sort(struct line_table *table)
{
	size_t i = 1;

	while (i < table->nrows &&
	       table->rows[i - 1].address <= table->rows[i].address)
		i++;
	if (i < table->nrows)
		qsort(table->rows, table->nrows, sizeof(*table->rows),
		    compare_rows);
}

int
line_table_next(struct line_table *table)
{
	struct state state = {.file = 1, .line = 1};
	struct bytes *program = &table->program;

	table->nrows = 0;
	while (program->next < program->end) {
		unsigned int opcode = *program->next++;

		if (opcode >= table->base) {
			opcode -= table->base;
			advance(table, &state, opcode / table->range);
			state.line += (uint32_t)(table->line_base +
						 (int)(opcode % table->range));
			add_row(table, &state);
		} else if (opcode != 0) {
			run_standard(table, &state, opcode);
		} else if (run_extended(table, &state)) {
			sort(table);
			return 1;
		}
	}
	return program->is_short ? -1 : 0;
}

void
line_table_close(struct line_table *table)
{
	free(table->directories);
	free(table->files);
	free(table->rows);
	*table = (struct line_table){0};
}
