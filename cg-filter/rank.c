/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threshold and top.  The rows of an entry lie together in a sorted profile, so
 * entries are runs of rows with their sums in one flat array.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "rank.h"

struct entry {
	size_t first; /* row */
	size_t nrows;
	bool kept;
};

struct entries {
	size_t n;
	struct entry *list;
	double *sizes; /* nevents an entry */
};

/* --- options -------------------------------------------------------------- */

static size_t
find_event(const struct cg_header *header, const char *option, const char *name,
    size_t len)
{
	int event = cg_header_event(header, name, len);

	if (event < 0)
		cli_usage("%s: there is no event \"%.*s\" in the profile",
		    option, (int)len, name);
	return (size_t)event;
}

/* the text before the first comma, in a new string */
static char *
copy_number(const char *text)
{
	char *copy = strdup(text);

	if (copy == NULL)
		cli_die("out of memory");
	copy[strcspn(copy, ",")] = '\0';
	return copy;
}

static void
resolve_threshold(struct ranking *r, const struct cg_header *header)
{
	char *number = copy_number(r->threshold);
	const char *p = r->threshold + strlen(number);

	r->percent = cli_percent("--threshold", number, 100);
	free(number);
	r->events = calloc(strlen(p) + 1, sizeof(*r->events));
	if (r->events == NULL)
		cli_die("out of memory");
	while (*p == ',') {
		size_t len = strcspn(++p, ",");

		r->events[r->nevents++] =
		    find_event(header, "--threshold", p, len);
		p += len;
	}
	if (r->nevents == 0)
		r->nevents = 1; /* event 0 */
}

static void
resolve_top(struct ranking *r, const struct cg_header *header)
{
	char *number = copy_number(r->top);
	const char *comma = r->top + strlen(number);

	r->limit = cli_int("--top", number, 0);
	free(number);
	if (*comma == ',')
		r->top_event =
		    find_event(header, "--top", comma + 1, strlen(comma + 1));
}

void
ranking_resolve(struct ranking *r, const struct cg_header *header)
{
	if (r->threshold != NULL)
		resolve_threshold(r, header);
	if (r->top != NULL)
		resolve_top(r, header);
}

/* --- entries -------------------------------------------------------------- */

static bool
same_entry(const struct cg_record *a, const struct cg_record *b)
{
	return a->file == b->file && a->function == b->function;
}

/* counts are added as numbers, not sizes: an entry's rows may cancel out */
static struct entries
find_entries(const struct cg_profile *profile, size_t nevents)
{
	size_t nrows = cg_profile_len(profile);
	struct entries e = {
	    .list = calloc(nrows + 1, sizeof(*e.list)),
	    .sizes = calloc(nrows * nevents + 1, sizeof(*e.sizes)),
	};
	struct cg_record previous = {.file = NULL}, record;

	if (e.list == NULL || e.sizes == NULL)
		cli_die("out of memory");
	for (size_t row = 0; row < nrows; row++) {
		cg_profile_at(profile, row, &record);
		if (!same_entry(&record, &previous))
			e.list[e.n++] = (struct entry){.first = row};
		e.list[e.n - 1].nrows++;
		for (size_t i = 0; i < nevents; i++)
			e.sizes[(e.n - 1) * nevents + i] +=
			    (double)record.counts[i];
		previous = record;
	}
	for (size_t i = 0; i < e.n * nevents; i++)
		e.sizes[i] = fabs(e.sizes[i]);
	return e;
}

/* --- choosing ------------------------------------------------------------- */

/* what 100 % of an event is */
static double
whole(const struct entries *e, int64_t total, size_t nevents, size_t event)
{
	double sum = 0;

	if (total != 0)
		return fabs((double)total);
	for (size_t i = 0; i < e->n; i++)
		sum += e->sizes[i * nevents + event];
	return sum;
}

static void
apply_threshold(const struct ranking *r, struct entries *e,
    const int64_t *total, size_t nevents)
{
	for (size_t i = 0; i < e->n; i++)
		e->list[i].kept = false;
	for (size_t k = 0; k < r->nevents; k++) {
		size_t event = r->events[k];
		double all = whole(e, total[event], nevents, event);

		for (size_t i = 0; i < e->n; i++) {
			double size = e->sizes[i * nevents + event];

			/* the comparison of cg_annotate: same rounding */
			if (all == 0 ? r->percent == 0
				     : size * 100 / all >= r->percent)
				e->list[i].kept = true;
		}
	}
}

struct ranked {
	double size;
	size_t entry; /* entries are in order of name: a total order */
};

static int
compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return (x->entry > y->entry) - (x->entry < y->entry);
}

static void
apply_top(const struct ranking *r, struct entries *e, size_t nevents)
{
	struct ranked *ranked = calloc(e->n + 1, sizeof(*ranked));

	if (ranked == NULL)
		cli_die("out of memory");
	for (size_t i = 0; i < e->n; i++)
		ranked[i] =
		    (struct ranked){e->sizes[i * nevents + r->top_event], i};
	qsort(ranked, e->n, sizeof(*ranked), compare_ranked);
	for (size_t i = (size_t)r->limit; i < e->n; i++)
		e->list[ranked[i].entry].kept = false;
	free(ranked);
}

bool *
ranking_choose(const struct ranking *r, const struct cg_profile *profile,
    const int64_t *total, size_t nevents)
{
	struct entries e = find_entries(profile, nevents);
	bool *kept = calloc(cg_profile_len(profile) + 1, sizeof(*kept));

	if (kept == NULL)
		cli_die("out of memory");
	for (size_t i = 0; i < e.n; i++)
		e.list[i].kept = true;
	if (r->threshold != NULL)
		apply_threshold(r, &e, total, nevents);
	if (r->top != NULL)
		apply_top(r, &e, nevents);
	for (size_t i = 0; i < e.n; i++)
		memset(kept + e.list[i].first, e.list[i].kept,
		    e.list[i].nrows * sizeof(*kept));
	free(e.list);
	free(e.sizes);
	return kept;
}

void
ranking_release(struct ranking *r)
{
	free(r->events);
}
