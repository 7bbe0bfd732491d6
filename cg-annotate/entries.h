/* SPDX-License-Identifier: BSD-2-Clause */
/* What has a name and costs: functions, their callers, what they called. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "cells.h"
#include "cgfmt.h"
#include "libcli/cli.h"
#include "libreport/printer.h"

/* one event of --sort */
struct sort_event {
	size_t event;
	char *text; /* the threshold as it was given */
	struct cli_percent threshold;
};

/* the events that decide the order, the first one first */
struct sorting {
	size_t n;
	struct sort_event *list;
};

struct entry {
	const char *file;
	const char *function;
	const char *object;
	struct cg_record record; /* its counts; of calls also times */
	size_t number;           /* of the function, or cycle, in the graph */
	size_t members;          /* of a cycle; 0: it is a function */
	const struct sorting *sorting;
};

struct entries {
	size_t n;
	struct entry *list;
};

/* the function that a row is of */
struct entry entry_of_function(
    const struct cg_record *record, const struct sorting *sorting);

/* the function that a row of kind CG_CALL goes to */
struct entry
entry_of_callee(const struct cg_record *call, const struct sorting *sorting);

/* the largest first, without its sign; of equal ones the first by name */
void entries_sort(struct entries *entries);

/* "file:function (3x) [object]", the times of calls only, an object if known */
void entry_print_name(const struct entry *entry, struct printer *printer);

/* sorts them and prints a line for each: figures, arrow, name */
void entries_print(struct entries *entries, const struct cells *cells,
    const struct widths *widths, const char *arrow, struct printer *printer);

#endif
