/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the loops that changed for people: what each costs in both profiles, and how often it ran and
 * what a round costs, "4.0 -> 1.1", or one number if both are the same.
 */
#ifndef LOOP_TABLE_H
#define LOOP_TABLE_H

#include "loop_sides.h"
#include "libreport/printer.h"

struct loop_request {
	bool is_wanted;
	pcre2_code *pattern; /* of --loops=RE; NULL: all loops */
	const char *regex;
	int64_t top;
};

void loop_table_print(const struct loop_sides *sides,
    const struct loop_request *request, struct printer *printer);

#endif
