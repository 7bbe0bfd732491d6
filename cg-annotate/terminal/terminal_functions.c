/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the functions of a report on a terminal, with callers and callees. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libquery/data/data_object.h"
#include "libquery/level.h"
#include "libreport/marks.h"
#include "libreport/printer.h"
#include "libreport/names/short_name.h"
#include "model/count_sums.h"
#include "model/functions/cycle_text.h"
#include "model/data/data_names.h"
#include "terminal.h"

enum {
	NAMES_ROOM = 44, /* that another column of counts must leave */
	LEAST_FILE = 8,
	DATA_NAME =
	    40, /* of callers that are data, with the number of misses */
	LEAST_FOR_PLACES = 40, /* of a shortened name and " (inlined at 3)" */
};

static const struct function_list *
functions_of(const struct report *report)
{
	return report->options->by_name ? &report->groups.sums
					: &report->functions;
}

/* Returns what precedes a function, to tell it from its callers and callees. */
static const char *
prefix_of(const struct terminal_report *t)
{
	return report_has_tree(t->report) ? "* " : "";
}

/* Returns the name, which may be shortened. */
static const char *
name_of(const struct function_cost *f)
{
	return f->nmembers > 0 ? "" : f->function;
}

/* Writes at how many places the function is inlined, in short if there is no room
 * beside its whole name.  In a narrow column the name comes first. */
static void
write_places(char to[FORMAT_SIZE], const struct function_cost *f, size_t room)
{
	size_t width = text_width(f->function, strlen(f->function));

	format_places(to, f->nplaces, false);
	if (width + strlen(to) > room)
		format_places(to, f->nplaces, true);
	if (width + strlen(to) > room && room < LEAST_FOR_PLACES)
		*to = '\0';
}

/* Writes " (3x)", or "" if it is not known how often the function was called. */
static void
write_ncalls(char to[FORMAT_SIZE], const struct function_cost *f)
{
	char ncalls[FORMAT_SIZE];

	*to = '\0';
	if (f->ncalls == 0)
		return;
	format_ncalls(ncalls, f->ncalls, f->inlined);
	snprintf(to, FORMAT_SIZE, " (%.*sx)", FORMAT_SIZE - 5, ncalls);
}

/* Returns "<cycle 1> as a whole: f, g and 2 more", as much of it as fits.  The caller
 * frees it. */
static char *
cycle_suffix(const struct terminal_report *t, const struct function_cost *f,
    size_t width)
{
	char *start = cli_format("<cycle %zu> as a whole: ", f->cycle);
	size_t used = strlen(prefix_of(t)) + strlen(start);
	char *members = cycle_members(
	    &t->report->graph, f, width > used ? width - used : 0);
	char *text = cli_format("%s%s", start, members);

	free(start);
	free(members);
	return text;
}

/* Returns the suffix of a function's name in `width`.  The caller frees it. */
static char *
suffix_of(const struct terminal_report *t, const struct function_cost *f,
    size_t width)
{
	const char *mark = diff_mark(&t->report->profile.header, f->counts);
	size_t prefix = strlen(prefix_of(t));
	char places[FORMAT_SIZE], ncalls[FORMAT_SIZE];

	if (f->nmembers > 0)
		return cycle_suffix(t, f, width);
	write_ncalls(ncalls, f);
	prefix += strlen(ncalls);
	write_places(places, f, width > prefix ? width - prefix : 0);
	if (report_is_inclusive(t->report) && f->cycle > 0)
		return cli_format("%s%s <cycle %zu%s>%s", places, ncalls,
		    f->cycle, cycle_bound(f), mark);
	return cli_format("%s%s%s", places, ncalls, mark);
}

static __int128
first_count(const struct terminal_report *t, const struct function_cost *f)
{
	return event_sum_of(&t->events.list[0].sum, f->counts);
}

/*
 * Returns the file that 99 % of the cost of a function come from which is listed by name, as
 * its part of the function; or the function.  Others in headers are only noise.  Sets the
 * number of other files.
 */
static const struct function_cost *
main_file(const struct terminal_report *t, const struct function_cost *f,
    size_t *nothers)
{
	const struct function_groups *groups = &t->report->groups;
	const struct function_cost *part;
	__int128 whole = first_count(t, f), rest = 0;
	size_t n;

	*nothers = 0;
	if (*f->file != '\0' || f->nmembers > 0 || !t->report->options->by_name)
		return f;
	part = &groups->parts[groups->first[f->number]];
	n = groups->first[f->number + 1] - groups->first[f->number];
	for (size_t i = 1; i < n; i++) {
		__int128 count = first_count(t, &part[i]);

		rest += count < 0 ? -count : count;
	}
	if (n > 1 && 100 * rest >= (whole < 0 ? -whole : whole))
		return f;
	*nothers = n - 1;
	return part;
}

/* Returns the file, with how many others there are; the object, if the file is not known or
 * all files; or "" if the function is hidden or its files are listed.  The caller frees it. */
static char *
file_of(const struct terminal_report *t, const struct function_cost *function)
{
	size_t nothers;
	const struct function_cost *f = main_file(t, function, &nothers);

	if (cg_is_filtered(f->file))
		return cli_format("%s", "");
	if (nothers > 0)
		return cli_format("%s (+%zu)", f->file, nothers);
	return (strcmp(f->file, cg_unknown_name) == 0 ||
		   strcmp(f->file, level_all_name) == 0) &&
		       *f->object != '\0'
		   ? cli_format("[%s]", f->object)
		   : cli_format("%s", f->file);
}

static void
name_columns_add(struct name_columns *names, const struct terminal_report *t,
    const struct function_cost *f)
{
	const char *name = name_of(f);
	/* a cycle has no file, and takes what room there is */
	char *suffix = suffix_of(t, f, f->nmembers > 0 ? 0 : SIZE_MAX);
	char *file = file_of(t, f);

	keep_widest(&names->function_width,
	    strlen(prefix_of(t)) + text_width(name, strlen(name)) +
		text_width(suffix, strlen(suffix)));
	keep_widest(&names->file_width, text_width(file, strlen(file)));
	free(suffix);
	free(file);
}

void
name_columns_fit(
    struct name_columns *names, const struct terminal_columns *columns)
{
	size_t width = columns->terminal->width;
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

/* Gives the file column the room that no shortened name needs. */
static void
name_columns_tighten(
    struct name_columns *names, const struct function_list *functions)
{
	const struct terminal_report *t = names->columns->terminal;
	size_t widest = strlen("function"), file = 0;

	if (names->file_width == 0)
		return;
	for (size_t i = 0; i < functions->n; i++) {
		const struct function_cost *f = &functions->list[i];
		const char *name = name_of(f);
		size_t width = names->function_width;
		char *suffix = suffix_of(t, f, f->nmembers > 0 ? 0 : width);
		char *path = file_of(t, f);
		size_t around =
		    strlen(prefix_of(t)) + text_width(suffix, strlen(suffix));
		size_t used;

		short_names_find(&t->printer->names, short_function, name,
		    width > around ? width - around : 0, terminal_ellipsis,
		    &used);
		around += used;
		if (around <= width)
			keep_widest(&widest, around);
		keep_widest(&file, text_width(path, strlen(path)));
		free(suffix);
		free(path);
	}
	if (widest < names->function_width) {
		names->file_width += names->function_width - widest;
		names->function_width = widest;
	}
	if (file < names->file_width)
		names->file_width = file;
}

static void
print_names_heading(const struct name_columns *names, bool inclusive)
{
	const char *title = inclusive ? "function (inclusive)" : "function";
	char *line =
	    names->file_width > 0
		? cli_format("%-*s  file", (int)names->function_width, title)
		: cli_format("%s", title);

	terminal_columns_print_heading(names->columns, line);
	free(line);
}

void
name_columns_print(const struct name_columns *names, const char *prefix,
    shortener *shorten, const char *name, const char *suffix, const char *file,
    bool is_call)
{
	const struct terminal_report *t = names->columns->terminal;
	size_t around = strlen(prefix) + text_width(suffix, strlen(suffix));
	size_t width = names->function_width, room = names->file_width;
	size_t used, limit = width;
	const char *shown;

	if (is_call && room > 0)
		limit += strlen(suffix) < room ? strlen(suffix) : room;
	else if (*file == '\0' && room > 0)
		limit += 2 + room;
	shown = short_names_find(&t->printer->names, shorten, name,
	    limit > around ? limit - around : 0, terminal_ellipsis, &used);

	/* on a narrow terminal, a long name would go on in the next line */
	if (room == 0 && used + around > width && width > around)
		shown = short_names_find(&t->printer->names, short_text, name,
		    width - around, terminal_ellipsis, &used);
	used += around;
	printer_print(t->printer, "%s", prefix);
	printer_name(t->printer, shown);
	printer_name(t->printer, suffix);
	if (used > width) {
		room = names->columns->width + used + 2;
		room = t->width > room ? t->width - room : 0;
		width = used;
	}
	if (*file != '\0' &&
	    (room >= LEAST_FILE || room >= text_width(file, strlen(file)))) {
		printer_pad(t->printer, width - used + 2);
		terminal_short(t, room, file, short_path);
	}
	printer_print(t->printer, "\n");
}

static void
print_names(const struct name_columns *names, const char *prefix,
    const struct function_cost *f, const char *suffix, bool is_call)
{
	char *file = file_of(names->columns->terminal, f);

	name_columns_print(names, prefix,
	    cg_is_data(f->object) ? short_datum : short_function, name_of(f),
	    suffix, file, is_call);
	free(file);
}

/* Prints a datum of a source line with these counts. */
static void
print_datum(const struct name_columns *names, const struct function_cost *datum,
    const int64_t *line)
{
	const struct terminal_columns *columns = names->columns;
	char *note = data_note(columns->terminal->report, datum, line);

	terminal_columns_print(columns, datum->counts, datum->present, NULL);
	name_columns_print(names, datum->data == DATA_MISSED ? "<= " : "=> ",
	    short_datum, datum->function, note, "", true);
	free(note);
}

static void
print_call(const struct name_columns *names, const struct function_cost *call,
    bool is_caller, const char *prefix)
{
	char ncalls[FORMAT_SIZE], *suffix;

	format_ncalls(ncalls, call->ncalls, call->inlined);
	suffix =
	    cli_format(cg_is_data(call->object) ? "%s (%s misses)" : "%s (%sx)",
		inlined_mark(call->inlined, is_caller), ncalls);
	terminal_columns_print(
	    names->columns, call->counts, call->present, NULL);
	print_names(names, prefix, call, suffix, true);
	free(suffix);
}

void
name_columns_print_calls(const struct name_columns *names,
    const struct call_list *calls, const char *prefix, const int64_t *line)
{
	const struct terminal_columns *columns = names->columns;

	for (size_t i = 0; i < calls->n; i++) {
		if (calls->list[i].data != DATA_NONE)
			print_datum(names, &calls->list[i], line);
		else
			print_call(
			    names, &calls->list[i], calls->are_callers, prefix);
	}
	if (calls->others == NULL)
		return;
	terminal_columns_print(columns, calls->others, NULL, NULL);
	printer_print(columns->terminal->printer, "%s(%zu more)\n",
	    calls->n > 0 && calls->list[calls->n - 1].data != DATA_NONE
		? "   "
		: prefix,
	    calls->nall - calls->n);
}

/* Prints what a function costs without what it called. */
static void
print_own_cost(const struct name_columns *names, const struct function_cost *f)
{
	const struct terminal_report *t = names->columns->terminal;
	struct cg_record own;

	callgraph_function(&t->report->graph, f->number, false, &own);
	terminal_columns_print(names->columns, own.counts, own.present, NULL);
	printer_print(t->printer, "%s(own cost)\n", prefix_of(t));
}

static void
print_function(const struct name_columns *names, const struct function_cost *f,
    const __int128 *cumulative)
{
	const struct terminal_report *t = names->columns->terminal;
	bool in_tree = report_has_tree(t->report);
	size_t file_width = names->file_width > 0 && f->nmembers > 0
				? names->file_width + 2
				: 0;
	char *suffix = suffix_of(t, f, names->function_width + file_width);
	struct call_list callers, callees;

	report_calls(t->report, f, &callers, &callees);
	if (in_tree)
		printer_print(t->printer, "\n");
	name_columns_print_calls(names, &callers, "< ", NULL);
	terminal_columns_print(
	    names->columns, f->counts, f->present, cumulative);
	print_names(names, prefix_of(t), f, suffix, false);
	if (report_has_own_costs(t->report))
		print_own_cost(names, f);
	name_columns_print_calls(names, &callees, "> ", NULL);
	call_list_release(&callers);
	call_list_release(&callees);
	free(suffix);
}

/* True if a column has the event. */
static bool
is_shown(const struct terminal_columns *c, size_t event)
{
	const struct key_events *events = &c->terminal->events;

	for (size_t i = 0; i < events->n; i++)
		for (size_t j = 0; j < events->list[i].sum.n; j++)
			if (c->is_shown[i] &&
			    events->list[i].sum.events[j] == event)
				return true;
	return false;
}

/* Names the events that are in no column, or only counts them if the names do not fit. */
static void
print_left_out(const struct terminal_columns *c)
{
	const struct terminal_report *t = c->terminal;
	const struct report_profile *profile = &t->report->profile;
	static const char hint[] = "  (--show=EVENT,... shows others)";
	char *list = cli_copy("", 0), *line;
	size_t n = 0, width;

	for (size_t i = 0; i < profile->ncounted; i++) {
		if (is_shown(c, i))
			continue;
		cli_append(&list, " %s", profile->header.events[i].name);
		n++;
	}
	width = strlen("Not shown:") + text_width(list, strlen(list));
	line = width <= t->width
		   ? cli_format("Not shown:%s%s", list,
			 width + strlen(hint) <= t->width ? hint : "")
		   : cli_format(
			 "Not shown: %zu event%s%s", n, n > 1 ? "s" : "", hint);
	if (n > 0)
		terminal_line(t, line);
	free(line);
	free(list);
}

static void
print_others(const struct terminal_columns *c)
{
	const struct terminal_report *t = c->terminal;
	const struct function_list *functions = functions_of(t->report);
	char percent[FORMAT_SIZE] = "", *line;
	__int128 sum = 0;
	size_t n = 0;

	for (size_t i = functions->n; i < functions->nall; i++) {
		const struct function_cost *f = &functions->list[i];

		/* of a difference */
		n += !function_cost_is_unchanged(f);
		sum += event_sum_of(&t->events.list[0].sum, f->counts);
	}
	terminal_percent(percent, sum, t->events.list[0].whole);
	if (n > 0) {
		line = cli_format("%zu more function%s%s%s", n,
		    n == 1 ? "" : "s", c->has_cumulative ? ": " : "",
		    c->has_cumulative ? percent : "");
		terminal_line(t, line);
		free(line);
	}
}

/* Makes the columns wide enough for a range of counts. */
static void
measure_range(struct terminal_columns *columns, const struct count_range *range)
{
	const int64_t *ends[] = {range->smallest, range->largest};
	int64_t *counts = cli_alloc(range->nevents, sizeof(*counts));

	for (size_t end = 0; end < 2; end++) {
		/* an event without counts has no range */
		for (size_t i = 0; i < range->nevents; i++)
			counts[i] = range->smallest[i] <= range->largest[i]
					? ends[end][i]
					: 0;
		terminal_columns_add(columns, counts);
	}
	free(counts);
}

/*
 * Returns the functions in the order in which they are printed: those that cg-filter has
 * hidden come last, and are one in a flat report, because the profile has several only to
 * tell calls apart.  hidden_counts: zeroed, for the counts of that one.  The caller frees
 * the list.
 */
static struct function_list
list_rows(const struct terminal_report *t, bool is_flat, int64_t *hidden_counts)
{
	const struct function_list *functions = functions_of(t->report);
	size_t nevents = t->report->profile.header.nevents;
	struct function_list rows = {
	    .list = cli_alloc(functions->n, sizeof(*rows.list))};
	struct function_cost *all = NULL;

	for (int hidden = 0; hidden < 2; hidden++)
		for (size_t i = 0; i < functions->n; i++) {
			const struct function_cost *f = &functions->list[i];

			if (cg_is_filtered(f->file) != hidden)
				continue;
			if (all == NULL)
				rows.list[rows.n++] = *f;
			if (!hidden || !is_flat)
				continue;
			all = &rows.list[rows.n - 1];
			count_sum_add(
			    hidden_counts, f->counts, nevents, cg_filtered);
		}
	if (all != NULL) {
		all->function = cg_filtered;
		all->counts = hidden_counts;
		all->present = NULL;
	}
	return rows;
}

/* Returns the files of a function that are listed below it. */
static struct function_list
files_below(const struct terminal_report *t, const struct function_cost *f)
{
	const struct function_groups *groups = &t->report->groups;
	size_t nothers;

	if (!t->report->options->by_name || cg_is_filtered(f->file) ||
	    main_file(t, f, &nothers) != f)
		return (struct function_list){.n = 0};
	return (struct function_list){
	    .list = &groups->parts[groups->first[f->number]],
	    .n = groups->first[f->number + 1] - groups->first[f->number],
	};
}

/* Makes the columns wide enough for all rows, and in a tree for all calls. */
static void
measure_functions(const struct function_list *rows,
    struct terminal_columns *columns, struct name_columns *names)
{
	const struct terminal_report *t = columns->terminal;
	__int128 cumulative = 0;

	if (report_has_tree(t->report))
		measure_range(columns, &functions_of(t->report)->range);
	for (size_t i = 0; i < rows->n; i++) {
		const struct function_cost *f = &rows->list[i];
		struct function_list files = files_below(t, f);
		char text[FORMAT_SIZE];

		terminal_columns_add(columns, f->counts);
		/* changes of files can be larger than their sum */
		for (size_t j = 0; j < files.n; j++)
			terminal_columns_add(columns, files.list[j].counts);
		name_columns_add(names, t, f);
		cumulative += first_count(t, f);
		terminal_percent(text, cumulative, t->events.list[0].whole);
		keep_widest(&columns->cumulative_width, strlen(text));
	}
}

/* Prints the files that are listed below a function. */
static void
print_files(
    const struct terminal_columns *columns, const struct function_list *files)
{
	const struct terminal_report *t = columns->terminal;
	size_t used = columns->width + 2;

	for (size_t i = 0; i < files->n; i++) {
		const struct function_cost *f = &files->list[i];

		terminal_columns_print(columns, f->counts, f->present, NULL);
		printer_print(t->printer, "  ");
		terminal_short(t, t->width > used ? t->width - used : 0,
		    f->file, short_path);
		printer_print(t->printer, "\n");
	}
}

static void
print_rows(const struct name_columns *names, const struct function_list *rows)
{
	const struct terminal_report *t = names->columns->terminal;
	__int128 cumulative = 0;

	for (size_t i = 0; i < rows->n; i++) {
		const struct function_cost *f = &rows->list[i];
		struct function_list files = files_below(t, f);

		cumulative += first_count(t, f);
		print_function(names, f, &cumulative);
		print_files(names->columns, &files);
	}
}

void
terminal_functions(const struct terminal_report *t)
{
	int64_t *hidden_counts;
	struct function_list rows;
	struct terminal_columns columns;
	struct name_columns names = {
	    .function_width = strlen("function"), .file_width = strlen("file")};
	bool has_data = report_has_tree(t->report) && t->report->data.nall > 0;
	bool is_flat =
	    !report_is_inclusive(t->report) && !report_has_tree(t->report);
	size_t room;

	if (functions_of(t->report)->n == 0) {
		if (t->report->options->top_functions != 0)
			terminal_line(t, "No function reaches a threshold.");
		return;
	}
	/* inclusive costs do not add up, and changes cancel out */
	terminal_columns_init(&columns, t, true, is_flat && !t->is_difference);
	hidden_counts = cli_alloc(
	    t->report->profile.header.nevents, sizeof(*hidden_counts));
	rows = list_rows(t, is_flat, hidden_counts);
	measure_functions(&rows, &columns, &names);
	if (has_data)
		keep_widest(&names.function_width, DATA_NAME);
	room = names.function_width + 2 + names.file_width;
	terminal_columns_fit(&columns, room < NAMES_ROOM ? room : NAMES_ROOM,
	    room < LEAST_ROOM ? room : LEAST_ROOM);
	name_columns_fit(&names, &columns);
	if (!has_data)
		name_columns_tighten(&names, &rows);
	print_names_heading(&names, report_is_inclusive(t->report));
	print_rows(&names, &rows);
	print_others(&columns);
	print_left_out(&columns);
	terminal_columns_release(&columns);
	free(rows.list);
	free(hidden_counts);
}
