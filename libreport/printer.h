/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the report goes.  On a terminal, names and sources cannot send control
 * sequences, and figures can have colour; anywhere else bytes pass unchanged.
 * These functions end the program when the output fails.
 */
#ifndef PRINTER_H
#define PRINTER_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"
#include "libcli/cli.h"

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
	bool terminal;
	bool color;
};

void printer_open(
    struct printer *printer, const struct cli_output *output, enum color color);

/* text of the program's own, formatted */
void printer_print(struct printer *printer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* n blanks */
void printer_pad(struct printer *printer, size_t n);

/* the same in a colour, where there are colours */
void printer_paint(struct printer *printer, enum paint paint,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* bytes from a profile or a source: tabs and UTF-8 pass, controls do not */
void printer_bytes(struct printer *printer, const char *bytes, size_t len);
void printer_name(struct printer *printer, const char *name);

/* the same, but for one byte that means something else there: it becomes `to`
 */
void printer_replace(struct printer *printer, const char *bytes, size_t len,
    char byte, const char *to);

/*
 * Writes what is left; the report is then in its place.  A program that exits
 * before leaves no part of one under -o.
 */
void printer_close(struct printer *printer);

#endif
