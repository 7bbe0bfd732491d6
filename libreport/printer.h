/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints a report.  On a terminal, names and sources cannot send control
 * sequences, and counts can have colour; elsewhere bytes pass unchanged.  These
 * functions end the program if the output fails.
 */
#ifndef PRINTER_H
#define PRINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "names/short_names.h"

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

enum paint {
	PAINT_NONE,
	PAINT_HEADING,
	PAINT_FAINT,
	PAINT_WARM, /* worth a look */
	PAINT_HOT,  /* look here first */
};

struct printer {
	struct cg_error error;
	struct cg_output *output;
	bool terminal; /* the output is shown on one */
	bool color;
	bool best_effort; /* errors of writing are ignored */
	pid_t pager;      /* -1: none */
	struct short_names names;
};

/*
 * Opens the output, which is abandoned if the program exits before
 * printer_close.  COLOR_AUTO colours on a terminal that has colours, unless
 * NO_COLOR is set.
 */
void printer_open(
    struct printer *printer, const struct cli_output *output, enum color color);

/*
 * Does the same, but shows the report through a pager if the output is standard
 * output on a terminal and there is a pager. printer_close, or the end of the
 * program, then waits until the user leaves the pager.  The printer must not
 * move.
 */
void printer_open_paged(
    struct printer *printer, const struct cli_output *output, enum color color);

/*
 * Prints to standard error instead, without colours.  As with messages, errors
 * of writing are ignored.
 */
void printer_open_stderr(struct printer *printer);

/*
 * Prints text as printf.  A formatted text of 1024 bytes or more ends the
 * program; names, which may be longer, are for printer_name.
 */
void printer_print(struct printer *printer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints n blanks. */
void printer_pad(struct printer *printer, size_t n);

/* Returns the paint of a count by its share of the total. */
enum paint count_paint(__int128 count, __int128 total);

/* Prints text as printer_print does, in a colour if there are colours. */
void printer_paint(struct printer *printer, enum paint paint,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Print bytes of a profile or source; on a terminal, all but printable UTF-8,
 * tabs and newlines becomes \xHH. */
void printer_bytes(struct printer *printer, const char *bytes, size_t len);
void printer_text(struct printer *printer, const char *text);

/* Prints a name likewise; one of more than NAME_MOST bytes loses its middle. */
void printer_name(struct printer *printer, const char *name);

/* Prints bytes as printer_bytes does, but prints `to` for each `byte`, which
 * has a special meaning in the format. */
void printer_replace(struct printer *printer, const char *bytes, size_t len,
    char byte, const char *to);

/* Writes the rest of the report and puts it in its place. */
void printer_close(struct printer *printer);

#endif
