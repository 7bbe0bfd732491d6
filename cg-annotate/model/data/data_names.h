/* SPDX-License-Identifier: BSD-2-Clause */
/* The names of data, and what is said of them.  The caller frees each text. */
#ifndef DATA_NAMES_H
#define DATA_NAMES_H

#include "data_list.h"

struct function_cost;

/* Return "main: struct node" or "table (static)"; ", 64 bytes each", or "" if that is not known or
 * blocks have several sizes; the same, but ", 3 blocks, 100 bytes" of several sizes; "g.c:9", or
 * "" likewise. */
char *data_name(const struct data_site *site);
char *data_size(const struct data_list *data, struct data_blocks blocks);
char *data_sizes(const struct data_list *data, struct data_blocks blocks);
char *data_place(const char *file, int64_t line);

/*
 * Returns what follows the name of a datum below a source line, to be freed: what share
 * of the line's misses are on it, ", 61.2 %", and else ", 3 blocks, 64 bytes each"; counts of the
 * line, or NULL.
 */
char *data_note(const struct report *report, const struct function_cost *datum,
    const int64_t *line);

#endif
