/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An output in memory, for targets that print: replaces libcgfmt/bytes/output.c
 * in programs that are linked with it.  There is one at a time.
 */
#ifndef SINK_H
#define SINK_H

#include "libreport/printer.h"

/* Empties the output and makes the printer print to it. */
void sink_open(struct printer *printer, bool is_terminal);

/* Returns what was printed since, and a NUL byte after it. */
const char *sink_bytes(size_t *len);

#endif
