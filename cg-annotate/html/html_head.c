/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints what was measured, and the totals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libquery/events/estimated_cycles.h"
#include "libquery/header/cycle_model.h"
#include "libreport/numfmt.h"
#include "libreport/rates.h"
#include "sections.h"

/* --- facts ---------------------------------------------------------------- */

static void
print_fact(const struct html *p, const char *title, const char *text)
{
	html_text(p, " \xc2\xb7 ");
	html_text(p, title);
	page_name(p->printer, text);
}

static void
print_facts(const struct html *p)
{
	const struct cg_header *h = p->header;
	const struct report_options *o = p->report->options;
	const char *regex;

	html_text(p, "<p class=\"sub\">");
	page_name(p->printer, p->report->options->profile);
	for (size_t i = 0; i < h->ndescs; i++)
		if (!report_desc_is_empty(h->descs[i]))
			print_fact(p, "", h->descs[i]);
	if (h->creator != NULL)
		print_fact(p, "", h->creator);
	if (h->pid != NULL)
		print_fact(p, "PID ", h->pid);
	if (h->part != NULL)
		print_fact(p, "part ", h->part);
	if (h->thread != NULL)
		print_fact(p, "thread ", h->thread);
	for (size_t i = 0;
	     o->selection != NULL && (regex = selection_regex(o->selection,
					  SUBJECT_FUNCTION, i)) != NULL;
	     i++)
		print_fact(p, "functions ", regex);
	html_text(p, "</p>\n");
}

/* --- cards ---------------------------------------------------------------- */

/*
 * Prints a card.  If it shows the chosen event, key tells the script which
 * number it has; else key is NULL.
 */
static void
print_card(const struct html *p, const char *title, const char *value,
    const char *note, const char *key)
{
	page_card(p->printer,
	    &(struct page_card){
		.event = key != NULL ? p->events[p->deciding].name : NULL,
		.key = key,
		.title = title,
		.note = note,
		.value = value,
	    });
}

/* Prints the old and the new total, the change and its percentage, of the event
 * that the page begins with. */
static void
print_sides(const struct html *p)
{
	const struct html_event *e = &p->events[p->deciding];
	const int64_t *totals = p->report->profile.totals;
	static const char *const titles[] = {"old", "new"};
	char value[FORMAT_SIZE];

	for (size_t side = 0; side < 2; side++) {
		if (e->sides[side] < 0)
			continue;
		format_count(value, totals[e->sides[side]]);
		print_card(p, titles[side], value, NULL, titles[side]);
	}
	format_change(value, totals[e->index]);
	print_card(p, "change", value, NULL, "change");
	if (e->whole != 0)
		snprintf(value, sizeof(value), "%+.2f%%",
		    percent_of_sum(totals[e->index], e->whole));
	else
		strcpy(value, "none before");
	print_card(p, "change in percent", value, NULL, "percent");
}

static void
print_rate(const struct html *p, const struct rate *rate)
{
	const int64_t *totals = p->report->profile.totals;
	char *title = strcmp(rate->name, "Mispred") == 0
			  ? cli_format("branches mispredicted")
			  : cli_format("%s misses", rate->name);
	char value[FORMAT_SIZE + 1], note[2 * FORMAT_SIZE + 4];
	double percent;

	if (rate_compute(rate, totals, &percent)) {
		rate_format(value, percent, 2);
		strcat(value, "%");
		format_count(note, event_sum_of(&rate->misses, totals));
		strcat(note, " of ");
		format_count(
		    note + strlen(note), event_sum_of(&rate->accesses, totals));
		print_card(p, title, value, note, NULL);
	}
	free(title);
}

static void
print_totals(const struct html *p)
{
	const struct report_profile *profile = &p->report->profile;
	int cy = cycle_event_in(p->header);
	char value[FORMAT_SIZE];
	struct rates rates;

	format_count(value, html_deciding(p, profile->totals));
	print_card(p, "in total", value,
	    profile->is_calculated ? "calculated from the rows" : NULL,
	    "change");
	rates_find(&rates, p->header);
	for (size_t i = 0; i < rates.n; i++)
		print_rate(p, &rates.list[i]);
	if (cy >= 0) {
		format_count(value, profile->totals[cy]);
		print_card(
		    p, "Cy, cycles estimated by a model", value, NULL, NULL);
	}
	if (cg_header_event(p->header, "I1mr", 4) >= 0) {
		format_count(
		    value, estimated_cycles_of(p->header, profile->totals));
		print_card(p, "estimated cycles", value, NULL, NULL);
	}
}

void
html_head(const struct html *p)
{
	page_heading(p->printer, p->header->cmd);
	print_facts(p);
	html_text(p, "<dl class=\"cards\">\n");
	if (p->has_sides)
		print_sides(p);
	else
		print_totals(p);
	html_text(p, "</dl>\n");
	html_warnings_note(p);
	html_text(p, "</header>\n");
}
