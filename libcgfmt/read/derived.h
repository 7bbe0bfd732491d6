/* SPDX-License-Identifier: BSD-2-Clause */
/* The "event:" lines of a header: long names, and events made of others. */
#ifndef DERIVED_H
#define DERIVED_H

#include "read/header_reader.h"

/* takes the text of one line, "NAME [= FORMULA] [: LONG NAME]" */
int derived_declare(
    struct header *header, struct parse *parse, const char *p, const char *end);

/*
 * To be called at the end of a header: gives counted events their long names
 * and computes what derived ones are made of.
 */
int derived_resolve(struct header *header, struct parse *parse);

void derived_release(struct header *header);

#endif
