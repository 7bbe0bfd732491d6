/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of data, of their fields and of code on a terminal. */
#ifndef TERMINAL_DATA_ROWS_H
#define TERMINAL_DATA_ROWS_H

#include "terminal.h"

/* A row of a table of data, fields or code. */
struct data_row {
	const int64_t *counts;
	char *name;
	char *suffix;
	char *place;
	const char *prefix;
};

/* All rows of a table are measured before the first one is printed. */
struct data_rows {
	size_t n;
	struct data_row *list;
};

/* Makes a report whose columns are those of data; of a part of a datum, these are misses
 * only, and `whole` is 100 % of the first one; NULL: it is a report of whole data. */
void data_report_init(struct terminal_report *t,
    const struct terminal_report *from, const __int128 *whole);

/* Takes the texts of the row. */
void data_rows_append(struct data_rows *rows, struct data_row row);

/* Prints a heading, "data" beside "site", and the rows. */
void data_rows_print(const struct terminal_report *t,
    const struct data_rows *rows, const char *title, const char *place_title);

void data_rows_release(struct data_rows *rows);

/* Returns "g.c:9", without directories; a line has no room for these; to be freed. */
char *data_row_place(const char *file, int64_t line);

#endif
