/* SPDX-License-Identifier: BSD-2-Clause */
/* The "event:" lines of a header: long names and derived events. */
#ifndef EVENT_LINES_H
#define EVENT_LINES_H

#include "read/header_reader.h"

/* Reads the text of one line, "NAME [= FORMULA] [: LONG NAME]". */
int event_line_read(
    struct header *header, struct parse *parse, const char *p, const char *end);

/*
 * Completes the header's events with these lines.  Call at the end of
 * the header, because a line may come before "events:".
 */
int event_lines_apply(struct header *header, struct parse *parse);

void event_lines_release(struct header *header);

#endif
