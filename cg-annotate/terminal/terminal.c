/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the report on a terminal: each row is one line that fits.  The columns
 * of counts are the most important ones that fit; one line names the other
 * events.  Only a function's own name can make a line longer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libquery/windows_path.h"
#include "libcli/cli.h"
#include "libquery/data/data_object.h"
#include "libquery/header/compilers.h"
#include "libquery/header/cycle_model.h"
#include "libquery/rank.h"
#include "libreport/rates.h"
#include "libreport/names/short_name.h"
#include "model/difference.h"
#include "model/sources/source_list.h"
#include "render.h"
#include "terminal.h"

/* --- debug information ---------------------------------------------------- */

/* A profile names the file of each function, or ???.  Only Callgrind's format
 * says which program or library contains it. */

/* True for main() of C, and of languages that put it into a module. */
static bool
is_main(const char *function)
{
	size_t len = strcspn(function, "(");

	return (len == 4 && memcmp(function, "main", 4) == 0) ||
	       (len > 5 && (memcmp(function + len - 6, "::main", 6) == 0 ||
			       memcmp(function + len - 5, ".main", 5) == 0));
}

/* What the functions of a profile tell of its program. */
struct program_facts {
	bool has_program; /* functions whose object is the program */
	bool has_program_files;
	bool has_main;
	bool has_main_file;
	bool has_hidden;
	bool has_script;        /* that an interpreter runs, and has compiled */
	unsigned __int128 size; /* of all costs, and of costs without file */
	unsigned __int128 unknown_size;
};

/* True if a word of the command is the file, with any directory. */
static bool
is_in_command(const char *file, const char *command)
{
	const char *name = path_base_name(file), *p = command;
	size_t len = strlen(name);

	while (len > 0 && (p = strstr(p, name)) != NULL) {
		if (p > command && (p[-1] == ' ' || p[-1] == '/') &&
		    (p[len] == ' ' || p[len] == '\0'))
			return true;
		p++;
	}
	return false;
}

/* Adds what a function tells. name: the base name of the program, or "". */
static void
add_facts(struct program_facts *facts, const struct function_cost *f,
    const char *name, const char *command)
{
	bool has_file = strcmp(f->file, cg_unknown_name) != 0;
	unsigned __int128 size = size_of_count(f->counts[f->order->deciding]);

	if (cg_is_filtered(f->file)) {
		facts->has_hidden = true;
		return;
	}
	facts->has_script |= has_file && is_in_command(f->file, command);
	facts->size += size;
	facts->unknown_size += has_file ? 0 : size;
	if (*name != '\0' && strcmp(path_base_name(f->object), name) == 0) {
		facts->has_program = true;
		facts->has_program_files |= has_file;
	}
	if (is_main(f->function)) {
		facts->has_main = true;
		facts->has_main_file |= has_file;
	}
}

/*
 * True if no source of the program itself is known: a script that is named in the
 * command; the source of its functions if the profile has objects, else of main(), or of half of all costs if main()
 * is unknown, too.
 */
static bool
lacks_debug_information(const struct report *report)
{
	const struct function_list *functions = &report->functions;
	const char *command = report->profile.header.cmd;
	char *program = cli_copy(command, strcspn(command, " "));
	struct program_facts facts = {.has_main = false};

	for (size_t i = 0; i < functions->nall; i++)
		if (functions->list[i].nmembers == 0)
			add_facts(&facts, &functions->list[i],
			    path_base_name(program), command);
	free(program);
	if (facts.has_script)
		return false;
	if (facts.has_program)
		return !facts.has_program_files;
	if (facts.has_main)
		return !facts.has_main_file;
	return !facts.has_hidden && facts.size > 0 &&
	       facts.unknown_size >= facts.size / 2;
}

/* --- head ----------------------------------------------------------------- */

static bool
begins_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* True if a terminal has no room for the description, or the summary has its facts. */
static bool
is_left_out(const char *desc)
{
	static const char *const keys[] = {
	    "I1 cache:", "D1 cache:", "L2 cache:", "LL cache:", "Filling:",
	    "TLBs:", "Prefetchers:", compilers_key};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (begins_with(desc, keys[i]))
			return true;
	return report_desc_is_empty(desc);
}

/* Prints the command and the descriptions. */
static void
print_profile(const struct terminal_report *t)
{
	const struct cg_header *header = &t->report->profile.header;

	terminal_short(t, t->width,
	    *header->cmd != '\0' ? header->cmd : t->report->options->profile,
	    short_text);
	printer_print(t->printer, "\n");
	for (size_t i = 0; i < header->ndescs; i++)
		if (!is_left_out(header->descs[i]))
			terminal_line(t, header->descs[i]);
}

/* Says which functions are reported. */
static void
print_selection(const struct terminal_report *t)
{
	const struct selection *selection = t->report->options->selection;
	const char *regex;

	for (size_t i = 0;
	     selection != NULL &&
	     (regex = selection_regex(selection, SUBJECT_FUNCTION, i)) != NULL;
	     i++) {
		char *line = cli_format("Functions: %s", regex);

		terminal_line(t, line);
		free(line);
	}
}

/* Prints a part of the summary, on a new line if it does not fit. */
static void
print_part(const struct terminal_report *t, size_t *column, const char *part)
{
	size_t len = text_width(part, strlen(part));

	if (*column > 0 && *column + 3 + len > t->width) {
		printer_print(t->printer, "\n");
		*column = 0;
	}
	if (*column > 0)
		printer_print(t->printer, "   ");
	*column += len + (*column > 0 ? 3 : 0);
	terminal_short(t, t->width, part, short_text);
}

static void
print_rates(const struct terminal_report *t, size_t *column)
{
	static const struct {
		const char *rate;
		const char *label;
		int decimals;
	} shown[] = {{"D1", "D1 misses", 1}, {"I1", "I1", 2}, {"L2", "L2", 1},
	    {"LL", "last level", 1}, {"TLB", "STLB", 2},
	    {"Mispred", "mispredicted", 1}};
	struct rates rates;

	rates_find(&rates, &t->report->profile.header);
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		for (size_t j = 0; j < rates.n; j++) {
			char percent[FORMAT_SIZE], part[2 * FORMAT_SIZE];
			double rate;

			if (strcmp(rates.list[j].name, shown[i].rate) != 0 ||
			    !rate_compute(&rates.list[j],
				t->report->profile.totals, &rate))
				continue;
			rate_format(percent, rate, shown[i].decimals);
			snprintf(part, sizeof(part), "%s %s %%", shown[i].label,
			    percent);
			print_part(t, column, part);
		}
}

/* Prints the totals of the first column of data, of misses on them, and of what was
 * allocated: "600 D1 misses", "2 blocks". */
static void
print_data_totals(const struct terminal_report *t, size_t *column)
{
	const struct report *report = t->report;

	for (size_t i = 0; i < report->data.ncolumns; i++) {
		const struct data_column *c = &report->data.columns[i];
		__int128 sum = data_column_count(c, report->profile.totals);
		char count[FORMAT_SIZE], *part;
		bool is_miss = strstr(c->name, " miss") != NULL;
		char *unit;

		if (i > 0 && !is_miss && !(c->is_of_allocation && sum != 0))
			continue;
		if (c->is_change)
			format_change(count, sum);
		else
			format_count(count, sum);
		unit = data_column_unit(c, sum);
		part = cli_format("%s %s%s", count, unit,
		    report->profile.is_calculated ? " (calculated)" : "");
		print_part(t, column, part);
		free(part);
		free(unit);
	}
}

/* Returns what the head calls an event. */
static const char *
title_of(const struct terminal_report *t, const char *event)
{
	if (strcmp(event, "Ir") == 0 && t->width >= 2 * LEAST_FOR_TWO)
		return "instructions";
	for (size_t i = 0; i < NDATA_MISSES; i++)
		if (strcmp(event, data_misses[i].name) == 0)
			return data_misses[i].long_name;
	return event;
}

/* Prints the total of an event, and in a difference also its sides. */
static void
print_total(const struct terminal_report *t, size_t *column, size_t event)
{
	const struct report_profile *profile = &t->report->profile;
	const struct cg_header *header = &profile->header;
	const char *name = header->events[event].name;

	char text[FORMAT_SIZE], *part;

	format_count(text, profile->totals[event]);
	part = cli_format("%s%s %s%s",
	    t->is_difference && profile->totals[event] > 0 ? "+" : "", text,
	    title_of(t, name), profile->is_calculated ? " (calculated)" : "");
	print_part(t, column, part);
	free(part);
	for (size_t i = 0; i < header->nevents; i++) {
		const char *at = strrchr(header->events[i].name, '@');

		if (at == NULL ||
		    strncmp(header->events[i].name, name, strlen(name)) != 0 ||
		    at != header->events[i].name + strlen(name))
			continue;
		format_count(text, profile->totals[i]);
		part = cli_format("%s %s", at + 1, text);
		print_part(t, column, part);
		free(part);
	}
}

struct cycle_share {
	size_t part;
	int64_t cycles;
};

static int
compare_cycle_shares(const void *a, const void *b)
{
	const struct cycle_share *x = a, *y = b;

	return x->cycles != y->cycles
		   ? (x->cycles < y->cycles) - (x->cycles > y->cycles)
		   : (x->part > y->part) - (x->part < y->part);
}

/* Prints what the cycles go to, the most first: "Cy: 48 % memory   31 % core". */
static void
print_cycle_parts(const struct terminal_report *t)
{
	static const char *const titles[NCYCLE_PARTS] = {
	    [CYCLES_OF_CORE] = "core",
	    [CYCLES_OF_BRANCHES] = "mispredicted",
	    [CYCLES_OF_FETCHES] = "instructions",
	    [CYCLES_OF_L2] = "L2",
	    [CYCLES_OF_LL] = "last level",
	    [CYCLES_OF_MEMORY] = "memory",
	    [CYCLES_OF_TLB] = "page table"};
	const struct report_profile *profile = &t->report->profile;
	int all = cycle_event_in(&profile->header);
	struct cycle_share shares[NCYCLE_PARTS];
	size_t n = 0, column = 0;

	if (all < 0 || profile->totals[all] <= 0)
		return;
	for (size_t i = 0; i < NCYCLE_PARTS; i++) {
		const char *name = cycle_parts[i].name;
		int event =
		    cg_header_event(&profile->header, name, strlen(name));

		if (event >= 0 && profile->totals[event] > 0)
			shares[n++] =
			    (struct cycle_share){i, profile->totals[event]};
	}
	qsort(shares, n, sizeof(*shares), compare_cycle_shares);
	for (size_t i = 0; i < n; i++) {
		char percent[FORMAT_SIZE], part[2 * FORMAT_SIZE];
		double share = 100 * (double)shares[i].cycles /
			       (double)profile->totals[all];

		if (share < 0.05)
			break;
		rate_format(percent, share, 1);
		snprintf(part, sizeof(part), "%s%s %% %s", i == 0 ? "Cy: " : "",
		    percent, titles[shares[i].part]);
		print_part(t, &column, part);
	}
	if (n > 0)
		printer_print(t->printer, "\n");
}

static void
print_summary(const struct terminal_report *t)
{
	const struct cg_header *header = &t->report->profile.header;
	int instructions = cg_header_event(header, "Ir", 2);
	int cycles = cycle_event_in(header);
	size_t deciding = t->report->order.deciding, column = 0;

	print_data_totals(t, &column);
	if (instructions >= 0)
		print_total(t, &column, (size_t)instructions);
	if (cycles >= 0 && deciding != (size_t)cycles)
		print_total(t, &column, (size_t)cycles);
	if (column == 0 ||
	    (instructions >= 0 && deciding != (size_t)instructions))
		print_total(t, &column, deciding);
	if (!t->is_difference)
		print_rates(t, &column);
	printer_print(t->printer, "\n");
	if (!t->is_difference)
		print_cycle_parts(t);
	/* selected functions say nothing of the others */
	if (t->report->options->selection == NULL &&
	    lacks_debug_information(t->report))
		terminal_line(t,
		    "No debug information for the program's own code: compile "
		    "it with -g");
}

/* Names of functions, which must differ if they are short. */
struct shown_names {
	size_t n;
	const char **list;
};

static void
add_name(struct shown_names *names, const char *name)
{
	names->list = cli_grow(names->list, names->n, sizeof(*names->list));
	names->list[names->n++] = name;
}

/* Adds the callers and callees of functions that are shown in a tree. */
static void
add_tree(struct shown_names *names, const struct report *report)
{
	const struct callgraph *graph = &report->graph;
	bool *is_shown = cli_alloc(graph->nfunctions, sizeof(*is_shown));

	for (size_t i = 0; i < report->functions.n; i++)
		if (report->functions.list[i].nmembers == 0)
			is_shown[report->functions.list[i].number] = true;
	for (size_t i = 0; i < graph->ncalls; i++) {
		const struct call_ends *ends = &graph->endpoints[i];
		struct cg_record call;

		if (!is_shown[ends->caller] && !is_shown[ends->callee])
			continue;
		cg_profile_at(graph->calls, i, &call);
		add_name(names, call.function);
		add_name(names, call.target.function);
	}
	free(is_shown);
}

/* Adds the functions that lines of the sources call. */
static void
add_calls_of_lines(struct shown_names *names, const struct report *report)
{
	const struct line_costs *lines = &report->lines;
	struct source_list sources;
	size_t row, end;

	source_list_init(&sources, report);
	for (size_t i = 0; i < sources.names.n; i++) {
		line_costs_find(lines, sources.names.list[i], &row, &end);
		for (; row < end; row++) {
			struct cg_record call = line_costs_at(lines, row);

			if (call.kind == CG_CALL &&
			    !cg_is_data(call.target.object))
				add_name(names, call.target.function);
		}
	}
	source_list_release(&sources);
}

/* Lists the functions of the report, because their short names must differ. */
static void
list_functions(const struct terminal_report *t)
{
	enum { NEVER_SHORTENED = 10 };
	const struct report *report = t->report;
	const struct function_list *functions = &report->functions;
	struct shown_names names = {.n = 0};

	for (size_t i = 0; i < functions->n; i++)
		add_name(&names, functions->list[i].function);
	if (report_has_tree(report))
		add_tree(&names, report);
	if (report->lines.rows != NULL)
		add_calls_of_lines(&names, report);
	short_names_list(&t->printer->names, names.list, names.n,
	    NEVER_SHORTENED, terminal_ellipsis);
	free(names.list);
}

void
render_terminal(const struct report *report, struct printer *printer)
{
	struct terminal_report t = {.report = report,
	    .printer = printer,
	    .width = report->options->width};

	t.is_difference = difference_is_reported(report);
	key_events_init(&t.events, report);
	list_functions(&t);
	print_profile(&t);
	print_selection(&t);
	print_summary(&t);
	terminal_data(&t);
	terminal_code(&t);
	terminal_loops(&t);
	if (!report->options->data_only && !report->options->code_only) {
		terminal_functions(&t);
		terminal_hot_lines(&t);
		terminal_sources(&t);
	}
	key_events_release(&t.events);
}
