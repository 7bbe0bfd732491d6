/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the changes as a table: old, new, change, percent of old and name, the total
 * first, then the largest changes, then the sum of the others.
 */
#ifndef TABLE_H
#define TABLE_H

#include "changes.h"
#include "libreport/numfmt.h"
#include "libreport/printer.h"

enum table_format {
	TABLE_TEXT,
	TABLE_MARKDOWN,
	/* for programs, printed by change_rows.h */
	TABLE_TSV,
	TABLE_CSV,
	TABLE_JSON,
};

/* `sources` is where the texts of changed lines are.  If is_narrow, or
 * in Markdown, names are shortened to the width of a terminal. */
void table_print(const struct changes *changes, enum table_format format,
    bool is_narrow, struct line_map *sources, struct printer *printer);

#endif
