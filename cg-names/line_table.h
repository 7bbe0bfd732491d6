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

#include "bytes.h"

/* the sections that a table refers to; those that are missing are empty */
struct line_sections {
	struct bytes line, line_str, str;
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

struct line_table {
	unsigned int version;
	const char **directories;
	size_t ndirectories;
	struct line_file *files;
	size_t nfiles;
	/* the sequence read last; its last row is its end */
	struct line_row *rows;
	size_t nrows;
	/* of the program */
	struct bytes program;
	const unsigned char *operands; /* of each standard opcode */
	unsigned int unit, parallel, base, range;
	int line_base;
};

/* Reads the header at the offset.  False if that is impossible. */
bool line_table_open(struct line_table *table,
    const struct line_sections *sections, uint64_t offset);

/*
 * Reads the next sequence, with its rows in the order of their addresses.
 * Returns 1, 0 after the last one, or -1 if the table is damaged.
 */
int line_table_next(struct line_table *table);

/*
 * Returns the path of a file, joined from the directory of the compilation,
 * which can be NULL, its own directory and its name; the caller frees it.  NULL
 * if there is no such file.
 */
char *line_table_path(const struct line_table *table, size_t file,
    const char *compilation_directory);

void line_table_close(struct line_table *table);

#endif
