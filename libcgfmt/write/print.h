/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints words and names to an output.  Each function returns 0, or -1 on an
 * error. */
#ifndef PRINT_H
#define PRINT_H

#include "cgfmt.h"

struct print {
	struct cg_output *output; /* owned by the writer */
	struct cg_error *error;
};

int print_text(const struct print *print, const char *text);

/* Prints a name with its control bytes escaped. */
int print_name(const struct print *print, const char *name);

/* Prints key and name as a line; the name as print_name does. */
int print_line(const struct print *print, const char *key, const char *name);

/* Prints the "events:" line, of the counted events. */
int print_events(const struct print *print, const struct cg_header *header);

#endif
