/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the steps of benchmarks, a line each, for people and for programs. */
#ifndef STEP_ROWS_H
#define STEP_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "cg-history/series/points.h"
#include "libreport/printer.h"
#include "step_functions.h"

enum { STEP_SHORT_COMMIT = 10 }; /* digits of a commit that people see */

enum step_format {
	STEPS_TEXT,
	STEPS_MARKDOWN,
	STEPS_TSV,
	STEPS_JSON,
	STEPS_HTML, /* step_page.h prints it */
};

enum step_state {
	STATE_CHANGED,
	STATE_MOVED,    /* the total is the same, and functions are not */
	STATE_SETTINGS, /* it was counted in another way than before */
	STATE_FIRST,
	STATE_SAME,
	STATE_UNMEASURED,
};

struct step_row {
	enum step_state state;
	char *commit;
	char date[11];
	char *subject;
	bool has_old, has_new;
	int64_t old, new;
	char *function;  /* that changed most; "": none */
	char *file;      /* of it */
	int64_t line;    /* of it, that changed most; 0: it is not known */
	char *note;      /* what moved, or which settings differ; "": nothing */
	size_t nbetween; /* commits before it that are not recorded */
	size_t place;    /* of the commit in the range, of a page only */
	char base[OBJECT_ID]; /* what it is compared with; "": nothing */
	struct step_functions functions; /* of a page only */
};

/* the steps of a benchmark, the last one first */
struct step_rows {
	char *benchmark;
	char *event;
	size_t nrecorded;     /* commits of the range */
	bool lacks_functions; /* that were asked for */
	size_t n;
	struct step_row *list;
	/* of a page only: all recordings, and the row of each; SIZE_MAX: it has none */
	struct points points;
	size_t *rows;
};

/* Prints the steps of n benchmarks. */
void step_rows_print(const struct step_rows *benchmarks, size_t n,
    enum step_format format, struct printer *printer);

/* The word for a state. */
const char *step_state_word(enum step_state state);

void step_rows_release(struct step_rows *rows);

#endif
