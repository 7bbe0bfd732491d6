/* SPDX-License-Identifier: BSD-2-Clause */
/* Sizes are 128 bits wide so that any sum of counts has an absolute value. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "rank.h"

/* --- sizes ---------------------------------------------------------------- */

struct sizes
sizes_new(size_t n, size_t nevents)
{
	return (struct sizes){.n = n,
	    .nevents = nevents,
	    .list = cli_alloc(n * nevents, sizeof(unsigned __int128))};
}

void
sizes_release(struct sizes *sizes)
{
	free(sizes->list);
}

/* --- options -------------------------------------------------------------- */

/* Copies the text before the first comma. */
static char *
copy_number(const char *text)
{
	return cli_copy(text, strcspn(text, ","));
}

void
ranking_set_threshold(struct ranking *r, const char *text)
{
	char *number = copy_number(text);

	r->threshold = text;
	r->percent = cli_percent("--threshold", number, 100);
	free(number);
}

void
ranking_set_top(struct ranking *r, const char *text)
{
	char *number = copy_number(text);

	r->top = text;
	r->limit = cli_int("--top", number, 0);
	free(number);
}

static void
resolve_threshold(struct ranking *r, const struct cg_header *header)
{
	const char *p = r->threshold + strcspn(r->threshold, ",");

	r->events = cli_alloc(strlen(p) + 1 + r->also.n, sizeof(*r->events));
	while (*p == ',') {
		size_t len = strcspn(++p, ",");

		r->events[r->nevents++] =
		    events_find(header, "--threshold", p, len);
		p += len;
	}
	if (r->nevents > 0)
		return;
	r->events[r->nevents++] = r->event;
	for (size_t i = 0; i < r->also.n; i++)
		r->events[r->nevents++] = r->also.events[i];
}

static void
resolve_top(struct ranking *r, const struct cg_header *header)
{
	const char *comma = r->top + strcspn(r->top, ",");

	r->top_event = r->event;
	if (*comma == ',')
		r->top_event =
		    events_find(header, "--top", comma + 1, strlen(comma + 1));
}

void
ranking_resolve(struct ranking *r, const struct cg_header *header)
{
	if (r->threshold != NULL)
		resolve_threshold(r, header);
	if (r->top != NULL)
		resolve_top(r, header);
}

/* --- threshold ------------------------------------------------------------ */

/* Returns the size that is 100 % of an event. */
static unsigned __int128
whole(const struct sizes *sizes, int64_t total, size_t event)
{
	unsigned __int128 sum = 0;

	if (total != 0)
		return size_of_count(total);
	for (size_t i = 0; i < sizes->n; i++)
		sum += sizes->list[i * sizes->nevents + event];
	return sum;
}

/* No product overflows, because value and share are less than 2^57. */
unsigned __int128
ranking_least(const struct ranking *r, unsigned __int128 all)
{
	uint64_t share = 100 * r->percent.scale;
	unsigned __int128 rest = all % share;

	return all / share * r->percent.value +
	       (rest * r->percent.value + share - 1) / share;
}

/* If the whole is 0, every entry is 0 %. */
void
ranking_threshold(const struct ranking *r, const struct sizes *sizes,
    const int64_t *total, bool *kept)
{
	for (size_t k = 0; k < r->nevents; k++) {
		size_t event = r->events[k];
		unsigned __int128 all = whole(sizes, total[event], event);
		unsigned __int128 least = ranking_least(r, all);

		if (all == 0 && r->percent.value > 0)
			continue;
		for (size_t i = 0; i < sizes->n; i++)
			if (sizes->list[i * sizes->nevents + event] >= least)
				kept[i] = true;
	}
}

/* --- order ---------------------------------------------------------------- */

struct ranked_entry {
	unsigned __int128 size;
	size_t entry; /* makes the order total */
};

static int
compare_ranked(const void *a, const void *b)
{
	const struct ranked_entry *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return (x->entry > y->entry) - (x->entry < y->entry);
}

size_t *
ranking_order(const struct sizes *sizes, size_t event)
{
	struct ranked_entry *ranked = cli_alloc(sizes->n + 1, sizeof(*ranked));
	size_t *order = cli_alloc(sizes->n + 1, sizeof(*order));

	for (size_t i = 0; i < sizes->n; i++)
		ranked[i] = (struct ranked_entry){
		    sizes->list[i * sizes->nevents + event], i};
	qsort(ranked, sizes->n, sizeof(*ranked), compare_ranked);
	for (size_t i = 0; i < sizes->n; i++)
		order[i] = ranked[i].entry;
	free(ranked);
	return order;
}

void
ranking_top(const struct ranking *r, const struct sizes *sizes, size_t event,
    bool *kept)
{
	size_t *order;

	if (r->top == NULL || (uint64_t)r->limit >= sizes->n)
		return;
	order = ranking_order(sizes, event);
	for (size_t i = (size_t)r->limit; i < sizes->n; i++)
		kept[order[i]] = false;
	free(order);
}

void
ranking_release(struct ranking *r)
{
	free(r->events);
}
