/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_HOT_SEGMENT_H
#define CGCOLLECT_HOT_SEGMENT_H

#include "segment.h"

/*
 * Functions for generated code to call that execute a segment, indexed by its
 * number of lines, less one, and its number of accesses.  Their arguments are
 * the struct hot_segment and the address of each access.
 */
typedef void *const hot_functions[SEGMENT_LINES][SEGMENT_ACCESSES + 1];

struct hot_function_set {
	hot_functions plain;
	/* for a segment that ends with a conditional branch; the last argument
	 * is 1 if the branch is taken, 0 if not */
	hot_functions branch;
	/* for a segment that ends with an indirect jump or call; the last
	 * argument is its target */
	hot_functions jump;
};

/* Without --calls and with it; the same with --memory, and with --cores; and if all
 * accesses are to be seen. */
extern const struct hot_function_set hot_functions_alone, hot_functions_calls,
    hot_functions_alone_pages, hot_functions_calls_pages,
    hot_functions_alone_cores, hot_functions_calls_cores,
    hot_functions_alone_all, hot_functions_calls_all;

#endif
