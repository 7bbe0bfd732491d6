/* SPDX-License-Identifier: BSD-2-Clause */
/* Words and names on their way to an output. */
#ifndef PRINT_H
#define PRINT_H

#include "cgfmt.h"

struct print {
	struct cg_output *output; /* owned by the writer */
	struct cg_error *error;
};

int print_text(const struct print *print, const char *text);

/* a name, whose control bytes are escaped */
int print_name(const struct print *print, const char *name);

/* a line of both */
int print_line(const struct print *print, const char *key, const char *name);

/* the line of the events that are counted */
int print_events(const struct print *print, const struct cg_header *header);

#endif
