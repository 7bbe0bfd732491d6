/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The report: what was asked for, the totals, the functions, the sources.  It
 * is made of one profile, kept twice: added up by function and, where sources
 * may be annotated, by line of a file.
 */
#ifndef REPORT_H
#define REPORT_H

#include "cells.h"
#include "cgfmt.h"
#include "screen.h"
#include "source.h"

/* one event of --sort */
struct sort_event {
	size_t event;
	char *text;       /* the threshold as it was given */
	double threshold; /* percent */
};

struct report {
	const char *data_file; /* as named; "-" is standard input */
	const struct cg_header *header;
	struct cells cells;
	struct sort_event *sort;
	size_t nsort;
	struct folders folders;
	const char **user_files; /* in order of name */
	size_t nuser_files;
	bool annotate; /* --auto */
	int64_t context;
	struct cg_profile *functions; /* line 0 */
	struct cg_profile *lines;     /* function "" */
	struct screen screen;
	struct cg_error error;
};

/* --- request.c: what was asked for ---------------------------------------- */

/*
 * Finds the events of --show, --sort and --threshold; show and sort may be
 * NULL.  Ends the program for what it cannot understand.
 */
void request_resolve(struct report *report, const char *show, const char *sort,
    const char *threshold);

/* prints what the profile is of, and the options */
void request_print(struct report *report);

void request_release(struct report *report);

/* --- functions.c: prints what passes a threshold ------------------------- */

/* names of files, in order, each once */
struct files {
	size_t n;
	const char **list;
};

/* prints the totals and the functions; returns the files of those printed */
struct files report_functions(struct report *report);

/* --- annotate.c: prints sources beside their costs ------------------------ */

/* annotates the user's files and `chosen`, in order of name */
void report_sources(struct report *report, const struct files *chosen);

#endif
