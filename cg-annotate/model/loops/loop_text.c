/* SPDX-License-Identifier: BSD-2-Clause */
/* A loop that was not entered, because counting began in it, has no mean. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/loops/loop_bound.h"
#include "libreport/text_width.h"
#include "loop_bound_text.h"
#include "loop_mnemonics.h"
#include "loop_text.h"

/* --- sentences ---------------------------------------------------------------- */

char *
loop_coverage(const struct report *report)
{
	size_t event = report->order.deciding;
	char share[FORMAT_SIZE], *text;

	format_share(share, percent_of(report->loops.outside[event],
				report->profile.totals[event]));
	text = cli_format("%s", share + strspn(share, " ("));
	text[strcspn(text, "%")] = '\0';
	strcpy(share, text);
	free(text);
	return cli_format(
	    "%s %% of %s is in code %soutside loops, which loops may call",
	    share, report->profile.header.events[event].name,
	    report->loops.is_selected ? "of these functions " : "");
}

char *
loop_others(const struct report *report)
{
	size_t n = report->loops.nothers;

	if (n == 0)
		return NULL;
	return cli_format("(%zu more loop%s: --threshold=0%s shows %s)", n,
	    n == 1 ? "" : "s",
	    report->options->top >= 0 ? " without --top" : "",
	    n == 1 ? "it" : "them");
}

/* --- columns ---------------------------------------------------------------- */

static void
add_column(struct loop_columns *c, enum loop_column_kind kind, size_t event,
    char *title)
{
	c->list = cli_grow(c->list, c->n, sizeof(*c->list));
	c->list[c->n++] = (struct loop_column){.kind = kind,
	    .event = event,
	    .title = title,
	    .width = text_width(title, strlen(title))};
}

/* If floating-point operations were counted, and a loop has some. */
static void
add_vectors(struct loop_columns *c, const struct report *report)
{
	const struct cg_header *header = &report->profile.header;
	const struct loop_list *l = &report->loops;
	int whole = cg_header_event(header, "Fl", 2);
	int event = cg_header_event(header, "FlV", 3);

	for (size_t i = 0; i < l->n && whole >= 0 && event >= 0; i++) {
		if (l->list[i].own[whole] == 0)
			continue;
		add_column(
		    c, LOOP_VECTORS, (size_t)event, cli_format("vectors"));
		c->list[c->n - 1].whole = (size_t)whole;
		return;
	}
}

static void
add_costs(struct loop_columns *c, const struct report *report)
{
	const struct cg_header *header = &report->profile.header;
	int ir = cg_header_event(header, "Ir", 2);
	size_t deciding = report->order.deciding;
	size_t usual[2] = {(size_t)ir, deciding};
	size_t n = deciding == (size_t)ir ? 1 : 2;
	const size_t *events = usual;

	if (report->options->show != NULL) {
		events = report->shown.list;
		n = report->shown.n;
	}
	for (size_t i = 0; i < n; i++) {
		add_column(c, LOOP_COST_OF_ROUND, events[i],
		    cli_format("%s/round", header->events[events[i]].name));
		if ((int)events[i] == cycle_event_in(header))
			c->list[c->n - 1].estimates = header;
	}
}

void
loop_cell(char to[FORMAT_SIZE], const struct loop_column *column,
    const struct loop_row *row)
{
	int64_t whole = row->entered, part = row->rounds;

	if (column->kind == LOOP_ENTERED || column->kind == LOOP_ROUNDS) {
		format_count(to, column->kind == LOOP_ENTERED ? whole : part);
		return;
	}
	if (column->kind == LOOP_COST_OF_ROUND) {
		whole = row->rounds;
		part = row->own[column->event];
	}
	if (column->kind == LOOP_VECTORS && row->own[column->whole] > 0) {
		snprintf(to, FORMAT_SIZE, "%.0f %%",
		    percent_of(
			row->own[column->event], row->own[column->whole]));
		return;
	}
	if (column->kind == LOOP_VECTORS ||
	    (column->estimates != NULL &&
		!loop_is_estimated(row, column->estimates)))
		whole = 0;
	if (whole > 0)
		format_mean(to, (double)part / (double)whole);
	else
		strcpy(to, "-");
}

void
loop_columns_init(
    struct loop_columns *c, const struct report *report, bool has_rounds)
{
	char text[FORMAT_SIZE];

	*c = (struct loop_columns){.n = 0};
	add_column(c, LOOP_ENTERED, 0, cli_format("entered"));
	if (has_rounds)
		add_column(c, LOOP_ROUNDS, 0, cli_format("rounds"));
	add_column(c, LOOP_ROUNDS_EACH, 0, cli_format("rounds each"));
	add_vectors(c, report);
	add_costs(c, report);
	for (size_t i = 0; i < c->n; i++)
		for (size_t j = 0; j < report->loops.n; j++) {
			size_t len;

			loop_cell(text, &c->list[i], &report->loops.list[j]);
			len = strlen(text);
			if (len > c->list[i].width)
				c->list[i].width = len;
		}
}

void
loop_columns_release(struct loop_columns *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->list[i].title);
	free(c->list);
}

/* --- what limits a round ------------------------------------------------------ */

const char *const loop_limit_titles[2] = {"bound by", "without it"};

void
loop_limits_init(struct loop_limits *limits, const struct report *report)
{
	const struct loop_list *l = &report->loops;
	const struct cg_header *header = &report->profile.header;
	char **mnemonics;

	*limits = (struct loop_limits){.n = 0};
	if (!loop_bounds_are_known(header))
		return;
	mnemonics = loop_mnemonics(report);
	limits->n = l->n;
	for (size_t i = 0; i < 2; i++) {
		limits->texts[i] = cli_alloc(l->n, sizeof(*limits->texts[i]));
		limits->widths[i] = strlen(loop_limit_titles[i]);
		for (size_t j = 0; j < l->n; j++) {
			char *text = i == 0
					 ? loop_bound_text(&l->list[j], header,
					       mnemonics[j])
					 : loop_bound_rest(&l->list[j], header);
			size_t width = text_width(text, strlen(text));

			limits->texts[i][j] = text;
			if (width > limits->widths[i])
				limits->widths[i] = width;
		}
	}
	loop_mnemonics_free(mnemonics, l->n);
}

void
loop_limits_release(struct loop_limits *limits)
{
	for (size_t i = 0; i < 2; i++) {
		for (size_t j = 0; j < limits->n; j++)
			free(limits->texts[i][j]);
		free(limits->texts[i]);
	}
}
