/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * With --lines, the rows are lines.  The version in JSON becomes 2 with the first
 * change that would break a reader of version 1.
 */
#include <stdio.h>
#include <string.h>

#include "libreport/json_names.h"
#include "libreport/names/separated_names.h"
#include "change_rows.h"

enum { NUMBER = 42 }; /* of 128 bits, with its sign */

/* Writes a number in decimal, without commas. */
static void
format_number(char to[NUMBER], __int128 number)
{
	unsigned __int128 rest =
	    number < 0 ? -(unsigned __int128)number : (unsigned __int128)number;
	char *p = &to[NUMBER - 1];

	*p = '\0';
	do
		*--p = (char)('0' + (int)(rest % 10));
	while ((rest /= 10) > 0);
	if (number < 0)
		*--p = '-';
	memmove(to, p, (size_t)(to + NUMBER - p));
}

/* Returns "new" or "gone" if one profile lacks the row, else "". */
static const char *
state_of(const struct change *change)
{
	if (change->is_new == change->is_gone)
		return "";
	return change->is_new ? "new" : "gone";
}

static const struct change_list *
list_of(const struct changes *c)
{
	return c->request->by_line ? &c->lines : &c->rows;
}

static bool
has_functions(const struct changes *c)
{
	return c->request->level == LIMIT_FUNCTION;
}

static bool
has_entries(const struct changes *c)
{
	return c->request->level == LIMIT_REGION;
}

/* Returns what the first name of a row is. */
static const char *
title_of_name(const struct changes *c)
{
	if (c->request->by_object)
		return "object";
	return has_entries(c) ? "region" : "file";
}

static const char *
name_of_event(const struct changes *c, size_t event)
{
	return c->request->projection.events[event].name;
}

/* --- separated values ----------------------------------------------------- */

static void
put_titles(const struct changes *c, char separator, struct printer *p)
{
	printer_print(p, "event%c%s", separator, title_of_name(c));
	if (has_functions(c))
		printer_print(p, "%cfunction", separator);
	if (c->request->by_line)
		printer_print(p, "%cline", separator);
	if (has_entries(c))
		printer_print(
		    p, "%cold_calls%cnew_calls", separator, separator);
	printer_print(p, "%cold%cnew%cchange%cstate\n", separator, separator,
	    separator, separator);
}

static void
put_row(const struct changes *c, const struct change *change, size_t event,
    char separator, struct printer *p)
{
	char number[NUMBER] = "";

	separated_name(p, separator, name_of_event(c, event));
	printer_print(p, "%c", separator);
	separated_name(p, separator, change->file);
	if (has_functions(c)) {
		printer_print(p, "%c", separator);
		separated_name(p, separator, change->function);
	}
	if (c->request->by_line)
		printer_print(p, "%c%lld", separator, (long long)change->line);
	if (has_entries(c))
		printer_print(p, "%c%lld%c%lld", separator,
		    (long long)change->old_entries, separator,
		    (long long)change->new_entries);
	format_number(number, change_of(change, event));
	printer_print(p, "%c%lld%c%lld%c%s%c%s\n", separator,
	    (long long)change->old[event], separator,
	    (long long)change->new[event], separator, number, separator,
	    state_of(change));
}

void
change_rows_print_separated(
    const struct changes *c, char separator, struct printer *p)
{
	put_titles(c, separator, p);
	for (size_t event = 0; event < c->request->nshown; event++) {
		struct ranked_changes ranked;

		changes_rank(&ranked, c, list_of(c), event);
		for (size_t i = 0; i < ranked.nshown; i++)
			put_row(c, ranked.shown[i], event, separator, p);
		ranked_changes_release(&ranked);
	}
}

/* --- JSON ----------------------------------------------------------------- */

/* Prints '"old": 1, "new": 3, "change": 2'. */
static void
put_counts(__int128 old, __int128 new, __int128 change, struct printer *p)
{
	char before[NUMBER] = "", now[NUMBER] = "", difference[NUMBER] = "";

	format_number(before, old);
	format_number(now, new);
	format_number(difference, change);
	printer_print(p, "\"old\": %s, \"new\": %s, \"change\": %s", before,
	    now, difference);
}

static void
put_object(const struct changes *c, const struct change *change, size_t event,
    struct printer *p)
{
	printer_print(p, "{\"event\": ");
	json_string(p, name_of_event(c, event));
	printer_print(p, ", ");
	json_key(p, title_of_name(c));
	json_string(p, change->file);
	if (has_functions(c)) {
		printer_print(p, ", \"function\": ");
		json_string(p, change->function);
	}
	if (c->request->by_line)
		printer_print(p, ", \"line\": %lld", (long long)change->line);
	if (has_entries(c))
		printer_print(p, ", \"old_calls\": %lld, \"new_calls\": %lld",
		    (long long)change->old_entries,
		    (long long)change->new_entries);
	printer_print(p, ", ");
	put_counts(change->old[event], change->new[event],
	    change_of(change, event), p);
	if (*state_of(change) != '\0')
		printer_print(p, ", \"state\": \"%s\"", state_of(change));
	printer_print(p, "}");
}

/* Prints the rows of all events.  Returns how many changed rows are not printed. */
static size_t
put_objects(const struct changes *c, struct printer *p)
{
	const char *before = "\n ";
	size_t nhidden = 0;

	printer_print(p, "\"rows\": [");
	for (size_t event = 0; event < c->request->nshown; event++) {
		struct ranked_changes ranked;

		changes_rank(&ranked, c, list_of(c), event);
		nhidden += ranked.nhidden;
		for (size_t i = 0; i < ranked.nshown; i++) {
			printer_print(p, "%s", before);
			put_object(c, ranked.shown[i], event, p);
			before = ",\n ";
		}
		ranked_changes_release(&ranked);
	}
	printer_print(p, "\n]");
	return nhidden;
}

void
change_rows_print_json(const struct changes *c, const char *old_path,
    const char *new_path, struct printer *p)
{
	size_t nhidden;

	printer_print(p,
	    "{\"format\": \"cg-diff\", \"version\": 1,\n\"by\": \"%s\",\n"
	    "\"inclusive\": %s,\n\"inputs\": [",
	    changes_kind(c), c->request->inclusive ? "true" : "false");
	json_string(p, old_path);
	printer_print(p, ", ");
	json_string(p, new_path);
	printer_print(p, "],\n\"events\": [");
	for (size_t event = 0; event < c->request->nshown; event++) {
		printer_print(p, "%s", event > 0 ? ", " : "");
		json_string(p, name_of_event(c, event));
	}
	printer_print(p, "],\n");
	nhidden = put_objects(c, p);
	printer_print(p, ",\n\"hidden\": %zu,\n\"total\": {", nhidden);
	for (size_t event = 0; event < c->request->nshown; event++) {
		printer_print(p, "%s", event > 0 ? ", " : "");
		json_key(p, name_of_event(c, event));
		printer_print(p, "{");
		put_counts(c->total.old[event], c->total.new[event],
		    change_of(&c->total, event), p);
		printer_print(p, "}");
	}
	printer_print(p, "}}\n");
}
