/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the report goes.  On a terminal, names and sources cannot send control
 * sequences, and figures can have colour; anywhere else bytes pass unchanged.
 * These functions end the program when the output fails.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"
#include "cli.h"

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

enum paint {
	PAINT_NONE,
	PAINT_HEADING,
	PAINT_FAINT,
	PAINT_WARM, /* worth a look */
	PAINT_HOT,  /* look here first */
};

struct screen {
	struct cg_error error;
	struct cg_output *output;
	bool terminal;
	bool color;
};

void screen_open(
    struct screen *screen, const struct cli_output *output, enum color color);

/* text of the program's own, formatted */
void screen_print(struct screen *screen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* n blanks */
void screen_pad(struct screen *screen, size_t n);

/* the same in a colour, where there are colours */
void screen_paint(struct screen *screen, enum paint paint, const char *format,
    ...) __attribute__((format(printf, 3, 4)));

/* bytes from a profile or a source: tabs and UTF-8 pass, controls do not */
void screen_bytes(struct screen *screen, const char *bytes, size_t len);
void screen_name(struct screen *screen, const char *name);

/* the same, but for one byte that means something else there: it becomes `to`
 */
void screen_replace(struct screen *screen, const char *bytes, size_t len,
    char byte, const char *to);

/*
 * Writes what is left; the report is then in its place.  A program that exits
 * before leaves no part of one under -o.
 */
void screen_close(struct screen *screen);

#endif
