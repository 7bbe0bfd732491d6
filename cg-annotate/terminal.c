/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the report for eyes: each row is one line that fits the terminal.  The
 * columns of counts are those that matter most and fit; what was left out is
 * said in one line.  Only a function's own name can make a line longer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call_list.h"
#include "count_columns.h"
#include "debug_information.h"
#include "hot_lines.h"
#include "key_events.h"
#include "libreport/diff_mark.h"
#include "libreport/numfmt.h"
#include "libreport/rates.h"
#include "libreport/short_name.h"
#include "render.h"
#include "source_list.h"

enum {
	HOT_LINES = 10,
	/* room that another column of counts must leave to the rest */
	NAMES_ROOM = 44,
	TEXT_ROOM = 48,
	LEAST_ROOM = 12,
	LEAST_FILE = 8,
	LEAST_FOR_TWO = 30, /* columns of names */
	TAB = 8,
};

static const char ellipsis[] = "...";

struct screen {
	const struct report *report;
	struct printer *printer;
	struct key_events events;
	size_t width;
};

/* --- texts ---------------------------------------------------------------- */

static void
print_short(const struct screen *s, size_t width, const char *text,
    size_t shorten(char *, const char *, size_t, const char *))
{
	char *to = cli_alloc(strlen(text) + 1, 1);

	shorten(to, text, width, ellipsis);
	printer_name(s->printer, to);
	free(to);
}

/* Prints a text on a line of its own. */
static void
print_line(const struct screen *s, const char *text)
{
	print_short(s, s->width, text, short_text);
	printer_print(s->printer, "\n");
}

/* Writes "12.3 %", or "-" if there is no total. */
static void
format_percent(char to[FORMAT_SIZE], __int128 count, __int128 total)
{
	double percent = (double)count * 100 / (double)total;

	if (total == 0)
		strcpy(to, "-");
	else if (-99999 < percent && percent < 99999)
		snprintf(to, FORMAT_SIZE, "%.1f %%", percent);
	else
		snprintf(to, FORMAT_SIZE, "%.0e %%", percent);
}

/* --- columns of counts ---------------------------------------------------- */

struct columns {
	const struct screen *screen;
	size_t *widths; /* of each key event */
	size_t n;       /* how many of them fit */
	bool has_share; /* of the first one, of its total */
	bool has_cumulative;
	size_t share_width;
	size_t cumulative_width;
	size_t width; /* of all, with blanks after each */
};

static __int128
total_of(const struct screen *s, size_t event)
{
	return event_sum_of(
	    &s->events.list[event].sum, s->report->profile.totals);
}

static void
grow(size_t *width, size_t wanted)
{
	if (wanted > *width)
		*width = wanted;
}

static void
columns_init(struct columns *c, const struct screen *screen, bool has_share,
    bool has_cumulative)
{
	bool percentages = screen->report->options->percentages;

	*c = (struct columns){.screen = screen,
	    .has_share = has_share && percentages,
	    .has_cumulative = has_cumulative && percentages,
	    .share_width = strlen("share"),
	    .cumulative_width = strlen("cum.")};
	c->widths = cli_alloc(screen->events.n, sizeof(*c->widths));
	for (size_t i = 0; i < screen->events.n; i++) {
		const char *name = screen->events.list[i].name;

		c->widths[i] = text_width(name, strlen(name));
	}
}

/* Makes the columns wide enough for the counts of a row. */
static void
columns_add(struct columns *c, const int64_t *counts)
{
	const struct key_events *events = &c->screen->events;
	char text[FORMAT_SIZE];

	for (size_t i = 0; i < events->n; i++) {
		__int128 sum = event_sum_of(&events->list[i].sum, counts);

		grow(&c->widths[i], (size_t)format_count(text, sum));
		if (i > 0)
			continue;
		format_percent(text, sum, total_of(c->screen, 0));
		grow(&c->share_width, strlen(text));
	}
}

/* Takes as many columns as leave `room` to the rest of the line. */
static void
columns_fit(struct columns *c, size_t room)
{
	size_t width = c->screen->width, share = c->share_width + 2;
	size_t cumulative = c->cumulative_width + 2;

	c->width = c->widths[0] + 2;
	c->n = 1;
	c->has_share &= c->width + share + LEAST_ROOM <= width;
	c->width += c->has_share ? share : 0;
	c->has_cumulative &= c->width + cumulative + LEAST_ROOM <= width;
	c->width += c->has_cumulative ? cumulative : 0;
	while (c->n < c->screen->events.n &&
	       c->width + c->widths[c->n] + 2 + room <= width)
		c->width += c->widths[c->n++] + 2;
}

static void
columns_release(struct columns *c)
{
	free(c->widths);
}

static void
print_cell(
    struct printer *printer, size_t width, enum paint paint, const char *text)
{
	size_t len = strlen(text);

	printer_pad(printer, width > len ? width - len : 0);
	printer_paint(printer, paint, "%s", text);
	printer_print(printer, "  ");
}

/* Prints the names of the columns, and that of the rest of the line. */
static void
print_heading(const struct columns *c, const char *title)
{
	const struct screen *s = c->screen;
	struct printer *printer = s->printer;

	printer_print(printer, "\n");
	for (size_t i = 0; i < c->n; i++) {
		const char *name = s->events.list[i].name;

		printer_pad(
		    printer, c->widths[i] - text_width(name, strlen(name)));
		printer_name(printer, name);
		printer_print(printer, "  ");
		if (i == 0 && c->has_share)
			print_cell(
			    printer, c->share_width, PAINT_NONE, "share");
		if (i == 0 && c->has_cumulative)
			print_cell(
			    printer, c->cumulative_width, PAINT_NONE, "cum.");
	}
	printer_paint(printer, PAINT_HEADING, "%s\n", title);
}

static bool
is_present(const struct event_sum *sum, const bool *present)
{
	for (size_t i = 0; i < sum->n; i++)
		if (present == NULL || present[sum->events[i]])
			return true;
	return false;
}

/* Prints the counts of a row; counts NULL: blanks; cumulative NULL: none. */
static void
print_counts(const struct columns *c, const int64_t *counts,
    const bool *present, const __int128 *cumulative)
{
	const struct screen *s = c->screen;
	struct printer *printer = s->printer;
	char text[FORMAT_SIZE];

	if (counts == NULL) {
		printer_pad(printer, c->width);
		return;
	}
	for (size_t i = 0; i < c->n; i++) {
		const struct event_sum *sum = &s->events.list[i].sum;
		__int128 count = event_sum_of(sum, counts);
		__int128 total = total_of(s, i);
		bool is_there = is_present(sum, present);
		enum paint paint =
		    is_there ? count_paint(count, total) : PAINT_FAINT;

		strcpy(text, ".");
		if (is_there)
			format_count(text, count);
		print_cell(printer, c->widths[i], paint, text);
		if (i == 0 && c->has_share) {
			format_percent(text, count, total);
			print_cell(printer, c->share_width, paint, text);
		}
		if (i == 0 && c->has_cumulative) {
			*text = '\0';
			if (cumulative != NULL)
				format_percent(text, *cumulative, total);
			print_cell(
			    printer, c->cumulative_width, PAINT_NONE, text);
		}
	}
}

/* --- head ----------------------------------------------------------------- */

static bool
begins_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Prints the command and the descriptions, but not those of the caches. */
static void
print_profile(const struct screen *s)
{
	const struct cg_header *header = &s->report->profile.header;

	print_line(s,
	    *header->cmd != '\0' ? header->cmd : s->report->options->profile);
	for (size_t i = 0; i < header->ndescs; i++) {
		const char *desc = header->descs[i];
		size_t len = strlen(desc);

		if (len > 0 && desc[len - 1] != ':' &&
		    !begins_with(desc, "I1 cache:") &&
		    !begins_with(desc, "D1 cache:") &&
		    !begins_with(desc, "LL cache:"))
			print_line(s, desc);
	}
}

/* True if the counts are differences, whose rates mean nothing. */
static bool
is_difference(const struct cg_header *header)
{
	for (size_t i = 0; i < header->ndescs; i++)
		if (begins_with(header->descs[i], "Files compared:"))
			return true;
	return false;
}

/* Prints a part of the summary, on a new line if it does not fit. */
static void
print_part(const struct screen *s, size_t *column, const char *part)
{
	size_t len = text_width(part, strlen(part));

	if (*column > 0 && *column + 3 + len > s->width) {
		printer_print(s->printer, "\n");
		*column = 0;
	}
	if (*column > 0)
		printer_print(s->printer, "   ");
	*column += len + (*column > 0 ? 3 : 0);
	print_short(s, s->width, part, short_text);
}

static void
print_rates(const struct screen *s, size_t *column)
{
	static const struct {
		const char *rate;
		const char *label;
		int decimals;
	} shown[] = {{"D1", "D1 misses", 1}, {"I1", "I1", 2},
	    {"LL", "last level", 1}, {"Mispred", "mispredicted", 1}};
	struct rates rates;

	rates_find(&rates, &s->report->profile.header);
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		for (size_t j = 0; j < rates.n; j++) {
			char percent[FORMAT_SIZE], part[2 * FORMAT_SIZE];
			double rate;

			if (strcmp(rates.list[j].name, shown[i].rate) != 0 ||
			    !rate_compute(&rates.list[j],
				s->report->profile.totals, &rate))
				continue;
			rate_format(percent, rate, shown[i].decimals);
			snprintf(part, sizeof(part), "%s %s %%", shown[i].label,
			    percent);
			print_part(s, column, part);
		}
}

/* Prints the total of an event, and of a difference also its sides. */
static void
print_total(const struct screen *s, size_t *column, size_t event)
{
	const struct report_profile *profile = &s->report->profile;
	const struct cg_header *header = &profile->header;
	const char *name = header->events[event].name;
	bool is_diff = is_difference(header);
	char text[FORMAT_SIZE], *part;

	format_count(text, profile->totals[event]);
	part = cli_format("%s%s %s%s",
	    is_diff && profile->totals[event] > 0 ? "+" : "", text,
	    strcmp(name, "Ir") == 0 && s->width >= 2 * LEAST_FOR_TWO
		? "instructions"
		: name,
	    profile->is_calculated ? " (calculated)" : "");
	print_part(s, column, part);
	free(part);
	for (size_t i = 0; i < header->nevents; i++) {
		const char *at = strrchr(header->events[i].name, '@');

		if (at == NULL ||
		    strncmp(header->events[i].name, name, strlen(name)) != 0 ||
		    at != header->events[i].name + strlen(name))
			continue;
		format_count(text, profile->totals[i]);
		part = cli_format("%s %s", at + 1, text);
		print_part(s, column, part);
		free(part);
	}
}

static void
print_summary(const struct screen *s)
{
	const struct cg_header *header = &s->report->profile.header;
	int instructions = cg_header_event(header, "Ir", 2);
	size_t deciding = s->report->order.deciding, column = 0;

	if (instructions >= 0)
		print_total(s, &column, (size_t)instructions);
	if (instructions < 0 || deciding != (size_t)instructions)
		print_total(s, &column, deciding);
	if (!is_difference(header))
		print_rates(s, &column);
	printer_print(s->printer, "\n");
	if (debug_information_is_missing(s->report))
		print_line(s,
		    "No debug information for the program's own code: compile "
		    "it with -g");
}

/* --- functions ------------------------------------------------------------ */

static const struct function_list *
functions_of(const struct report *report)
{
	return report->options->by_name ? &report->groups.sums
					: &report->functions;
}

/* The columns of names in a table of functions. */
struct names {
	const struct columns *columns;
	size_t function_width; /* of all names in full, then of the column */
	size_t file_width;     /* 0: no column */
};

/* Returns the suffix of a function's name, to be freed. */
static char *
suffix_of(const struct screen *s, const struct function_cost *f)
{
	const char *mark = diff_mark(&s->report->profile.header, f->counts);

	if (f->nmembers > 0)
		return cli_format(" as a whole: %zu functions", f->nmembers);
	if (s->report->options->inclusive && f->cycle > 0)
		return cli_format(" <cycle %zu>%s", f->cycle, mark);
	return cli_format("%s", mark);
}

static char *
name_of(const struct function_cost *f)
{
	return f->nmembers > 0 ? cli_format("<cycle %zu>", f->cycle)
			       : cli_format("%s", f->function);
}

/* Returns the file, or the object of a function whose file is not known, or
 * nothing if the function says all; to be freed. */
static char *
file_of(const struct function_cost *f)
{
	if (cg_is_filtered(f->file))
		return cli_format("%s", "");
	return strcmp(f->file, cg_unknown_name) == 0 && *f->object != '\0'
		   ? cli_format("[%s]", f->object)
		   : cli_format("%s", f->file);
}

static void
names_add(
    struct names *names, const struct screen *s, const struct function_cost *f)
{
	char *name = name_of(f), *suffix = suffix_of(s, f), *file = file_of(f);

	grow(&names->function_width, text_width(name, strlen(name)) +
					 text_width(suffix, strlen(suffix)));
	grow(&names->file_width, text_width(file, strlen(file)));
	free(name);
	free(suffix);
	free(file);
}

/* Makes the columns as wide as the rest of the line, to which `columns` leaves
 * room, permits. */
static void
names_fit(struct names *names, const struct columns *columns)
{
	size_t width = columns->screen->width;
	size_t room = width > columns->width ? width - columns->width : 0;
	size_t file = room * 2 / 5;

	names->columns = columns;
	if (room < LEAST_FOR_TWO) {
		names->file_width = 0;
		names->function_width = room;
		return;
	}
	if (names->function_width + 2 + file < room)
		file = room - names->function_width - 2;
	if (names->file_width > file)
		names->file_width = file;
	if (names->function_width > room - names->file_width - 2)
		names->function_width = room - names->file_width - 2;
}

/* Gives to the file the room that no shortened name needs. */
static void
names_tighten(struct names *names, const struct function_list *functions)
{
	const struct screen *s = names->columns->screen;
	size_t widest = strlen("function"), file = 0;

	if (names->file_width == 0)
		return;
	for (size_t i = 0; i < functions->n; i++) {
		const struct function_cost *f = &functions->list[i];
		char *name = name_of(f), *suffix = suffix_of(s, f);
		char *path = file_of(f), *to = cli_alloc(strlen(name) + 1, 1);
		size_t around = text_width(suffix, strlen(suffix));
		size_t width = names->function_width;

		around += short_function(
		    to, name, width > around ? width - around : 0, ellipsis);
		if (around <= width)
			grow(&widest, around);
		grow(&file, text_width(path, strlen(path)));
		free(name);
		free(suffix);
		free(path);
		free(to);
	}
	if (widest < names->function_width) {
		names->file_width += names->function_width - widest;
		names->function_width = widest;
	}
	if (file < names->file_width)
		names->file_width = file;
}

static void
print_names_heading(const struct names *names, bool inclusive)
{
	const char *title = inclusive ? "function (inclusive)" : "function";
	char *line =
	    names->file_width > 0
		? cli_format("%-*s  file", (int)names->function_width, title)
		: cli_format("%s", title);

	print_heading(names->columns, line);
	free(line);
}

/* Prints "prefix function suffix  file".  A function's own name that is wider
 * than its column takes from that of the file. */
static void
print_names(const struct names *names, const char *prefix,
    const struct function_cost *f, const char *suffix)
{
	const struct screen *s = names->columns->screen;
	char *name = name_of(f), *file = file_of(f);
	char *to = cli_alloc(strlen(name) + 1, 1);
	size_t around = strlen(prefix) + text_width(suffix, strlen(suffix));
	size_t width = names->function_width, room = names->file_width;
	size_t used =
	    around + short_function(to, name,
			 width > around ? width - around : 0, ellipsis);

	printer_print(s->printer, "%s", prefix);
	printer_name(s->printer, to);
	printer_name(s->printer, suffix);
	if (used > width) {
		room = names->columns->width + used + 2;
		room = s->width > room ? s->width - room : 0;
		width = used;
	}
	if (*file != '\0' &&
	    (room >= LEAST_FILE || room >= text_width(file, strlen(file)))) {
		printer_pad(s->printer, width - used + 2);
		print_short(s, room, file, short_path);
	}
	printer_print(s->printer, "\n");
	free(to);
	free(name);
	free(file);
}

static void
print_calls(const struct names *names, const struct call_list *calls,
    const char *prefix)
{
	const struct columns *columns = names->columns;

	for (size_t i = 0; i < calls->n; i++) {
		const struct function_cost *call = &calls->list[i];
		char ncalls[FORMAT_SIZE], *suffix;

		format_count(ncalls, call->ncalls);
		suffix = cli_format(" (%sx)", ncalls);
		print_counts(columns, call->counts, call->present, NULL);
		print_names(names, prefix, call, suffix);
		free(suffix);
	}
	if (calls->others == NULL)
		return;
	print_counts(columns, calls->others, NULL, NULL);
	printer_print(columns->screen->printer, "%s(%zu more)\n", prefix,
	    calls->nall - calls->n);
}

static void
print_function(const struct names *names, const struct function_cost *f,
    const __int128 *cumulative)
{
	const struct screen *s = names->columns->screen;
	const struct report *report = s->report;
	const struct report_options *o = report->options;
	bool in_tree = o->callers || o->callees;
	char *suffix = suffix_of(s, f);
	struct call_list calls;

	if (in_tree)
		printer_print(s->printer, "\n");
	if (o->callers && f->nmembers == 0) {
		call_list_callers(
		    &calls, &report->graph, &report->order, f->number);
		print_calls(names, &calls, "< ");
		call_list_release(&calls);
	}
	print_counts(names->columns, f->counts, f->present, cumulative);
	print_names(names, in_tree ? "* " : "", f, suffix);
	if (o->callees && f->nmembers == 0) {
		call_list_callees(
		    &calls, &report->graph, &report->order, f->number);
		print_calls(names, &calls, "> ");
		call_list_release(&calls);
	}
	free(suffix);
}

/* Names the events that are in no column. */
static void
print_left_out(const struct columns *c)
{
	const struct screen *s = c->screen;
	const struct report_profile *profile = &s->report->profile;
	static const char hint[] = "  (--show=EVENT,... shows others)";
	char *list = cli_format("Not shown:"), *line;

	for (size_t i = 0; i < profile->ncounted; i++) {
		bool is_shown = false;

		for (size_t j = 0; j < c->n; j++)
			for (size_t k = 0; k < s->events.list[j].sum.n; k++)
				is_shown |=
				    s->events.list[j].sum.events[k] == i;
		if (is_shown)
			continue;
		line =
		    cli_format("%s %s", list, profile->header.events[i].name);
		free(list);
		list = line;
	}
	if (strchr(list, ' ') != strrchr(list, ' ')) {
		line = cli_format("%s%s", list, hint);
		print_line(s,
		    text_width(line, strlen(line)) <= s->width ? line : list);
		free(line);
	}
	free(list);
}

static void
print_others(const struct columns *c)
{
	const struct screen *s = c->screen;
	const struct function_list *functions = functions_of(s->report);
	size_t n = functions->nall - functions->n;
	char percent[FORMAT_SIZE] = "", *line;
	__int128 sum = 0;

	for (size_t i = functions->n; i < functions->nall; i++)
		sum += event_sum_of(
		    &s->events.list[0].sum, functions->list[i].counts);
	format_percent(percent, sum, total_of(s, 0));
	if (n > 0) {
		line = cli_format("%zu more function%s%s%s", n,
		    n == 1 ? "" : "s", c->has_cumulative ? ": " : "",
		    c->has_cumulative ? percent : "");
		print_line(s, line);
		free(line);
	}
}

static __int128
first_count(const struct screen *s, const struct function_cost *f)
{
	return event_sum_of(&s->events.list[0].sum, f->counts);
}

/* Makes the columns wide enough for all functions shown. */
static void
measure_functions(
    const struct screen *s, struct columns *columns, struct names *names)
{
	const struct function_list *functions = functions_of(s->report);
	__int128 cumulative = 0;

	for (size_t i = 0; i < functions->n; i++) {
		const struct function_cost *f = &functions->list[i];
		char text[FORMAT_SIZE];

		columns_add(columns, f->counts);
		names_add(names, s, f);
		cumulative += first_count(s, f);
		format_percent(text, cumulative, total_of(s, 0));
		grow(&columns->cumulative_width, strlen(text));
	}
}

/* Prints the files of a function that was listed by name. */
static void
print_files(const struct columns *columns, size_t group)
{
	const struct screen *s = columns->screen;
	const struct function_groups *groups = &s->report->groups;
	size_t used = columns->width + 2;

	for (size_t i = groups->first[group]; i < groups->first[group + 1];
	     i++) {
		print_counts(columns, groups->parts[i].counts,
		    groups->parts[i].present, NULL);
		printer_print(s->printer, "  ");
		print_short(s, s->width > used ? s->width - used : 0,
		    groups->parts[i].file, short_path);
		printer_print(s->printer, "\n");
	}
}

static void
print_functions(const struct screen *s)
{
	const struct function_list *functions = functions_of(s->report);
	const struct report_options *o = s->report->options;
	struct columns columns;
	struct names names = {
	    .function_width = strlen("function"), .file_width = strlen("file")};
	__int128 cumulative = 0;
	size_t room;

	if (functions->n == 0) {
		print_line(s, "No function reaches a threshold.");
		return;
	}
	/* inclusive costs of functions do not add up */
	columns_init(
	    &columns, s, true, !o->inclusive && !o->callers && !o->callees);
	measure_functions(s, &columns, &names);
	room = names.function_width + 2 + names.file_width;
	columns_fit(&columns, room < NAMES_ROOM ? room : NAMES_ROOM);
	names_fit(&names, &columns);
	names_tighten(&names, functions);
	print_names_heading(&names, o->inclusive);
	for (int filtered = 0; filtered < 2; filtered++)
		for (size_t i = 0; i < functions->n; i++) {
			const struct function_cost *f = &functions->list[i];

			if (cg_is_filtered(f->file) != filtered)
				continue;
			cumulative += first_count(s, f);
			print_function(&names, f, &cumulative);
			if (o->by_name && !filtered)
				print_files(&columns, f->number);
		}
	print_others(&columns);
	print_left_out(&columns);
	columns_release(&columns);
}

/* --- source lines --------------------------------------------------------- */

/*
 * Returns how many bytes of a source line fit, with tabs at each eighth column,
 * and sets *width to their width.
 */
static size_t
fit_source(const char *text, size_t len, size_t room, size_t *width)
{
	size_t i = 0, column = 0;

	while (i < len) {
		const char *tab = memchr(text + i, '\t', len - i);
		size_t n = tab != NULL ? (size_t)(tab - text) - i : len - i;
		size_t fit = text_fit(text + i, n, room - column);

		column += text_width(text + i, fit);
		i += fit;
		if (fit < n || i == len)
			break;
		if (column + TAB - column % TAB > room)
			break;
		column += TAB - column % TAB;
		i++;
	}
	*width = column;
	return i;
}

static void
print_expanded(struct printer *printer, const char *text, size_t len)
{
	const char *end = text + len;
	size_t column = 0;

	while (text < end) {
		const char *tab = memchr(text, '\t', (size_t)(end - text));
		size_t n = (size_t)((tab != NULL ? tab : end) - text);

		printer_bytes(printer, text, n);
		column += text_width(text, n);
		text += n;
		if (tab != NULL) {
			printer_pad(printer, TAB - column % TAB);
			column += TAB - column % TAB;
			text++;
		}
	}
}

/* Prints a line of a source, cut to the room. */
static void
print_source_text(
    struct printer *printer, const char *text, size_t len, size_t room)
{
	size_t fit, width;

	while (len > 0 && strchr("\r\n", text[len - 1]) != NULL)
		len--;
	fit = fit_source(text, len, room, &width);
	if (fit < len && room >= LEAST_ROOM) {
		fit = fit_source(
		    text, len, room - (sizeof(ellipsis) - 1), &width);
		print_expanded(printer, text, fit);
		printer_print(printer, "%s", ellipsis);
	} else {
		print_expanded(printer, text, fit);
	}
}

static size_t
place_width(const struct hot_line *line, char number[FORMAT_SIZE])
{
	snprintf(number, FORMAT_SIZE, ":%lld", (long long)line->line);
	return text_width(line->file, strlen(line->file)) + strlen(number);
}

static void
print_hot_line(
    const struct columns *columns, const struct hot_line *line, size_t width)
{
	const struct screen *s = columns->screen;
	char number[FORMAT_SIZE], *path = cli_alloc(strlen(line->file) + 1, 1);
	size_t len, used, room = s->width - columns->width;

	used = place_width(line, number);
	len = strlen(number);
	used = len + short_path(path, line->file, width > len ? width - len : 0,
			 ellipsis);
	print_counts(columns, line->counts, NULL, NULL);
	printer_name(s->printer, path);
	printer_print(s->printer, "%s", number);
	if (line->text != NULL && width + 2 < room) {
		printer_pad(s->printer, (used < width ? width - used : 0) + 2);
		print_source_text(s->printer, line->text, strlen(line->text),
		    room - width - 2);
	}
	printer_print(s->printer, "\n");
	free(path);
}

static void
print_hot_lines(const struct screen *s)
{
	struct hot_lines lines;
	struct columns columns;
	char number[FORMAT_SIZE];
	int64_t top = s->report->options->top;
	size_t width = 0, most;

	if (s->report->lines.rows == NULL)
		return;
	hot_lines_init(&lines, s->report, &s->report->order.deciding, 1,
	    top >= 0 ? (size_t)top : HOT_LINES);
	columns_init(&columns, s, true, false);
	for (size_t i = 0; i < lines.n; i++) {
		columns_add(&columns, lines.list[i].counts);
		grow(&width, place_width(&lines.list[i], number));
	}
	columns_fit(&columns, s->width); /* that is, the first one only */
	most = s->width > columns.width ? s->width - columns.width : 0;
	if (most >= LEAST_FOR_TWO)
		most /= 2;
	if (lines.n > 0)
		print_heading(&columns, "hot line");
	for (size_t i = 0; i < lines.n; i++)
		print_hot_line(
		    &columns, &lines.list[i], width < most ? width : most);
	columns_release(&columns);
	hot_lines_release(&lines);
}

/* --- sources -------------------------------------------------------------- */

struct source_view {
	const struct screen *screen;
	struct columns columns;
	struct names names; /* of functions that lines call */
	size_t number_width;
};

/* Measures all rows of the file, and returns the sum of its first column. */
static __int128
measure_source(struct source_view *v, const struct annotation *a)
{
	const struct line_costs *lines = &v->screen->report->lines;
	char number[FORMAT_SIZE];
	__int128 sum = 0;
	int64_t last = 0;
	size_t row, end;

	v->number_width = strlen("line");
	line_costs_find(lines, a->name, &row, &end);
	for (; row < end; row++) {
		struct cg_record line = line_costs_at(lines, row);

		columns_add(&v->columns, line.counts);
		last = line.line;
		if (line.kind == CG_COSTS)
			sum += event_sum_of(
			    &v->screen->events.list[0].sum, line.counts);
	}
	/* the context can go on after the last line */
	if (__builtin_add_overflow(
		last, v->screen->report->options->context, &last))
		last = INT64_MAX;
	snprintf(number, sizeof(number), "%lld", (long long)last);
	grow(&v->number_width, strlen(number));
	return sum;
}

static void
print_source_heading(
    const struct screen *s, const struct annotation *a, __int128 sum)
{
	char count[FORMAT_SIZE], percent[FORMAT_SIZE] = "", *facts;
	size_t width;

	format_count(count, sum);
	format_percent(percent, sum, total_of(s, 0));
	facts = cli_format(": %s %s%s%s", count, s->events.list[0].name,
	    s->report->options->percentages ? ", " : "",
	    s->report->options->percentages ? percent : "");
	width = text_width(facts, strlen(facts));
	printer_print(s->printer, "\n");
	if (width + LEAST_ROOM <= s->width) {
		print_short(s, s->width - width, a->name, short_path);
		printer_name(s->printer, facts);
	} else {
		print_short(s, s->width, a->name, short_path);
		printer_print(s->printer, "\n");
		printer_name(s->printer, facts + strlen(": "));
	}
	printer_print(s->printer, "\n");
	free(facts);
	if (strcmp(a->source.path, a->name) != 0) {
		printer_print(s->printer, "read from ");
		print_short(s, s->width > 10 ? s->width - 10 : 0,
		    a->source.path, short_path);
		printer_print(s->printer, "\n");
	}
	if (a->is_newer)
		print_line(s, "This source is newer than the profile: lines "
			      "may have moved.");
}

static void
print_annotated_line(
    const struct source_view *v, const struct annotated_line *line)
{
	const struct screen *s = v->screen;
	size_t used = v->columns.width + v->number_width + 2;
	size_t room = s->width > used ? s->width - used : 0;

	print_counts(&v->columns, line->counts, line->present, NULL);
	printer_paint(s->printer, PAINT_FAINT, "%*lld", (int)v->number_width,
	    (long long)line->number);
	if (line->kind == LINE_PAST_END) {
		printer_print(s->printer, "  ");
		print_short(s, room, "(past the end)", short_text);
	} else if (line->len > 1) {
		printer_print(s->printer, "  ");
		print_source_text(s->printer, line->text, line->len, room);
	}
	printer_print(s->printer, "\n");
	print_calls(&v->names, &line->calls, "=> ");
}

static void
print_lines(const struct source_view *v, struct annotation *a)
{
	const struct screen *s = v->screen;
	struct annotated_line line;
	bool is_past_end = false;

	while (annotation_next(a, &line)) {
		if (line.kind == STRETCH_BEGINS && line.number != 1) {
			print_counts(&v->columns, NULL, NULL, NULL);
			printer_pad(
			    s->printer, v->number_width - strlen(ellipsis));
			printer_paint(
			    s->printer, PAINT_FAINT, "%s\n", ellipsis);
		} else if (line.kind == LINE_OF_SOURCE ||
			   line.kind == LINE_PAST_END) {
			print_annotated_line(v, &line);
		}
		is_past_end |= line.kind == LINE_PAST_END;
	}
	if (a->unknown_counts != NULL) {
		print_counts(
		    &v->columns, a->unknown_counts, a->unknown_present, NULL);
		printer_print(s->printer, "(unknown lines)\n");
	}
	if (is_past_end)
		print_line(s, "The profile has lines past the end of this "
			      "source: it is another version.");
}

static void
print_source(const struct screen *s, struct annotation *a)
{
	struct source_view v = {.screen = s};

	columns_init(&v.columns, s, false, false);
	print_source_heading(s, a, measure_source(&v, a));
	if (!a->has_costs) {
		print_line(s, "The profile has no costs of this source.");
	} else {
		columns_fit(&v.columns, v.number_width + 2 + TEXT_ROOM);
		v.names.function_width = s->width;
		names_fit(&v.names, &v.columns);
		v.names.file_width = 0;
		print_heading(&v.columns, "line");
		print_lines(&v, a);
	}
	columns_release(&v.columns);
}

static void
print_missing(
    const struct screen *s, const struct source_names *names, const char *title)
{
	if (names->n == 0)
		return;
	printer_print(s->printer, "\n");
	print_line(s, title);
	for (size_t i = 0; i < names->n; i++) {
		printer_print(s->printer, "  ");
		print_short(s, s->width > 2 ? s->width - 2 : 0, names->list[i],
		    short_path);
		printer_print(s->printer, "\n");
	}
}

static void
print_sources(const struct screen *s)
{
	struct source_list sources;
	struct annotation *annotation;

	source_list_init(&sources, s->report);
	source_list_sort_by_cost(&sources, s->report->order.deciding);
	while ((annotation = source_list_next(&sources)) != NULL)
		print_source(s, annotation);
	print_missing(s, &sources.not_found,
	    "Sources not found (-I DIR looks in a directory):");
	print_missing(s, &sources.not_read, "Sources that cannot be read:");
	source_list_release(&sources);
}

void
render_terminal(const struct report *report, struct printer *printer)
{
	struct screen s = {.report = report,
	    .printer = printer,
	    .width = report->options->width};

	key_events_init(&s.events, report);
	print_profile(&s);
	print_summary(&s);
	print_functions(&s);
	print_hot_lines(&s);
	print_sources(&s);
	key_events_release(&s.events);
}
