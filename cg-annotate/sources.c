/* SPDX-License-Identifier: BSD-2-Clause */
/* Which sources are annotated, and what is said of all of them. */
#include <stdlib.h>
#include <string.h>

#include "annotate.h"
#include "cli.h"

/* --- one source ----------------------------------------------------------- */

static bool
is_user_file(const struct report *report, const char *name)
{
	for (size_t i = 0; i < report->user_files.n; i++)
		if (strcmp(report->user_files.list[i], name) == 0)
			return true;
	return false;
}

static void
print_heading(
    struct report *report, const struct source *source, const char *name)
{
	struct screen *screen = &report->screen;

	cells_print_rule(screen);
	screen_paint(screen, PAINT_HEADING, "-- %s-annotated source: ",
	    is_user_file(report, name) ? "User" : "Auto");
	if (*source->folder != '\0') {
		screen_name(screen, source->folder);
		screen_print(screen, " + ");
	}
	screen_name(screen, name);
	screen_print(screen, "\n");
	cells_print_rule(screen);
}

/* --- all of them ---------------------------------------------------------- */

static void
print_not_found(struct report *report, const struct files *files)
{
	struct screen *screen = &report->screen;

	if (files->n == 0)
		return;
	cells_print_rule(screen);
	screen_print(screen,
	    "The following files chosen for auto-annotation could not be "
	    "found:\n");
	cells_print_rule(screen);
	for (size_t i = 0; i < files->n; i++) {
		screen_print(screen, "  ");
		screen_name(screen, files->list[i]);
		screen_print(screen, "\n");
	}
	screen_print(screen, "\n");
}

static void
print_annotated(struct report *report, const struct annotated *annotated)
{
	struct cg_record sum = {
	    .counts = annotated->counts, .given = annotated->given};
	struct widths widths;

	widths_init(&widths, &report->cells);
	widths_grow(&widths, &report->cells, &sum);
	cells_print_rule(&report->screen);
	cells_print_events(&report->cells, &widths, &report->screen);
	screen_print(&report->screen, "\n");
	cells_print_rule(&report->screen);
	cells_print(&report->cells, &widths, &sum, &report->screen);
	screen_print(&report->screen, " events annotated\n\n");
	widths_release(&widths);
}

/* the user's files and, with --auto, the chosen ones that name a source */
static struct files
files_to_annotate(const struct report *report, const struct files *chosen)
{
	const struct files *user = &report->user_files;
	struct files files = {
	    user->n, cli_alloc(user->n + chosen->n, sizeof(*files.list))};

	for (size_t i = 0; i < user->n; i++)
		files.list[i] = user->list[i];
	for (size_t i = 0; report->annotate && i < chosen->n; i++)
		if (strcmp(chosen->list[i], "???") != 0 &&
		    strcmp(chosen->list[i], cg_filtered) != 0)
			files.list[files.n++] = chosen->list[i];
	files_sort(&files);
	return files;
}

/* false where there is no such source, or nothing to say about it */
static bool
annotate(struct report *report, const char *name, struct annotated *sum,
    struct files *not_found)
{
	struct source source;
	bool any;

	if (!source_open(&source, &report->folders, name)) {
		not_found->list[not_found->n++] = name;
		return false;
	}
	print_heading(report, &source, name);
	any = annotate_source(report, &source, name, sum);
	source_close(&source);
	return any;
}

void
report_sources(struct report *report, const struct files *chosen)
{
	size_t nevents = report->header.nevents;
	struct files files = files_to_annotate(report, chosen);
	struct files not_found = {0, cli_alloc(files.n, sizeof(char *))};
	struct annotated sum = {
	    .counts = cli_alloc(nevents, sizeof(*sum.counts)),
	    .given = cli_alloc(nevents, sizeof(*sum.given)),
	};
	bool any = false;

	for (size_t i = 0; i < files.n; i++)
		any |= annotate(report, files.list[i], &sum, &not_found);
	print_not_found(report, &not_found);
	if (any)
		print_annotated(report, &sum);
	free(files.list);
	free(not_found.list);
	free(sum.counts);
	free(sum.given);
}
