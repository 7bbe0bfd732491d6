/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the machine code of functions of both profiles beside each other: how often each
 * instruction was executed, which ones came and went, and sums of these.
 */
#ifndef CODE_TABLE_H
#define CODE_TABLE_H

#include "code_sides.h"
#include "libreport/printer.h"

enum { CODE_FUNCTIONS = 10 /* that are shown without --top */ };

struct code_request {
	bool is_wanted;
	pcre2_code *pattern; /* of --asm=RE; NULL: all functions that changed */
	const char *regex;
	bool intel; /* Intel's syntax */
	int64_t top;
};

/* Reads the code and prints it.  Ends the program if no code can be read. */
void code_table_print(const struct code_sides *sides,
    const struct code_request *request, struct printer *printer);

#endif
