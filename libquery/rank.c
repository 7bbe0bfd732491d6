/* SPDX-License-Identifier: BSD-2-Clause */
/* Threshold and top, on a table of sizes that knows nothing of rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "events.h"
#include "rank.h"

/* --- options -------------------------------------------------------------- */

/* the text before the first comma, in a new string */
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

	r->events = cli_alloc(strlen(p) + 1, sizeof(*r->events));
	while (*p == ',') {
		size_t len = strcspn(++p, ",");

		r->events[r->nevents++] =
		    events_find(header, "--threshold", p, len);
		p += len;
	}
	if (r->nevents == 0)
		r->events[r->nevents++] = r->event;
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

/* what 100 % of an event is */
static double
whole(const struct sizes *sizes, int64_t total, size_t event)
{
	double sum = 0;

	if (total != 0)
		return fabs((double)total);
	for (size_t i = 0; i < sizes->n; i++)
		sum += sizes->list[i * sizes->nevents + event];
	return sum;
}

void
ranking_threshold(const struct ranking *r, const struct sizes *sizes,
    const int64_t *total, bool *kept)
{
	for (size_t k = 0; k < r->nevents; k++) {
		size_t event = r->events[k];
		double all = whole(sizes, total[event], event);

		for (size_t i = 0; i < sizes->n; i++) {
			double size = sizes->list[i * sizes->nevents + event];

			/* the comparison of cg_annotate: same rounding */
			if (all == 0 ? r->percent == 0
				     : size * 100 / all >= r->percent)
				kept[i] = true;
		}
	}
}

/* --- order ---------------------------------------------------------------- */

struct ranked {
	double size;
	size_t entry; /* makes the order total */
};

static int
compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return (x->entry > y->entry) - (x->entry < y->entry);
}

size_t *
ranking_order(const struct sizes *sizes, size_t event)
{
	struct ranked *ranked = cli_alloc(sizes->n + 1, sizeof(*ranked));
	size_t *order = cli_alloc(sizes->n + 1, sizeof(*order));

	for (size_t i = 0; i < sizes->n; i++)
		ranked[i] =
		    (struct ranked){sizes->list[i * sizes->nevents + event], i};
	qsort(ranked, sizes->n, sizeof(*ranked), compare_ranked);
	for (size_t i = 0; i < sizes->n; i++)
		order[i] = ranked[i].entry;
	free(ranked);
	return order;
}

void
ranking_top(const struct ranking *r, const struct sizes *sizes, bool *kept)
{
	size_t *order;

	if (r->top == NULL || (uint64_t)r->limit >= sizes->n)
		return;
	order = ranking_order(sizes, r->top_event);
	for (size_t i = (size_t)r->limit; i < sizes->n; i++)
		kept[order[i]] = false;
	free(order);
}

void
ranking_release(struct ranking *r)
{
	free(r->events);
}
