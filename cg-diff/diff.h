/* SPDX-License-Identifier: BSD-2-Clause */
/* Computes the difference of two profiles. */
#ifndef DIFF_H
#define DIFF_H

#include <stdbool.h>

#include "libquery/events/limit.h"
#include "libquery/patterns/rename.h"
#include "libquery/profile_output.h"
#include "code/code_table.h"
#include "line_map.h"
#include "loops/loop_json.h"
#include "loops/loop_table.h"
#include "report/table.h"

struct options {
	const char *old_path; /* "-": standard input */
	const char *new_path;
	char *old_name, *new_name; /* labels, or else the paths */
	struct renames renames;
	bool lines;
	struct line_map line_map;
	bool keep_sides;
	bool common_events;
	bool partial;
	struct limits limits;
	bool has_table;    /* of the changes, instead of a profile */
	bool chose_format; /* by --format */
	bool chose_rows;   /* by --by */
	enum table_format table_format;
	struct changes_request changes;
	struct code_request code;  /* machine code instead of a profile */
	struct loop_request loops; /* loops instead of a profile */
	struct profile_output output;
};

/*
 * Writes the difference.  Returns true if all limits were kept; reports the
 * others on standard error.  Ends the program on an error.
 */
bool diff(struct options *options);

#endif
