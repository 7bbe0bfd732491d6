/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sources to annotate, one by one, with one of them in memory at a time:
 *
 *	source_list_init(&sources, report);
 *	while ((annotation = source_list_next(&sources)) != NULL)
 *		while (annotation_next(annotation, &line))
 *			...
 *	source_list_release(&sources);
 */
#ifndef SOURCE_LIST_H
#define SOURCE_LIST_H

#include "model/report.h"
#include "annotation.h"

struct surveyed_source {
	const char *name;
	bool is_readable;
	char *unreadable; /* "path: reason" if it cannot be read */
	bool is_newer;    /* than the profile */
	size_t npast_end; /* lines with costs that the source does not have */
};

struct source_survey {
	size_t n;
	struct surveyed_source *list;
};

struct source_list {
	/* sources that cannot be annotated; complete after the last source */
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
	size_t nunreadable; /* also sources found in another directory */
};

/* True if the source was changed after the run.  A fetched one is the source that was
 * compiled. */
bool source_is_newer(const struct annotated_source *source,
    const struct report_profile *profile);

/*
 * Starts before the first source, in order of name.  The list has the sources
 * that the user named and, with --auto, the sources of the functions shown and,
 * if the report knows the functions of lines, of code inlined into functions.  With
 * selected functions, these are the sources of all their lines.
 * The report must outlive the list.
 */
void source_list_init(struct source_list *sources, const struct report *report);

/* Puts the sources that cost most in the event first.  Call before the first
 * source. */
void source_list_sort_by_cost(struct source_list *sources, size_t event);

/*
 * Surveys all sources, in order of name, but only counts their lines.  Call
 * before the first source; source_survey_release frees the list.  Ends the
 * program if the search for a source fails.
 */
void source_list_survey(
    const struct source_list *sources, struct source_survey *survey);
void source_survey_release(struct source_survey *survey);

/*
 * Opens the next source that can be read, which lives until the next call;
 * returns NULL after the last source.  Sources that cannot be read are added to
 * the lists above and named on standard error.  Ends the program if the search
 * for a source fails.
 */
struct annotation *source_list_next(struct source_list *sources);

void source_list_release(struct source_list *sources);

#endif
