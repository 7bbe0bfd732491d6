/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints texts and counts so that they fit a terminal, and columns of counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libreport/printer.h"
#include "libreport/names/short_name.h"
#include "terminal.h"

const char terminal_ellipsis[] = "...";

/* --- texts ---------------------------------------------------------------- */

void
terminal_short(const struct terminal_report *t, size_t width, const char *text,
    size_t shorten(char *, const char *, size_t, const char *))
{
	printer_name(t->printer, short_names_find(&t->printer->names, shorten,
				     text, width, terminal_ellipsis, NULL));
}

/* Returns how many bytes of a text go into a line: whole words, or at least a part of one. */
static size_t
fit_words(const char *text, size_t width)
{
	size_t fit = text_fit(text, strlen(text), width), len = fit;

	if (text[fit] == '\0')
		return fit;
	while (len > 0 && text[len] != ' ')
		len--;
	while (len > 0 && text[len - 1] == ' ')
		len--;
	return len > 0 ? len : strcspn(text, " ");
}

void
terminal_prose(const struct terminal_report *t, size_t first, size_t rest,
    const char *text)
{
	size_t indent = first;

	do {
		size_t room, len;
		char *words;

		if (indent + LEAST_ROOM > t->width)
			indent =
			    t->width > LEAST_ROOM ? t->width - LEAST_ROOM : 0;
		room = t->width - indent;
		len = fit_words(text, room);
		words = cli_copy(text, len);
		printer_pad(t->printer, indent);
		terminal_short(t, room, words, short_text);
		printer_print(t->printer, "\n");
		free(words);
		text += len;
		text += strspn(text, " ");
		indent = rest;
	} while (*text != '\0');
}

void
terminal_line(const struct terminal_report *t, const char *text)
{
	terminal_prose(t, 0, 2, text);
}

void
terminal_percent(char to[FORMAT_SIZE], __int128 count, __int128 total)
{
	double percent = percent_of_sum(count, total);

	if (total == 0)
		strcpy(to, "-");
	else if (-99999 < percent && percent < 99999)
		snprintf(to, FORMAT_SIZE, "%.1f %%", percent);
	else
		strcpy(to, percent < 0 ? "<-99999 %" : ">99999 %");
}

size_t
terminal_count(
    char to[FORMAT_SIZE], const struct key_event *event, __int128 count)
{
	return (size_t)(event->is_change ? format_change(to, count)
					 : format_count(to, count));
}

/* --- columns of counts ---------------------------------------------------- */

static size_t
write_cell(
    char to[FORMAT_SIZE], const struct key_event *event, const int64_t *counts)
{
	__int128 count = event_sum_of(&event->sum, counts);

	if (event->of.n == 0)
		return terminal_count(to, event, count);
	terminal_percent(to, count, event_sum_of(&event->of, counts));
	return strlen(to);
}

void
keep_widest(size_t *width, size_t wanted)
{
	if (wanted > *width)
		*width = wanted;
}

void
terminal_columns_init(struct terminal_columns *c,
    const struct terminal_report *terminal, bool has_share, bool has_cumulative)
{
	bool percentages = terminal->report->options->percentages;

	*c = (struct terminal_columns){.terminal = terminal,
	    .has_share = has_share && percentages,
	    .has_cumulative = has_cumulative && percentages,
	    .share_width = strlen("share"),
	    .cumulative_width = strlen("cum.")};
	c->widths = cli_alloc(terminal->events.n, sizeof(*c->widths));
	c->is_shown = cli_alloc(terminal->events.n, sizeof(*c->is_shown));
	for (size_t i = 0; i < terminal->events.n; i++) {
		const char *name = terminal->events.list[i].name;

		c->widths[i] = text_width(name, strlen(name));
	}
}

void
terminal_columns_add(struct terminal_columns *c, const int64_t *counts)
{
	const struct key_events *events = &c->terminal->events;
	char text[FORMAT_SIZE];

	for (size_t i = 0; i < events->n; i++) {
		__int128 sum = event_sum_of(&events->list[i].sum, counts);

		keep_widest(
		    &c->widths[i], write_cell(text, &events->list[i], counts));
		if (i > 0)
			continue;
		terminal_percent(text, sum, c->terminal->events.list[0].whole);
		keep_widest(&c->share_width, strlen(text));
	}
}

/* Returns the width of the columns of all events, without shares. */
static size_t
width_of_all(const struct terminal_columns *c)
{
	size_t width = 0;

	for (size_t i = 0; i < c->terminal->events.n; i++)
		width += c->widths[i] + 2;
	return width;
}

static void
show(struct terminal_columns *c, size_t event)
{
	c->is_shown[event] = true;
	c->width += c->widths[event] + 2;
}

/* Returns the event that decides the order if it has no column yet, or else one that has. */
static size_t
deciding_event(const struct terminal_columns *c)
{
	const struct key_events *events = &c->terminal->events;

	for (size_t i = 1; i < events->n; i++)
		if (events->list[i].sum.n == 1 &&
		    events->list[i].sum.events[0] ==
			c->terminal->report->order.deciding)
			return i;
	return 0;
}

void
terminal_columns_fit(struct terminal_columns *c, size_t room, size_t least)
{
	size_t width = c->terminal->width, share = c->share_width + 2;
	size_t cumulative = c->cumulative_width + 2, deciding;
	bool are_named = c->terminal->report->options->show != NULL;

	show(c, 0);
	deciding = deciding_event(c);
	if (are_named && deciding > 0 &&
	    c->width + c->widths[deciding] + 2 + LEAST_ROOM <= width)
		show(c, deciding);
	c->has_share &= c->width + share + LEAST_ROOM <= width;
	c->width += c->has_share ? share : 0;
	c->has_cumulative &=
	    c->width + cumulative + LEAST_BESIDE_SHARES <= width &&
	    (!are_named || width_of_all(c) + (c->has_share ? share : 0) +
				   cumulative + room <=
			       width);
	c->width += c->has_cumulative ? cumulative : 0;
	for (size_t i = 1; i < c->terminal->events.n; i++) {
		if (c->is_shown[i])
			continue;
		if (c->width + c->widths[i] + 2 + (are_named ? least : room) >
		    width)
			break;
		show(c, i);
	}
}

void
terminal_columns_release(struct terminal_columns *c)
{
	free(c->widths);
	free(c->is_shown);
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

void
terminal_columns_print_heading(
    const struct terminal_columns *c, const char *title)
{
	const struct terminal_report *t = c->terminal;
	struct printer *printer = t->printer;

	printer_print(printer, "\n");
	for (size_t i = 0; i < t->events.n; i++) {
		const char *name = t->events.list[i].name;

		if (!c->is_shown[i])
			continue;
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

void
terminal_columns_print(const struct terminal_columns *c, const int64_t *counts,
    const bool *present, const __int128 *cumulative)
{
	const struct terminal_report *t = c->terminal;
	struct printer *printer = t->printer;
	char text[FORMAT_SIZE];

	if (counts == NULL) {
		printer_pad(printer, c->width);
		return;
	}
	for (size_t i = 0; i < t->events.n; i++) {
		const struct event_sum *sum = &t->events.list[i].sum;
		__int128 count = event_sum_of(sum, counts);
		__int128 total = t->events.list[i].whole;
		bool is_there = is_present(sum, present);
		enum paint paint =
		    is_there ? count_paint(count, total) : PAINT_FAINT;

		if (!c->is_shown[i])
			continue;
		strcpy(text, ".");
		if (is_there)
			write_cell(text, &t->events.list[i], counts);
		print_cell(printer, c->widths[i], paint, text);
		if (i == 0 && c->has_share) {
			terminal_percent(text, count, total);
			print_cell(printer, c->share_width, paint, text);
		}
		if (i == 0 && c->has_cumulative) {
			*text = '\0';
			if (cumulative != NULL)
				terminal_percent(text, *cumulative, total);
			print_cell(
			    printer, c->cumulative_width, PAINT_NONE, text);
		}
	}
}
