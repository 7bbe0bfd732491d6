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
read_old_lists(struct line_table *table, struct section_bytes *header)
{
	const char *name;

	/* the directory of the compilation */
	add_directory(table, NULL);
	while (*(name = section_bytes_string(header)) != '\0')
		add_directory(table, name);
	add_file(table, NULL, 0);
	while (*(name = section_bytes_string(header)) != '\0') {
		add_file(table, name, section_bytes_unsigned(header));
		section_bytes_unsigned(header); /* time */
		section_bytes_unsigned(header); /* size */
	}
}

static const char *
string_at(const struct section_bytes *section, uint64_t offset)
{
	struct section_bytes rest = *section;

	section_bytes_part(&rest, offset);
	return rest.is_short ? NULL : section_bytes_string(&rest);
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
read_form(const struct line_table *table, struct section_bytes *header,
    uint64_t form, const char **string, uint64_t *number)
{
	const struct line_sections *sections = table->sections;
	size_t offset_size = table->offset_size;

	*string = NULL;
	*number = 0;
	switch (form) {
	case DW_FORM_string:
		*string = section_bytes_string(header);
		return true;
	case DW_FORM_line_strp:
		*string = string_at(&sections->line_str,
		    section_bytes_fixed(header, offset_size));
		return true;
	case DW_FORM_strp:
		*string = string_at(
		    &sections->str, section_bytes_fixed(header, offset_size));
		return true;
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_strp_alt:
	case DW_FORM_sec_offset:
		section_bytes_fixed(header, offset_size);
		return true;
	case DW_FORM_data1:
	case DW_FORM_flag:
	case DW_FORM_strx1:
		*number = section_bytes_fixed(header, 1);
		return true;
	case DW_FORM_data2:
	case DW_FORM_strx2:
		*number = section_bytes_fixed(header, 2);
		return true;
	case DW_FORM_strx3:
		section_bytes_part(header, 3);
		return true;
	case DW_FORM_data4:
	case DW_FORM_strx4:
		*number = section_bytes_fixed(header, 4);
		return true;
	case DW_FORM_data8:
		*number = section_bytes_fixed(header, 8);
		return true;
	case DW_FORM_data16:
		section_bytes_part(header, 16);
		return true;
	case DW_FORM_udata:
	case DW_FORM_strx:
		*number = section_bytes_unsigned(header);
		return true;
	case DW_FORM_sdata:
		*number = (uint64_t)section_bytes_signed(header);
		return true;
	case DW_FORM_block:
		section_bytes_part(header, section_bytes_unsigned(header));
		return true;
	case DW_FORM_block1:
		section_bytes_part(header, section_bytes_fixed(header, 1));
		return true;
	case DW_FORM_block2:
		section_bytes_part(header, section_bytes_fixed(header, 2));
		return true;
	case DW_FORM_block4:
		section_bytes_part(header, section_bytes_fixed(header, 4));
		return true;
	default:
		return false;
	}
}

/* Reads one of the two lists of DWARF 5, which say how their entries are
 * written. */
static bool
read_list(
    struct line_table *table, struct section_bytes *header, bool are_files)
{
	struct format formats[256];
	size_t nformats = section_bytes_fixed(header, 1);
	uint64_t nentries;

	for (size_t i = 0; i < nformats; i++) {
		formats[i].content = section_bytes_unsigned(header);
		formats[i].form = section_bytes_unsigned(header);
	}
	nentries = section_bytes_unsigned(header);
	/* entries without contents would be endless */
	for (uint64_t i = 0; nformats > 0 && i < nentries; i++) {
		struct entry entry = {0};

		for (size_t j = 0; j < nformats; j++) {
			const char *string;
			uint64_t number;

			if (!read_form(table, header, formats[j].form, &string,
				&number) ||
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

static bool
read_lists(struct line_table *table)
{
	struct section_bytes lists = table->lists;

	table->has_lists = true;
	if (table->version < 5)
		read_old_lists(table, &lists);
	else if (!read_list(table, &lists, false) ||
		 !read_list(table, &lists, true))
		return false;
	return !lists.is_short;
}

bool
line_table_open(struct line_table *table, const struct line_sections *sections,
    const struct line_wanted *wanted, uint64_t offset)
{
	struct section_bytes rest = sections->line, whole, header;
	uint64_t length;

	*table = (struct line_table){
	    .sections = sections, .wanted = wanted, .offset_size = 4};
	section_bytes_part(&rest, offset);
	length = section_bytes_fixed(&rest, 4);
	if (length == UINT32_MAX) {
		table->offset_size = 8;
		length = section_bytes_fixed(&rest, 8);
	}
	whole = section_bytes_part(&rest, length);
	table->version = (unsigned int)section_bytes_fixed(&whole, 2);
	if (whole.is_short)
		return false;
	table->next = (uint64_t)(whole.end - sections->line.next);
	if (table->version < 2 || table->version > 5)
		return false;
	if (table->version >= 5) {
		section_bytes_fixed(
		    &whole, 1); /* the sizes of addresses and of */
		section_bytes_fixed(&whole, 1); /* segment selectors */
	}
	header = section_bytes_part(
	    &whole, section_bytes_fixed(&whole, table->offset_size));
	table->program = whole;
	table->unit = (unsigned int)section_bytes_fixed(&header, 1);
	table->parallel = table->version >= 4
			      ? (unsigned int)section_bytes_fixed(&header, 1)
			      : 1;
	section_bytes_fixed(&header, 1); /* is_stmt does not matter */
	table->line_base = (signed char)section_bytes_fixed(&header, 1);
	table->range = (unsigned int)section_bytes_fixed(&header, 1);
	table->base = (unsigned int)section_bytes_fixed(&header, 1);
	table->operands =
	    section_bytes_part(&header, table->base == 0 ? 0 : table->base - 1)
		.next;
	table->lists = header;
	return !header.is_short && table->range != 0 && table->base != 0 &&
	       table->parallel != 0;
}

struct line_file *
line_table_file(struct line_table *table, size_t file)
{
	if (!table->has_lists && !read_lists(table))
		table->nfiles = 0;
	if (file >= table->nfiles || table->files[file].name == NULL)
		return NULL;
	return &table->files[file];
}

/* Returns the directory of the file, or NULL if it is the directory of the
 * compilation. */
static const char *
directory_of(const struct line_table *table, const struct line_file *file)
{
	return file->directory < table->ndirectories
		   ? table->directories[file->directory]
		   : "";
}

bool
line_table_has_path(
    const struct line_table *table, const struct line_file *file)
{
	const char *directory = directory_of(table, file);

	if (table->version >= 5)
		return table->ndirectories > 0 && table->directories[0] != NULL;
	return directory != NULL && *directory == '/';
}

char *
line_table_path(const struct line_table *table, const struct line_file *file,
    const char *compilation_directory)
{
	const char *directory = directory_of(table, file);

	if (compilation_directory == NULL && table->version >= 5 &&
	    table->ndirectories > 0)
		compilation_directory = table->directories[0];
	if (directory == NULL)
		directory =
		    compilation_directory == NULL ? "." : compilation_directory;
	else if (file->directory < table->ndirectories && *directory != '/' &&
		 compilation_directory != NULL &&
		 *compilation_directory != '\0')
		return cli_format(
		    "%s/%s/%s", compilation_directory, directory, file->name);
	if (*directory == '\0')
		return cli_format("%s", file->name);
	return cli_format("%s/%s", directory, file->name);
}

/* --- the program: sequences of rows --------------------------------------- */

struct line_state {
	uint64_t address;
	uint64_t operation; /* within an instruction of several */
	uint32_t file, line;
};

static void
advance(const struct line_table *table, struct line_state *state,
    uint64_t operations)
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
store_row(struct line_table *table, const struct line_row *row)
{
	const struct line_wanted *wanted = table->wanted;

	if (table->nrows == 0) {
		table->start = row->address;
		table->next_wanted = line_wanted_from(wanted, row->address);
	}
	while (table->next_wanted < wanted->n &&
	       wanted->addresses[table->next_wanted] < row->address)
		table->next_wanted++;
	if (table->nrows > 0 &&
	    (table->limit == 0 || row->address < table->last->address))
		table->limit = 0;
	else if (table->next_wanted < wanted->n)
		table->limit = wanted->addresses[table->next_wanted];
	else
		table->limit = UINT64_MAX;
	table->rows = cli_grow(table->rows, table->nrows, sizeof(*table->rows));
	table->last = &table->rows[table->nrows++];
	*table->last = *row;
}

/* Adds a row, in the place of the last one if no wanted address is between. */
static inline void
add_row(struct line_table *table, const struct line_state *state)
{
	struct line_row row = {state->address, state->file, state->line};

	if (table->nrows > 0 && row.address <= table->limit &&
	    row.address >= table->last->address)
		*table->last = row;
	else
		store_row(table, &row);
}

size_t
line_wanted_from(const struct line_wanted *wanted, uint64_t address)
{
	size_t low = 0, high = wanted->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (wanted->addresses[middle] < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* true at the end of the sequence */
static bool
run_extended(struct line_table *table, struct line_state *state)
{
	struct section_bytes *program = &table->program;
	struct section_bytes operands =
	    section_bytes_part(program, section_bytes_unsigned(program));
	const char *name;

	switch (section_bytes_fixed(&operands, 1)) {
	case DW_LNE_end_sequence:
		add_row(table, state);
		return true;
	case DW_LNE_set_address:
		state->address = section_bytes_fixed(
		    &operands, (size_t)(operands.end - operands.next));
		state->operation = 0;
		return false;
	case DW_LNE_define_file:
		name = section_bytes_string(&operands);
		line_table_file(table, 0); /* the others come first */
		/* without its directory, as Valgrind's core has it */
		add_file(table, name, UINT64_MAX);
		return false;
	default:
		return false;
	}
}

static void
run_standard(
    struct line_table *table, struct line_state *state, unsigned int opcode)
{
	struct section_bytes *program = &table->program;

	switch (opcode) {
	case DW_LNS_copy:
		add_row(table, state);
		break;
	case DW_LNS_advance_pc:
		advance(table, state, section_bytes_unsigned(program));
		break;
	case DW_LNS_advance_line:
		state->line += (uint32_t)section_bytes_signed(program);
		break;
	case DW_LNS_set_file:
		state->file = (uint32_t)section_bytes_unsigned(program);
		break;
	case DW_LNS_const_add_pc:
		advance(table, state, (255 - table->base) / table->range);
		break;
	case DW_LNS_fixed_advance_pc:
		state->address += section_bytes_fixed(program, 2);
		state->operation = 0;
		break;
	default:
		for (unsigned int i = table->operands[opcode - 1]; i > 0; i--)
			section_bytes_unsigned(program);
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

int
line_table_next(struct line_table *table)
{
	struct line_state state = {.file = 1, .line = 1};
	struct section_bytes *program = &table->program;

	table->nrows = 0;
	while (program->next < program->end) {
		unsigned int opcode = *program->next++;

		if (opcode >= table->base) {
			unsigned int step =
			    (opcode - table->base) / table->range;

			opcode -= table->base + step * table->range;
			advance(table, &state, step);
			state.line +=
			    (uint32_t)(table->line_base + (int)opcode);
			add_row(table, &state);
		} else if (opcode != 0) {
			run_standard(table, &state, opcode);
		} else if (run_extended(table, &state)) {
			/* compilers write rows in order; a damaged table may
			 * not */
			if (table->limit == 0)
				qsort(table->rows, table->nrows,
				    sizeof(*table->rows), compare_rows);
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
