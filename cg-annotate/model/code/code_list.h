/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions whose machine code is reported, the one that costs most first. */
#ifndef CODE_LIST_H
#define CODE_LIST_H

#include "libquery/machine_code/machine_code.h"
#include "libquery/patterns/pattern.h"

struct report;

enum { CODE_FUNCTIONS = 10 /* that are reported without --top */ };

/* What --asm and --asm-syntax say. */
struct code_options {
	bool is_wanted;
	const pcre2_code
	    *pattern;      /* that names of functions match; NULL: all */
	const char *regex; /* its text */
	bool intel;        /* Intel's syntax */
};

struct code_list {
	struct code_rows rows;
	size_t n;
	struct machine_code *list;
	size_t nothers; /* that match, or cost anything, and are not reported */
};

/* Ends the program if the profile has no addresses. */
void code_list_init(struct code_list *codes, struct report *report);

/* Completes the rows, after the last one. */
void code_list_complete_rows(struct code_list *codes, struct report *report);

/* True if a function is to be reported: if the function, or one that is inlined into it, matches the
 * pattern, and if the function matches --function. */
bool code_list_wants(const struct report *report,
    const struct code_function *function, const pcre2_code *pattern);

/* Finds the functions and reads their code, after the last row.  Warns of objects whose code
 * cannot be read.  Ends the program if no function matches, or no code can be read. */
void code_list_complete(struct code_list *codes, struct report *report);

void code_list_release(struct code_list *codes);

#endif
