/* SPDX-License-Identifier: BSD-2-Clause */
/* Which sources are annotated, and what is said of all of them. */
#include <stdlib.h>
#include <string.h>

#include "annotate.h"
#include "libcli/cli.h"

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
	struct printer *printer = &report->printer;

	cells_print_rule(printer);
	printer_paint(printer, PAINT_HEADING, "-- %s-annotated source: ",
	    is_user_file(report, name) ? "User" : "Auto");
	if (*source->folder != '\0') {
		printer_name(printer, source->folder);
		printer_print(printer, " + ");
	}
	printer_name(printer, name);
	printer_print(printer, "\n");
	cells_print_rule(printer);
}

/* --- all of them ---------------------------------------------------------- */

enum { MOST_TOLD = 10 };

/* sources that are not in the report */
struct missed {
	struct files not_found;
	struct files not_read; /* "path: reason", to be freed */
	size_t ntold;          /* on standard error */
};

static void
note_unreadable(struct missed *missed, const struct source *source)
{
	char *text = cli_format("%s: %s", source->unreadable, source->reason);

	if (missed->ntold++ < MOST_TOLD)
		cli_warn("%s", text);
	if (source->file == NULL)
		missed->not_read.list[missed->not_read.n++] = text;
	else
		free(text);
}

static void
print_missed(struct report *report, const struct files *files, const char *how)
{
	struct printer *printer = &report->printer;

	if (files->n == 0)
		return;
	cells_print_rule(printer);
	printer_print(printer,
	    "The following files chosen for auto-annotation could not be "
	    "%s:\n",
	    how);
	cells_print_rule(printer);
	for (size_t i = 0; i < files->n; i++) {
		printer_print(printer, "  ");
		printer_name(printer, files->list[i]);
		printer_print(printer, "\n");
	}
	printer_print(printer, "\n");
}

static void
print_annotated(struct report *report, const struct annotated *annotated)
{
	struct cg_record sum = {
	    .counts = annotated->counts, .present = annotated->present};
	struct widths widths;

	widths_init(&widths, &report->cells);
	widths_grow(&widths, &report->cells, &sum);
	cells_print_rule(&report->printer);
	cells_print_events(&report->cells, &widths, &report->printer);
	printer_print(&report->printer, "\n");
	cells_print_rule(&report->printer);
	cells_print(&report->cells, &widths, &sum, &report->printer);
	printer_print(&report->printer, " events annotated\n\n");
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
		if (strcmp(chosen->list[i], cg_unknown_name) != 0 &&
		    !cg_is_filtered(chosen->list[i]))
			files.list[files.n++] = chosen->list[i];
	files_sort(&files);
	return files;
}

/* false if there is no such source, or nothing to say about it */
static bool
annotate(struct report *report, const char *name, struct annotated *sum,
    struct missed *missed)
{
	struct source source;
	bool opened = source_open(&source, &report->folders, name), any = false;

	if (source.failed)
		cli_die("%s: %s", source.unreadable, source.reason);
	if (source.unreadable != NULL)
		note_unreadable(missed, &source);
	else if (!opened)
		missed->not_found.list[missed->not_found.n++] = name;
	if (opened) {
		print_heading(report, &source, name);
		any = annotate_source(report, &source, name, sum);
	}
	source_close(&source);
	return any;
}

static void
print_all_missed(struct report *report, struct missed *missed)
{
	print_missed(report, &missed->not_found, "found");
	print_missed(report, &missed->not_read, "read");
	if (missed->ntold > MOST_TOLD)
		cli_warn("%zu other sources could not be read",
		    missed->ntold - MOST_TOLD);
	for (size_t i = 0; i < missed->not_read.n; i++)
		free((char *)missed->not_read.list[i]);
	free(missed->not_read.list);
	free(missed->not_found.list);
}

void
report_sources(struct report *report, const struct files *chosen)
{
	size_t nevents = report->header.nevents;
	struct files files = files_to_annotate(report, chosen);
	struct missed missed = {
	    .not_found.list = cli_alloc(files.n, sizeof(char *)),
	    .not_read.list = cli_alloc(files.n, sizeof(char *)),
	};
	struct annotated sum = {
	    .counts = cli_alloc(nevents, sizeof(*sum.counts)),
	    .present = cli_alloc(nevents, sizeof(*sum.present)),
	};
	bool any = false;

	for (size_t i = 0; i < files.n; i++)
		any |= annotate(report, files.list[i], &sum, &missed);
	print_all_missed(report, &missed);
	if (any)
		print_annotated(report, &sum);
	free(files.list);
	free(sum.counts);
	free(sum.present);
}
