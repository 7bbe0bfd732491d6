/* SPDX-License-Identifier: BSD-2-Clause */
/* Names in GitHub's Markdown. */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include "printer.h"

/*
 * Prints a code span, because "<int>" or "__x__" would be markup otherwise.  A
 * code span ends at a run of as many backticks as it began with, so it begins
 * with more than the text has.
 */
void markdown_code(struct printer *printer, const char *text);

/* The same in a cell of a table, which a pipe would end even in a code span. */
void markdown_code_in_cell(struct printer *printer, const char *text);

#endif
