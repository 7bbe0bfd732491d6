/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The report: what was asked for, the totals, the functions, the sources.  It
 * is made of one profile, kept twice: added up by function and, where sources
 * may be annotated, by line of a file.
 */
#ifndef REPORT_H
#define REPORT_H

#include "libquery/callgraph.h"
#include "cells.h"
#include "cgfmt.h"
#include "entries.h"
#include "files.h"
#include "libquery/partial.h"
#include "libreport/printer.h"
#include "source.h"

struct report {
	const char *data_file; /* as named; "-" is standard input */
	struct cg_reader *reader;
	/*
	 * The profile's; its events are those of the rows: the counted ones,
	 * then, where options name events, the derived ones.
	 */
	struct cg_header header;
	struct partials partials;
	struct cg_event *events; /* to be freed; NULL: the profile's own */
	size_t ncounted;
	struct cells cells;
	bool calculated; /* the profile does not say what the total is */
	struct sorting sorting;
	size_t deciding;     /* the first sort event that has any counts */
	bool own_thresholds; /* --sort gave them, --threshold does not count */
	struct folders folders;
	struct files user_files;
	bool annotate;  /* --auto */
	bool inclusive; /* functions with what they called, else their lines of
			   each file apart */
	bool callers;   /* --tree */
	bool callees;
	int64_t context;
	struct callgraph graph;
	struct cg_profile *lines; /* costs, then calls, of each; function "" */
	/* if there are lines with calls: a row for each function, whatever it
	 * cost, to find those that are called */
	struct cg_profile *names;
	struct cg_record last_name; /* of these, the one that came last */
	struct function_index index;
	struct printer printer;
	struct cg_error error;
};

/* --- request.c: what was asked for ---------------------------------------- */

/*
 * Finds the events of --show, --sort and --threshold; show and sort may be
 * NULL.  Ends the program for what it cannot understand, or the profile does
 * not have.  To be called before the reader's first row.
 */
void request_resolve(struct report *report, struct cg_reader *reader,
    const char *show, const char *sort, const char *threshold);

/*
 * Lets --threshold decide for the first event of the order that has any counts;
 * to be called when the rows are there.
 */
void request_settle(struct report *report);

void request_release(struct report *report);

/* --- preamble.c: prints what the profile is of, and the options ----------- */

void preamble_print(struct report *report);

/* --- rows.c: what is kept of the profile ---------------------------------- */

/* reads all rows; ends the program where the profile is not whole */
void report_load(struct report *report, struct cg_reader *reader);

/* --- functions.c: prints what passes a threshold ------------------------- */

/* prints the totals and the functions; returns the files of those printed */
struct files report_functions(struct report *report);

/* --- sources.c: prints sources beside their costs ------------------------- */

/* annotates the user's files and `chosen`, in order of name */
void report_sources(struct report *report, const struct files *chosen);

#endif
