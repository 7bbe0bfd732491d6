/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The line table of a compilation unit, in the section .debug_line: the files,
 * and a program that makes sequences of rows.
 */
#ifndef LINE_TABLE_H
#define LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/section_bytes.h"

/* the sections that a table refers to; those that are missing are empty */
struct line_sections {
	struct section_bytes line, line_str, str;
};

struct line_file {
	const char *name;
	uint64_t directory;
	uint32_t number; /* the user's; 0 at first */
};

struct line_row {
	uint64_t address;
	uint32_t file; /* in files */
	uint32_t line;
};

/* the addresses that need lines, sorted */
struct line_wanted {
	const uint64_t *addresses;
	size_t n;
};

/* Returns the index of the first one from the address on. */
size_t line_wanted_from(const struct line_wanted *wanted, uint64_t address);

struct line_table {
	const struct line_sections *sections;
	const struct line_wanted *wanted;
	uint64_t next; /* the offset of the next table */
	unsigned int version;
	size_t offset_size;
	/* the lists of directories and files, read when a path is asked for */
	struct section_bytes lists;
	bool has_lists;
	const char **directories;
	size_t ndirectories;
	struct line_file *files;
	size_t nfiles;
	/* The sequence read last: where it starts, and its rows with wanted
	 * addresses.  The last row is its end. */
	uint64_t start;
	struct line_row *rows;
	size_t nrows;
	struct line_row *last;
	/* the first wanted address from the last row on, and its index; 0 if rows
	 * are not in order */
	uint64_t limit;
	size_t next_wanted;
	/* of the program */
	struct section_bytes program;
	const unsigned char *operands; /* of each standard opcode */
	unsigned int unit, parallel, base, range;
	int line_base;
};

/*
 * Reads the header at the offset.  False if that is impossible; then table->next
 * is after the table, or 0 if not even its size can be read.
 */
bool
line_table_open(struct line_table *table, const struct line_sections *sections,
    const struct line_wanted *wanted, uint64_t offset);

/*
 * Reads the next sequence, with its rows in the order of their addresses.
 * Returns 1, 0 after the last one, or -1 if the table is damaged.
 */
int line_table_next(struct line_table *table);

/* Returns the file, or NULL if there is none or the lists are damaged. */
struct line_file *line_table_file(struct line_table *table, size_t file);

/* True if the path of the file is complete without the directory of the
 * compilation, or if the table has that, as DWARF 5 says. */
bool line_table_has_path(
    const struct line_table *table, const struct line_file *file);

/*
 * Returns the path of a file, joined from the directory of the compilation, its
 * own directory and its name, as Valgrind's core does; the caller frees it.
 * Without the first, the table's is used, and then ".".
 */
char *line_table_path(const struct line_table *table,
    const struct line_file *file, const char *compilation_directory);

void line_table_close(struct line_table *table);

#endif
