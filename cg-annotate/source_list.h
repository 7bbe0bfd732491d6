/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sources to annotate, one after another, so that no more than a line of
 * them is in memory:
 *
 *	source_list_init(&sources, report);
 *	while ((annotation = source_list_next(&sources)) != NULL)
 *		while (annotation_next(annotation, &line))
 *			...
 *	source_list_release(&sources);
 */
#ifndef SOURCE_LIST_H
#define SOURCE_LIST_H

#include "annotate.h"
#include "report.h"

struct source_list {
	/* complete after the last source: those that cannot be annotated */
	struct source_names not_found;
	struct source_names not_read; /* "path: reason" */
	/* the sum over all lines of sources so far */
	struct annotated_sum sum;
	bool has_costs; /* the profile knew any of the sources */
	/* from here on private */
	const struct report *report;
	struct source_names names; /* sorted */
	size_t next;
	struct annotation annotation;
	size_t nunreadable; /* also those found in another folder */
};

/*
 * Starts before the first source, in order of name: those that the user named
 * and, with --auto, those of the functions shown.  The report must outlive the
 * list.
 */
void source_list_init(struct source_list *sources, const struct report *report);

/* Puts the sources that cost most in the event first.  Call it before the first
 * source. */
void source_list_sort_by_cost(struct source_list *sources, size_t event);

/* Returns the names of the sources that can be read, sorted; to be freed. */
struct source_names source_list_readable(const struct source_list *sources);

/*
 * Opens the next source that can be read, which lives until the next call; NULL
 * after the last one.  Sources that cannot be read are added to the lists
 * above, and named on standard error.  Ends the program if the search for a
 * source fails.
 */
struct annotation *source_list_next(struct source_list *sources);

void source_list_release(struct source_list *sources);

#endif
