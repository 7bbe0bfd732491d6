/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the sources to annotate, and which of them cannot be read. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "source_list.h"

static void
add_name(struct source_names *names, const char *file)
{
	if (strcmp(file, cg_unknown_name) != 0 && !cg_is_filtered(file))
		names->list[names->n++] = file;
}

/* Adds the sources of the functions shown. */
static void
add_shown(struct source_names *names, const struct function_list *functions)
{
	for (size_t i = 0; i < functions->n; i++)
		if (functions->list[i].nmembers == 0)
			add_name(names, functions->list[i].file);
}

/* Adds the sources of inlined code that reaches the threshold in any function.
 */
static void
add_inlined(struct source_names *names, const struct report *report)
{
	const struct line_functions *lines = &report->line_functions;
	__int128 *costs = cli_alloc(lines->nplaces, sizeof(*costs));

	for (size_t i = 0; i < lines->nruns; i++) {
		const struct line_run *run = &lines->runs[i];

		for (size_t j = run->first; j < run->end; j++)
			costs[run->place] += lines->list[j].count;
	}
	for (size_t i = 0; i < lines->nplaces; i++)
		if (costs[i] != 0 &&
		    size_of_count(costs[i]) >= report->order.least)
			add_name(names, lines->files[i]);
	free(costs);
}

/* Adds the sources of all lines that are known. */
static void
add_files(struct source_names *names, const struct cg_profile *lines)
{
	const char *last = "";

	for (size_t i = 0; i < cg_profile_len(lines); i++) {
		struct cg_record row;

		cg_profile_at(lines, i, &row);
		if (strcmp(row.file, last) != 0)
			add_name(names, row.file);
		last = row.file;
	}
}

void
source_list_init(struct source_list *s, const struct report *report)
{
	const struct source_names *named = &report->options->sources;
	size_t nevents = report->profile.header.nevents;
	/* lines are of selected functions only */
	bool has_all =
	    report->options->annotate && report->options->selection != NULL;
	size_t n = named->n + (has_all ? cg_profile_len(report->lines.rows)
				       : report->functions.n +
					     report->line_functions.nplaces);

	*s = (struct source_list){.report = report};
	s->names.list = cli_alloc(n, sizeof(*s->names.list));
	while (s->names.n < named->n) {
		s->names.list[s->names.n] = named->list[s->names.n];
		s->names.n++;
	}
	if (has_all) {
		add_files(&s->names, report->lines.rows);
	} else if (report->options->annotate) {
		add_shown(&s->names, &report->functions);
		add_inlined(&s->names, report);
	}
	source_names_sort(&s->names);
	n = s->names.n;
	s->not_found.list = cli_alloc(n, sizeof(*s->not_found.list));
	s->not_read.list = cli_alloc(n, sizeof(*s->not_read.list));
	s->sum.counts = cli_alloc(nevents, sizeof(*s->sum.counts));
	s->sum.present = cli_alloc(nevents, sizeof(*s->sum.present));
}

struct costly_source {
	const char *name;
	unsigned __int128 size; /* absolute cost */
};

static int
compare_sources(const void *a, const void *b)
{
	const struct costly_source *x = a, *y = b;
	int order = (x->size < y->size) - (x->size > y->size);

	return order != 0 ? order : strcmp(x->name, y->name);
}

void
source_list_sort_by_cost(struct source_list *s, size_t event)
{
	struct costly_source *list = cli_alloc(s->names.n, sizeof(*list));

	for (size_t i = 0; i < s->names.n; i++) {
		const char *name = s->names.list[i];

		list[i] = (struct costly_source){
		    name, size_of_count(
			      line_costs_of_file(&s->report->lines, name, event)
				  .sum)};
	}
	if (s->names.n > 1)
		qsort(list, s->names.n, sizeof(*list), compare_sources);
	for (size_t i = 0; i < s->names.n; i++)
		s->names.list[i] = list[i].name;
	free(list);
}

bool
source_is_newer(
    const struct annotated_source *source, const struct report_profile *profile)
{
	return profile->has_time && !source->is_fetched &&
	       source->modified > profile->modified;
}

/* --- survey --------------------------------------------------------------- */

/* Counts the lines with costs after the end of an open source. */
static size_t
count_past_end(const struct line_costs *costs, struct annotated_source *source,
    const char *name)
{
	size_t first, end, n = 0;
	int64_t past = 0;

	line_costs_find(costs, name, &first, &end);
	while (first < end && source_next(source))
		;
	while (end > first) {
		int64_t line = line_costs_at(costs, --end).line;

		if (line <= source->line)
			break;
		n += line != past;
		past = line;
	}
	return n;
}

static struct surveyed_source
survey_source(const struct source_list *s, const char *name)
{
	const struct report *report = s->report;
	struct surveyed_source found = {.name = name};
	struct annotated_source source;

	found.is_readable =
	    source_open(&source, &report->options->directories, name);
	if (source.failed)
		cli_die("%s: %s", source.unreadable, source.reason);
	if (found.is_readable) {
		found.is_newer = source_is_newer(&source, &report->profile);
		found.npast_end = count_past_end(&report->lines, &source, name);
	} else if (source.unreadable != NULL) {
		found.unreadable =
		    cli_format("%s: %s", source.unreadable, source.reason);
	}
	source_close(&source);
	return found;
}

void
source_list_survey(const struct source_list *s, struct source_survey *survey)
{
	survey->n = s->names.n;
	survey->list = cli_alloc(survey->n, sizeof(*survey->list));
	for (size_t i = 0; i < survey->n; i++)
		survey->list[i] = survey_source(s, s->names.list[i]);
}

void
source_survey_release(struct source_survey *survey)
{
	for (size_t i = 0; i < survey->n; i++)
		free(survey->list[i].unreadable);
	free(survey->list);
}

/* --- annotations ---------------------------------------------------------- */

/* Warns of a file that cannot be read, even if another file was found. */
static void
add_unreadable(struct source_list *s, const struct annotated_source *source)
{
	char *text = cli_format("%s: %s", source->unreadable, source->reason);

	if (s->nunreadable++ < MAX_SOURCE_WARNINGS)
		cli_warn("%s", text);
	if (!source->is_open)
		s->not_read.list[s->not_read.n++] = text;
	else
		free(text);
}

/* True if the annotation's source is open. */
static bool
open_source(struct source_list *s, struct annotation *a)
{
	struct annotated_source *source = &a->source;
	bool is_open =
	    source_open(source, &s->report->options->directories, a->name);

	if (source->failed)
		cli_die("%s: %s", source->unreadable, source->reason);
	if (source->unreadable != NULL)
		add_unreadable(s, source);
	else if (!is_open)
		s->not_found.list[s->not_found.n++] = a->name;
	if (!is_open)
		source_close(source);
	return is_open;
}

struct annotation *
source_list_next(struct source_list *s)
{
	const struct report *report = s->report;
	struct annotation *a = &s->annotation;

	if (a->name != NULL)
		annotation_end(a);
	while (s->next < s->names.n) {
		*a = (struct annotation){.name = s->names.list[s->next++]};
		if (!open_source(s, a))
			continue;
		a->is_named =
		    source_names_have(&report->options->sources, a->name);
		a->is_newer = source_is_newer(&a->source, &report->profile);
		annotation_begin(a, &report->lines, &report->order,
		    report->options->all_lines ? INT64_MAX
					       : report->options->context,
		    &s->sum);
		s->has_costs |= a->has_costs;
		return a;
	}
	if (s->nunreadable > MAX_SOURCE_WARNINGS)
		cli_warn("%zu other sources could not be read",
		    s->nunreadable - MAX_SOURCE_WARNINGS);
	a->name = NULL;
	return NULL;
}

void
source_list_release(struct source_list *s)
{
	for (size_t i = 0; i < s->not_read.n; i++)
		free((char *)s->not_read.list[i]);
	free(s->not_read.list);
	free(s->not_found.list);
	free(s->names.list);
	free(s->sum.counts);
	free(s->sum.present);
}
