/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the lines that cost most, the largest first, in the form of a
 * compiler's messages, by which editors open files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "libreport/numfmt.h"
#include "libreport/names/short_name.h"
#include "model/difference.h"
#include "model/lines/hot_lines.h"
#include "render.h"

/* Returns which lines reach a threshold of the order, to be freed. */
static bool *
find_passing(const struct report *report, const struct hot_lines *lines)
{
	const int64_t **counts = cli_alloc(lines->n, sizeof(*counts));
	bool *passing;

	for (size_t i = 0; i < lines->n; i++)
		counts[i] = lines->list[i].counts;
	passing = sort_order_passing(&report->order, counts, lines->n);
	free(counts);
	return passing;
}

/* Prints the first characters of a source line.  Carriage returns become
 * blanks, because some programs end a line there. */
static void
print_text(struct printer *printer, const char *text)
{
	enum { MOST = 500 };
	size_t len = text_fit(text, strlen(text), MOST);

	printer_print(printer, " ");
	printer_replace(printer, text, len, '\r', " ");
	if (text[len] != '\0')
		printer_print(printer, "...");
}

/* Prints "path:line: 1,234,567 (12.3%) function: text"; whole: 100 %, or 0 if
 * there are no shares. */
static void
print_hot_line(const struct report *report, const struct hot_line *line,
    __int128 whole, struct printer *printer)
{
	size_t event = report->order.deciding;
	char count[FORMAT_SIZE];

	format_count(count, line->counts[event]);
	printer_name(printer, line->path != NULL ? line->path : line->file);
	printer_print(printer, ":%lld: %s", (long long)line->line, count);
	if (report->options->percentages && whole != 0)
		printer_print(printer, " (%.1f%%)",
		    percent_of_sum(line->counts[event], whole));
	printer_print(printer, " ");
	printer_name(printer, line->function);
	printer_print(printer, ":");
	if (line->text != NULL && *line->text != '\0')
		print_text(printer, line->text);
	printer_print(printer, "\n");
}

/* Warns of the first sources, and says how many others there are.  The lines have no place for
 * warnings, as a report has. */
static void
warn_of(const struct source_names *names, const char *what, const char *others)
{
	for (size_t i = 0; i < names->n && i < MAX_SOURCE_WARNINGS; i++)
		cli_warn("%s%s", names->list[i], what);
	if (names->n > MAX_SOURCE_WARNINGS)
		cli_warn("%zu other sources %s", names->n - MAX_SOURCE_WARNINGS,
		    others);
}

/* Leaves out lines below the threshold, and after the number of --top. */
static void
keep_shown(const struct report *report, struct hot_lines *lines)
{
	const struct report_options *o = report->options;
	size_t n = 0, most = o->top < 0 ? SIZE_MAX : (size_t)o->top;
	/* a number of lines is enough, unless both are given */
	bool all = o->top >= 0 && !o->has_threshold &&
		   !report->order.has_own_thresholds;
	bool *passing = find_passing(report, lines);

	for (size_t i = 0; i < lines->n && n < most; i++)
		if (all || passing[i])
			lines->list[n++] = lines->list[i];
	lines->n = n;
	free(passing);
}

void
render_lines(const struct report *report, struct printer *printer)
{
	struct hot_lines lines;
	__int128 whole = difference_whole(report, report->order.deciding);

	hot_lines_init(&lines, report, &report->order.deciding, 1, SIZE_MAX);
	keep_shown(report, &lines);
	hot_lines_read(&lines, report);
	warn_of(&lines.not_read, "", "could not be read");
	warn_of(&lines.newer,
	    " is newer than the profile: its lines may have moved",
	    "are newer than the profile");
	if (difference_lacks_lines(report))
		cli_warn("the difference is of functions only: cg-diff --lines "
			 "shows lines");
	for (size_t i = 0; i < lines.n; i++)
		print_hot_line(report, &lines.list[i], whole, printer);
	hot_lines_release(&lines);
}
