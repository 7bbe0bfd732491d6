/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads --sort and --threshold as cg_annotate does. */
#include <stdlib.h>
#include <string.h>

#include "libquery/events/events.h"
#include "sort_order.h"

/* Sets the threshold of one event; the text may end in "%". */
static void
set_threshold(struct sort_event *sort, const char *option, const char *text,
    size_t len, unsigned int maximum)
{
	sort->text = cli_copy(text, len);
	sort->threshold = cli_percent(option, sort->text, maximum);
	sort->text[strcspn(sort->text, "%")] = '\0';
}

/*
 * Reads "EVENT" or "EVENT:PCT"; true if there is a threshold.  The last colon
 * counts, since names of events may have colons.
 */
static bool
parse_sort_event(struct sort_event *sort, const struct cg_header *header,
    const char *text, size_t len)
{
	size_t name_len = len;

	while (name_len > 0 && text[name_len - 1] != ':')
		name_len--;
	if (name_len == 0) {
		sort->event = events_find(header, "--sort", text, len);
		return false;
	}
	sort->event = events_find(header, "--sort", text, name_len - 1);
	set_threshold(sort, "--sort", text + name_len, len - name_len, 100);
	return true;
}

/* Reads "A:PCT,B,..." and notes if any event has a threshold of its own. */
static void
parse_sort(
    struct sort_order *order, const struct cg_header *header, const char *sort)
{
	for (const char *part = sort;;) {
		size_t len = strcspn(part, ",");

		order->list =
		    cli_grow(order->list, order->n, sizeof(*order->list));
		order->list[order->n] = (struct sort_event){.text = NULL};
		order->has_own_thresholds |= parse_sort_event(
		    &order->list[order->n++], header, part, len);
		if (part[len] == '\0')
			return;
		part += len + 1;
	}
}

/*
 * Sets the thresholds that --sort does not.  If it sets any, the other events
 * have 0.  Otherwise the first event has the threshold of --threshold, and the
 * others pass only with the whole total.
 */
static void
set_other_thresholds(struct sort_order *order, const char *threshold)
{
	bool own = order->has_own_thresholds;

	for (size_t i = 0; i < order->n; i++) {
		const char *text = own ? "0" : i == 0 ? threshold : "100";

		if (order->list[i].text == NULL)
			set_threshold(&order->list[i], "--threshold", text,
			    strlen(text), own || i == 0 ? MAX_THRESHOLD : 100);
	}
}

void
sort_order_init(struct sort_order *order, const struct cg_header *header,
    size_t ncounted, const char *sort, const char *threshold)
{
	*order = (struct sort_order){.nevents = header->nevents};
	if (sort != NULL) {
		parse_sort(order, header, sort);
	} else {
		order->n = ncounted;
		order->list = cli_alloc(ncounted, sizeof(*order->list));
		for (size_t i = 0; i < ncounted; i++)
			order->list[i].event = i;
	}
	set_other_thresholds(order, threshold);
}

void
sort_order_settle(struct sort_order *order, const struct callgraph *graph,
    const int64_t *totals)
{
	struct sort_event *list = order->list, first = list[0];
	struct ranking ranking;
	unsigned __int128 size = 0;
	size_t i = 0;

	while (
	    i < order->n && (size = callgraph_size(graph, list[i].event)) == 0)
		i++;
	if (i == order->n)
		i = 0;
	order->deciding = list[i].event;
	order->totals = totals;
	if (!order->has_own_thresholds) {
		list[0].text = list[i].text;
		list[0].threshold = list[i].threshold;
		list[i].text = first.text;
		list[i].threshold = first.threshold;
	}
	ranking = (struct ranking){.percent = list[i].threshold};
	if (totals[order->deciding] != 0)
		size = size_of_count(totals[order->deciding]);
	order->least = ranking_least(&ranking, size);
}

unsigned __int128
sort_threshold_least(const char *threshold, unsigned __int128 all)
{
	struct ranking ranking = {
	    .percent = cli_percent("--threshold", threshold, MAX_THRESHOLD)};

	return ranking_least(&ranking, all);
}

/* One event after another, because the sizes of all events took a quarter of the memory of
 * a report of functions. */
bool *
sort_order_passing(
    const struct sort_order *order, const int64_t *const *counts, size_t n)
{
	bool *passing = cli_alloc(n, sizeof(*passing));
	struct sizes sizes = sizes_new(n, 1);

	for (size_t i = 0; i < order->n; i++) {
		size_t event = order->list[i].event, only = 0;
		struct ranking ranking = {.percent = order->list[i].threshold,
		    .events = &only,
		    .nevents = 1};

		for (size_t j = 0; j < n; j++)
			sizes.list[j] = size_of_count(counts[j][event]);
		ranking_threshold(
		    &ranking, &sizes, &order->totals[event], passing);
	}
	sizes_release(&sizes);
	return passing;
}

void
sort_order_release(struct sort_order *order)
{
	for (size_t i = 0; i < order->n; i++)
		free(order->list[i].text);
	free(order->list);
}
