/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile says how large blocks are, but not where they begin, and what missed, but not
 * what hit.  So the hints are conditions and bounds. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events/known_events.h"
#include "libquery/header/description.h"
#include "libquery/rank.h"
#include "libreport/numfmt.h"
#include "data_hints.h"
#include "model/difference.h"
#include "model/report.h"

enum {
	ALIGNMENT = 16, /* of blocks of malloc, on processors of 64 bits */
	MOST_LINE_SIZE = 1 << 16,
	MOST_LINES = 2, /* that a block fills, for one more to matter */
	LEAST_GAIN = 10 /* percent of the misses on a datum */
};

/* --- cost ----------------------------------------------------------------- */

struct misses {
	struct event_sum d1;
	struct event_sum ll;
};

/* Returns the cycles that misses are estimated to cost. */
static __int128
cost_of(const struct misses *misses, const int64_t *counts)
{
	return known_misses[KNOWN_L1].cycles *
		   event_sum_of(&misses->d1, counts) +
	       known_misses[KNOWN_LL].cycles *
		   event_sum_of(&misses->ll, counts);
}

static char *
cost_hint(const struct report *report, const struct misses *misses,
    const int64_t *counts)
{
	__int128 cost = cost_of(misses, counts);
	__int128 whole = cost_of(misses, report->profile.totals);
	char cycles[FORMAT_SIZE], *of, *hint;

	format_count(cycles, cost);
	of = whole > 0 ? cli_format(", %.1f %% of the cost of all data",
			     percent_of_sum(cost, whole))
		       : cli_copy("", 0);
	hint = cli_format("about %s cycles (%d D1m + %d DLm)%s", cycles,
	    known_misses[KNOWN_L1].cycles, known_misses[KNOWN_LL].cycles, of);
	free(of);
	return hint;
}

/* --- lines ---------------------------------------------------------------- */

/* D1, in bytes, bytes and ways; a number is 0 if the header does not tell. */
struct shape {
	int64_t size, line, nways;
};

static struct shape
shape_of_D1(const struct cg_header *header)
{
	/* "32768 B, 64 B, 8-way associative" */
	const char *text = description_find(header, "D1 cache:");
	struct shape shape = {0};
	int64_t *const numbers[] = {&shape.size, &shape.line, &shape.nways};

	for (size_t i = 0; text != NULL && i < 3; i++) {
		if (cg_parse_int(text, strlen(text), numbers[i]) <= 0 ||
		    *numbers[i] < 0)
			*numbers[i] = 0;
		text = strstr(text, " B, ");
		text = text == NULL ? NULL : text + strlen(" B, ");
	}
	return shape;
}

/* Returns the size of the lines of D1, or 0 if the header does not tell. */
static int64_t
line_size(const struct cg_header *header)
{
	int64_t size = shape_of_D1(header).line;

	return size < ALIGNMENT || size > MOST_LINE_SIZE ? 0 : size;
}

/* Returns the size of each of several blocks, or 0 if it is not known. */
static int64_t
block_size(const struct data_list *d, const struct data_site *datum)
{
	struct data_blocks blocks = data_list_all_blocks(d, datum);

	return blocks.n > 1 && blocks.bytes > 0 && !blocks.vary
		   ? (int64_t)(blocks.bytes / blocks.n)
		   : 0;
}

/* Returns NULL if there is nothing to say: each block is in one line, or in many. */
static char *
lines_hint(const struct report *report, const struct data_site *datum)
{
	int64_t line = line_size(&report->profile.header);
	int64_t size = block_size(&report->data, datum);
	int64_t lines, last;

	if (line == 0 || size == 0 || size > MOST_LINES * line)
		return NULL;
	lines = (size + line - 1) / line;
	/* the last byte of a line at which a block can begin in this many lines */
	last = lines * line - size;
	if (last < line - ALIGNMENT)
		return cli_format(
		    lines == 1 ? "a block is in 2 lines of %lld bytes if it "
				 "begins after byte %lld of a line"
			       : "a block is in 2 lines of %lld bytes, in 3 "
				 "if it begins after byte %lld of a line",
		    (long long)line, (long long)last);
	return lines == 1 ? NULL
			  : cli_format("a block is in 2 lines of %lld bytes",
				(long long)line);
}

/* --- conflicts ------------------------------------------------------------ */

/* Returns the distance at which data are in the same set of D1, in bytes, or 0 if the header does
 * not tell. */
static int64_t
way_size(const struct cg_header *header)
{
	struct shape shape = shape_of_D1(header);

	return shape.nways > 0 ? shape.size / shape.nways : 0;
}

/* Returns NULL unless many misses in D1 are conflicts. */
static char *
conflicts_hint(
    const struct cg_header *header, const int64_t *counts, __int128 all)
{
	int event = cg_header_event(header, "D1mconf", strlen("D1mconf"));
	char conflicts[FORMAT_SIZE], distance[FORMAT_SIZE];
	int64_t way = way_size(header);

	if (event < 0 || way == 0 ||
	    (__int128)counts[event] * 100 < all * LEAST_GAIN)
		return NULL;
	format_count(conflicts, counts[event]);
	format_count(distance, way);
	return cli_format("%s D1 misses are conflicts: data used together are "
			  "multiples of %s bytes apart",
	    conflicts, distance);
}

/* --- fields --------------------------------------------------------------- */

/* Misses of a function on a field. */
struct use {
	const struct data_part *code;
	size_t field;
	__int128 misses;
};

struct uses {
	size_t n;
	struct use *list; /* of a function together */
};

static int
compare_functions(const struct use *x, const struct use *y)
{
	int order = strcmp(x->code->object, y->code->object);

	if (order == 0)
		order = strcmp(x->code->def_file, y->code->def_file);
	return order != 0 ? order
			  : strcmp(x->code->function, y->code->function);
}

static int
compare_uses(const void *a, const void *b)
{
	const struct use *x = a, *y = b;
	int order = compare_functions(x, y);

	return order != 0 ? order
			  : (x->field > y->field) - (x->field < y->field);
}

static void
add_uses(struct uses *uses, const struct misses *misses,
    const struct data_parts *code, size_t field)
{
	for (size_t i = 0; i < code->n; i++) {
		const struct data_part *part = &code->list[i];
		__int128 n = event_sum_of(&misses->d1, part->counts);

		if (n <= 0)
			continue;
		uses->list = cli_grow(uses->list, uses->n, sizeof(*uses->list));
		uses->list[uses->n++] = (struct use){part, field, n};
	}
}

/* Makes one use of those at several lines of a function. */
static void
join_uses(struct uses *uses)
{
	size_t n = 0;

	if (uses->n > 1) /* qsort takes no NULL */
		qsort(uses->list, uses->n, sizeof(*uses->list), compare_uses);
	for (size_t i = 0; i < uses->n; i++)
		if (n > 0 &&
		    compare_uses(&uses->list[n - 1], &uses->list[i]) == 0)
			uses->list[n - 1].misses += uses->list[i].misses;
		else
			uses->list[n++] = uses->list[i];
	uses->n = n;
}

/* The uses of a function: the one that misses most often, and the next ones. */
struct together {
	size_t n;
	const struct use *first;
	const struct use *second;
	__int128 gain; /* the misses on all fields but the first one */
};

/* Removes the uses of a function from a list that has `n` left. */
static struct together
take_function(const struct use *list, size_t n)
{
	struct together t = {.first = &list[0]};

	for (; t.n < n && compare_functions(list, &list[t.n]) == 0; t.n++) {
		const struct use *use = &list[t.n];

		if (t.n == 0)
			continue;
		if (use->misses > t.first->misses) {
			t.gain += t.first->misses;
			t.second = t.first;
			t.first = use;
			continue;
		}
		t.gain += use->misses;
		if (t.second == NULL || use->misses > t.second->misses)
			t.second = use;
	}
	return t;
}

/* Returns NULL unless a function has many misses on several fields. */
static char *
together_hint(
    const struct uses *uses, const struct data_parts *fields, __int128 all)
{
	struct together most = {.n = 0}, t;
	char count[FORMAT_SIZE], *more, *hint;

	for (size_t i = 0; i < uses->n; i += t.n) {
		t = take_function(&uses->list[i], uses->n - i);
		if (t.gain > most.gain)
			most = t;
	}
	if (most.n < 2 || most.gain * 100 < all * LEAST_GAIN)
		return NULL;
	format_count(count, most.gain);
	more =
	    most.n > 2
		? cli_format(", %s and %zu more",
		      fields->list[most.second->field].name, most.n - 2)
		: cli_format(" and %s", fields->list[most.second->field].name);
	hint = cli_format("always in one cache line: %s%s would have up to %s "
			  "fewer misses in %s",
	    fields->list[most.first->field].name, more, count,
	    most.first->code->name);
	free(more);
	return hint;
}

/* True for ".next", which can be moved; not for an offset or a member of an array. */
static bool
is_member(const struct data_part *field)
{
	return *field->name == '.' && strchr(field->name, '[') == NULL;
}

static char *
fields_hint(const struct report *report, const struct misses *misses,
    const struct data_parts *fields, __int128 all)
{
	struct data_parts *code = cli_alloc(fields->n, sizeof(*code));
	struct uses uses = {.n = 0};
	char *hint;

	for (size_t i = 0; i < fields->n; i++) {
		if (!is_member(&fields->list[i]))
			continue;
		data_parts_field_code(
		    &code[i], &report->data, &fields->list[i]);
		add_uses(&uses, misses, &code[i], i);
	}
	join_uses(&uses);
	hint = together_hint(&uses, fields, all);
	for (size_t i = 0; i < fields->n; i++)
		data_parts_release(&code[i]);
	free(code);
	free(uses.list);
	return hint;
}

/* --- all ------------------------------------------------------------------ */

static void
append(struct data_hints *hints, char *hint)
{
	if (hint != NULL)
		hints->list[hints->n++] = hint;
}

void
data_hints_init(struct data_hints *hints, const struct report *report,
    const struct data_site *datum, const struct data_parts *fields,
    const struct data_parts *code)
{
	const struct cg_header *header = &report->profile.header;
	struct misses misses;
	__int128 all;

	*hints = (struct data_hints){.n = 0};
	if (report->options->show != NULL || difference_is_reported(report) ||
	    !known_events_find(
		&misses.d1, header, known_misses[KNOWN_D1].misses) ||
	    !known_events_find(
		&misses.ll, header, known_misses[KNOWN_LLD].misses))
		return;
	all = event_sum_of(&misses.d1, code->counts);
	if (all <= 0)
		return;
	append(hints, cost_hint(report, &misses, code->counts));
	append(hints, lines_hint(report, datum));
	append(hints, conflicts_hint(header, code->counts, all));
	append(hints, fields_hint(report, &misses, fields, all));
}

void
data_hints_release(struct data_hints *hints)
{
	for (size_t i = 0; i < hints->n; i++)
		free(hints->list[i]);
}
