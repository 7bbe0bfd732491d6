/* SPDX-License-Identifier: BSD-2-Clause */
/* Folded stacks, for flame graphs. */
#ifndef FOLDED_H
#define FOLDED_H

#include "libreport/printer.h"
#include "call_stacks.h"
#include "ranked_rows.h"

/*
 * Reads the profile, and writes its stacks if they were counted or are to be
 * estimated, or else its functions.
 */
void folded_write(struct request *request);

/* "dir;file;function COUNT..." lines of rows of functions, with a count for each of the
 * events. */
void folded_print_functions(const struct ranked_rows *rows,
    const struct stack_events *events, struct printer *printer);

/* "caller;function COUNT..." lines of a tree, with a count for each of its events.
 * The self cost of its root is printed as cg_filtered. */
void
folded_print_stacks(const struct stack_tree *tree, struct printer *printer);

#endif
