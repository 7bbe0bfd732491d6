/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of the report on a terminal. terminal.c prints its head, then calls
 * the other parts.
 */
#ifndef CG_ANNOTATE_TERMINAL_H
#define CG_ANNOTATE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libreport/numfmt.h"
#include "libreport/names/short_names.h"
#include "model/functions/call_list.h"
#include "model/report.h"
#include "key_events.h"

enum {
	LEAST_ROOM = 12, /* for a name or a text beside other columns */
	LEAST_BESIDE_SHARES = 20, /* for a name beside two columns of shares */
	LEAST_FOR_TWO = 30,       /* columns of names */
};

struct terminal_report {
	const struct report *report;
	struct printer *printer;
	struct key_events events;
	size_t width;       /* of a line, in characters */
	bool is_difference; /* then rates mean nothing */
};

/* Stands for the part of a name or text that does not fit. */
extern const char terminal_ellipsis[];

/* Prints a text that `shorten`, of libreport/names/short_name.h, fits into `width`.
 */
void
terminal_short(const struct terminal_report *, size_t width, const char *text,
    size_t shorten(char *, const char *, size_t, const char *));

/* Prints a text on lines of its own, as many as it needs; the first one begins at the column
 * `first`, others at `rest`.  Only a word that is longer than a line is shortened. */
void terminal_prose(const struct terminal_report *, size_t first, size_t rest,
    const char *text);

/* The same from the left. */
void terminal_line(const struct terminal_report *, const char *text);

/* Writes "12.3 %", or "-" if the total is 0. */
void terminal_percent(char to[FORMAT_SIZE], __int128 count, __int128 total);

/* Writes a count of a key event, with a sign if it is a change.  Returns its
 * width. */
size_t terminal_count(
    char to[FORMAT_SIZE], const struct key_event *event, __int128 count);

/* Makes the width at least as large as `wanted`. */
void keep_widest(size_t *width, size_t wanted);

/* --- columns of counts ---------------------------------------------------- */

struct terminal_columns {
	const struct terminal_report *terminal;
	size_t *widths; /* of each key event */
	bool *is_shown; /* those that fit */
	bool has_share; /* of the first one, of its total */
	bool has_cumulative;
	size_t share_width;
	size_t cumulative_width;
	size_t width; /* of all, with blanks after each */
};

/* Starts a table: add all rows, fit, then print. */
void terminal_columns_init(struct terminal_columns *,
    const struct terminal_report *, bool has_share, bool has_cumulative);
void terminal_columns_release(struct terminal_columns *);

/* Makes the columns wide enough for the counts of a row. */
void terminal_columns_add(struct terminal_columns *, const int64_t *counts);

/* Chooses as many columns as leave `room` for the rest of the line; events that --show names may
 * leave only `least`, and the last ones are left out first, but never the one that decides the
 * order. */
void terminal_columns_fit(struct terminal_columns *, size_t room, size_t least);

/* Prints the names of the columns, and the title of the rest of the line. */
void terminal_columns_print_heading(
    const struct terminal_columns *, const char *title);

/* Prints the counts of a row; counts NULL: blanks; present NULL: the row has
 * all events; cumulative NULL: none. */
void terminal_columns_print(const struct terminal_columns *,
    const int64_t *counts, const bool *present, const __int128 *cumulative);

/* --- functions ------------------------------------------------------------ */

/* The columns of names in a table of functions. */
struct name_columns {
	const struct terminal_columns *columns;
	size_t function_width; /* of all names in full, then of the column */
	size_t file_width;     /* 0: no column */
};

/* Fits the columns into the room that `columns` leaves in a line. */
void name_columns_fit(struct name_columns *, const struct terminal_columns *);

/*
 * Prints "prefix name suffix file" and ends the line.  A name that `shorten` leaves
 * wider than its column takes room from the file column, and so does the suffix of a
 * call.
 */
void name_columns_print(const struct name_columns *, const char *prefix,
    shortener *shorten, const char *name, const char *suffix, const char *file,
    bool is_call);

/* Prints a row for each call, its name after `prefix`, and for each datum of a source line
 * with these counts; NULL: the line has none. */
void name_columns_print_calls(const struct name_columns *,
    const struct call_list *, const char *prefix, const int64_t *line);

/* --- the parts ------------------------------------------------------------ */

void terminal_code(const struct terminal_report *);
void terminal_data(const struct terminal_report *);
void terminal_functions(const struct terminal_report *);
void terminal_hot_lines(const struct terminal_report *);
void terminal_loops(const struct terminal_report *);
void terminal_sources(const struct terminal_report *);

#endif
