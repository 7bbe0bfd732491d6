/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints Cachegrind's layout: three columns, the sum and its two kinds (reads
 * and writes, conditional and indirect branches).  Cachegrind makes the columns
 * as wide as the counts of references.  Here they are as wide as the widest
 * count, which is the same width for a run and keeps the columns of a
 * difference straight.
 */
#include <stdlib.h>
#include <string.h>

#include "totals.h"
#include "libcli/cli.h"
#include "libquery/events/estimated_cycles.h"
#include "libquery/events/known_events.h"
#include "rates.h"

enum { DATA, BRANCHES, NKINDS };
enum { BOTH, FIRST, SECOND, NCOLUMNS };

/* what --memory counts beside the known misses */
enum { TLB, D1_COVERED, L2_COVERED, LL_COVERED };
static const char *const of_memory[][2] = {
    [TLB] = {"ITmr DTmr", "DTmw"},
    [D1_COVERED] = {"D1mrp", "D1mwp"},
    [L2_COVERED] = {"D2mrp", "D2mwp"},
    [LL_COVERED] = {"DLmrp", "DLmwp"},
};

static const struct totals_line {
	const char *label;
	int events; /* index in known_misses, or in of_memory */
	enum { ACCESSES, MISSES, RATE, OF_MEMORY } figure;
	int kind;
	int group; /* an empty line stands between groups */
} lines[] = {
    {"I   refs:     ", KNOWN_I1, ACCESSES, 0, 0},
    {"I1  misses:   ", KNOWN_I1, MISSES, 0, 0},
    {"LLi misses:   ", KNOWN_LLI, MISSES, 0, 0},
    {"I1  miss rate:", KNOWN_I1, RATE, 0, 0},
    {"LLi miss rate:", KNOWN_LLI, RATE, 0, 0},
    {"D   refs:     ", KNOWN_D1, ACCESSES, DATA, 1},
    {"D1  misses:   ", KNOWN_D1, MISSES, DATA, 1},
    {"LLd misses:   ", KNOWN_LLD, MISSES, DATA, 1},
    {"D1  miss rate:", KNOWN_D1, RATE, DATA, 1},
    {"LLd miss rate:", KNOWN_LLD, RATE, DATA, 1},
    {"LL refs:      ", KNOWN_L1, MISSES, DATA, 2}, /* if there is no L2 */
    {"LL refs:      ", KNOWN_L2, MISSES, DATA, 2},
    {"LL misses:    ", KNOWN_LL, MISSES, DATA, 2},
    {"LL miss rate: ", KNOWN_LL, RATE, DATA, 2},
    {"L2 misses:    ", KNOWN_L2, MISSES, DATA, 3},
    {"TLB misses:   ", TLB, OF_MEMORY, DATA, 3},
    {"STLB misses:  ", KNOWN_TLB, MISSES, DATA, 3},
    {"D1 covered:   ", D1_COVERED, OF_MEMORY, DATA, 3},
    {"L2 covered:   ", L2_COVERED, OF_MEMORY, DATA, 3},
    {"LL covered:   ", LL_COVERED, OF_MEMORY, DATA, 3},
    {"Branches:     ", KNOWN_BRANCHES, ACCESSES, BRANCHES, 4},
    {"Mispredicts:  ", KNOWN_BRANCHES, MISSES, BRANCHES, 4},
    {"Mispred rate: ", KNOWN_BRANCHES, RATE, BRANCHES, 4},
};

enum {
	NLINES = sizeof(lines) / sizeof(lines[0]),
	NGROUPS = 5,
	LABEL_WIDTH = 14
};

struct totals_block {
	const struct cg_header *header;
	const int64_t *totals;
	struct printer *printer;
	int widths[NCOLUMNS]; /* of counts */
	int group;            /* of the line printed last; -1: none */
};

/* --- lines with known events ---------------------------------------------- */

struct line_texts {
	char column[NCOLUMNS][FORMAT_SIZE];
};

static void
write_rate(
    char to[FORMAT_SIZE], __int128 misses, __int128 accesses, int decimals)
{
	double percent;

	if (!rate_of(misses, accesses, &percent)) {
		strcpy(to, "-");
		return;
	}
	rate_format(to, percent, decimals);
	strcat(to, "%");
}

/* Computes the sum of both kinds and each; false if an event is missing. */
static bool
add_up(const struct totals_block *b, const char *const events[2],
    __int128 sums[NCOLUMNS])
{
	sums[BOTH] = 0;
	for (int i = 0; i < 2 && events[i] != NULL; i++) {
		struct event_sum sum = {.n = 0};

		if (!event_sum_add(&sum, b->header, events[i]))
			return false;
		sums[FIRST + i] = event_sum_of(&sum, b->totals);
		sums[BOTH] += sums[FIRST + i];
	}
	return true;
}

/* Returns the events of a count, or the misses of a rate. */
static const char *const *
events_of(const struct totals_line *line)
{
	const struct known_misses *known = &known_misses[line->events];

	if (line->figure == OF_MEMORY)
		return of_memory[line->events];
	return line->figure == ACCESSES ? known->accesses : known->misses;
}

static int
columns_of(const struct totals_line *line)
{
	return events_of(line)[1] == NULL ? 1 : NCOLUMNS;
}

/* True if the line says that the misses of L1 are looked up in the last level, but the profile has
 * an L2 before it. */
static bool
is_replaced(const struct totals_block *b, const struct totals_line *line)
{
	__int128 sums[NCOLUMNS];

	return line->events == KNOWN_L1 && line->figure == MISSES &&
	       add_up(b, known_misses[KNOWN_L2].misses, sums);
}

/* Formats a line; false if one of its events is missing, or another line has the label. */
static bool
format_line(const struct totals_block *b, const struct totals_line *line,
    struct line_texts *texts)
{
	__int128 counts[NCOLUMNS], accesses[NCOLUMNS];
	bool is_rate = line->figure == RATE;

	if (!add_up(b, events_of(line), counts) || is_replaced(b, line) ||
	    (is_rate &&
		!add_up(b, known_misses[line->events].accesses, accesses)))
		return false;
	for (int i = 0; i < columns_of(line); i++) {
		if (is_rate)
			write_rate(texts->column[i], counts[i], accesses[i],
			    columns_of(line) == 1 ? 2 : 1);
		else
			format_count(texts->column[i], counts[i]);
	}
	return true;
}

static void
measure(struct totals_block *b)
{
	struct line_texts texts;

	for (size_t i = 0; i < NLINES; i++) {
		if (lines[i].figure == RATE ||
		    !format_line(b, &lines[i], &texts))
			continue;
		for (int j = 0; j < columns_of(&lines[i]); j++) {
			int len = (int)strlen(texts.column[j]);

			if (len > b->widths[j])
				b->widths[j] = len;
		}
	}
}

static void
print_line(struct totals_block *b, const struct totals_line *line,
    const struct line_texts *texts)
{
	static const char *const names[NKINDS][2] = {
	    [DATA] = {"rd  ", "wr"}, [BRANCHES] = {"cond", "ind"}};
	static const char *const ends[NKINDS] = {"  ", "   "};
	bool is_rate = line->figure == RATE;
	const int *w = b->widths;

	if (b->group >= 0 && b->group != line->group)
		printer_print(b->printer, "\n");
	b->group = line->group;
	printer_print(b->printer, "%s %*s", line->label, w[BOTH] + is_rate,
	    texts->column[BOTH]);
	if (columns_of(line) == 1)
		printer_print(b->printer, "\n");
	else if (is_rate)
		printer_print(b->printer, " (%*s     + %*s%s)\n", w[FIRST] + 1,
		    texts->column[FIRST], w[SECOND] + 1, texts->column[SECOND],
		    ends[line->kind]);
	else
		printer_print(b->printer, "  (%*s %s + %*s %s)\n", w[FIRST],
		    texts->column[FIRST], names[line->kind][0], w[SECOND],
		    texts->column[SECOND], names[line->kind][1]);
}

/* --- other events --------------------------------------------------------- */

/* True if the event is in a line of counts that is printed. */
static bool
is_in_block(const struct totals_block *b, const char *event)
{
	__int128 sums[NCOLUMNS];

	for (size_t i = 0; i < NLINES; i++) {
		const char *const *events = events_of(&lines[i]);

		if (lines[i].figure == RATE || !add_up(b, events, sums))
			continue;
		for (int j = 0; j < 2 && events[j] != NULL; j++)
			if (known_events_include(events[j], event))
				return true;
	}
	return false;
}

/* Measures the names and the counts of the marked events. */
static void
measure_events(const struct totals_block *b, const bool *marked, size_t *label,
    size_t *width)
{
	*label = LABEL_WIDTH;
	*width = 0;
	for (size_t i = 0; i < b->header->nevents; i++) {
		char count[FORMAT_SIZE];
		size_t len = (size_t)format_count(count, b->totals[i]);
		size_t name = strlen(b->header->events[i].name) + 1;

		if (!marked[i])
			continue;
		*label = name > *label ? name : *label;
		*width = len > *width ? len : *width;
	}
}

static void
print_event(struct totals_block *b, size_t event, size_t label, size_t width)
{
	const char *name = b->header->events[event].name;
	char count[FORMAT_SIZE];
	size_t len = (size_t)format_count(count, b->totals[event]);

	printer_name(b->printer, name);
	printer_print(b->printer, ":");
	printer_pad(b->printer, label - strlen(name) + width - len);
	printer_print(b->printer, "%s\n", count);
}

/* Prints the marked events, all as wide as the widest. */
static void
print_events(struct totals_block *b, const bool *marked)
{
	size_t label, width;

	measure_events(b, marked, &label, &width);
	if (width > 0 && b->group >= 0)
		printer_print(b->printer, "\n");
	if (width > 0)
		b->group = NGROUPS;
	for (size_t i = 0; i < b->header->nevents; i++)
		if (marked[i])
			print_event(b, i, label, width);
}

static void
print_others(struct totals_block *b, const char *formula)
{
	bool *marked = cli_alloc(b->header->nevents, sizeof(*marked));

	for (size_t i = 0; i < b->header->nevents; i++) {
		const char *name = b->header->events[i].name;

		marked[i] = !is_in_block(b, name) &&
			    (formula == NULL ||
				strcmp(name, estimated_cycles_event) != 0);
	}
	print_events(b, marked);
	free(marked);
}

static void
print_cycles(struct totals_block *b, const char *formula)
{
	int event = cg_header_event(
	    b->header, estimated_cycles_event, strlen(estimated_cycles_event));
	char count[FORMAT_SIZE];

	if (formula == NULL || event < 0)
		return;
	format_count(count, b->totals[event]);
	printer_print(b->printer, "%sEst. cycles:   %*s  (%s = %s)\n",
	    b->group >= 0 ? "\n" : "", b->widths[BOTH], count,
	    estimated_cycles_event, formula);
}

void
totals_print(const struct cg_header *header, const int64_t *totals,
    const char *formula, struct printer *printer)
{
	struct totals_block b = {.header = header,
	    .totals = totals,
	    .printer = printer,
	    .group = -1};
	struct line_texts texts;

	measure(&b);
	for (size_t i = 0; i < NLINES; i++)
		if (format_line(&b, &lines[i], &texts))
			print_line(&b, &lines[i], &texts);
	print_others(&b, formula);
	print_cycles(&b, formula);
}
