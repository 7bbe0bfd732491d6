/* SPDX-License-Identifier: BSD-2-Clause */
/* Each side of a loop has its own place, because the lines of the sources can differ. */
#include <inttypes.h>

#include "libreport/json_names.h"
#include "loop_json.h"

static void
put_key(const char *key, struct printer *p)
{
	printer_print(p, ", ");
	json_key(p, key);
}

/* Prints counts of the events that both profiles have. */
static void
put_counts(const struct loop_sides *s, const int64_t *counts, struct printer *p)
{
	const char *before = "{";

	for (size_t i = 0; i < NLOOP_EVENTS; i++) {
		if (!s->has_event[i])
			continue;
		printer_print(
		    p, "%s\"%s\": %" PRId64, before, loop_events[i], counts[i]);
		before = ", ";
	}
	printer_print(p, "}");
}

static void
put_side(const struct loop_sides *s, const char *key,
    const struct compared_loop *loop, struct printer *p)
{
	const struct loop_row *sum;

	if (loop == NULL)
		return;
	sum = &loop->sum;
	put_key(key, p);
	printer_print(p, "{\"file\": ");
	json_string(p, sum->first->file);
	if (sum->first_line != 0)
		printer_print(p,
		    ", \"first_line\": %" PRId64 ", \"last_line\": %" PRId64,
		    sum->first_line, sum->last_line);
	printer_print(p,
	    ", \"first_address\": \"%#" PRIx64
	    "\", \"last_address\": \"%#" PRIx64
	    "\", \"copies\": %zu, \"entries\": %zu, \"entered\": %" PRId64
	    ", \"rounds\": %" PRId64 ", \"own\": ",
	    sum->first->first, sum->first->last, sum->ncopies, sum->nheads,
	    sum->entered, sum->rounds);
	put_counts(s, sum->own, p);
	printer_print(p, "}");
}

static void
put_loop(
    const struct loop_sides *s, const struct loop_pair *pair, struct printer *p)
{
	const struct compared_loop *named =
	    pair->new != NULL ? pair->new : pair->old;

	printer_print(p, "{\"function\": ");
	json_string(p, named->sum.first->function);
	put_side(s, "old", pair->old, p);
	put_side(s, "new", pair->new, p);
	printer_print(p, "}");
}

static void
put_sums(const struct loop_sides *s, const char *key, const int64_t *old,
    const int64_t *new, struct printer *p)
{
	printer_print(p, ",\n");
	json_key(p, key);
	printer_print(p, "{\"old\": ");
	put_counts(s, old, p);
	printer_print(p, ", \"new\": ");
	put_counts(s, new, p);
	printer_print(p, "}");
}

void
loop_json_print(const struct loop_sides *s, const struct loop_request *request,
    const char *old_path, const char *new_path, struct printer *p)
{
	size_t n = (uint64_t)request->top < s->n ? (size_t)request->top : s->n;
	const char *before = "";

	printer_print(p,
	    "{\"format\": \"cg-diff\", \"version\": 1,\n\"by\": \"loop\",\n"
	    "\"inputs\": [");
	json_string(p, old_path);
	printer_print(p, ", ");
	json_string(p, new_path);
	printer_print(p, "],\n\"events\": [");
	for (size_t i = 0; i < NLOOP_EVENTS; i++)
		if (s->has_event[i]) {
			printer_print(p, "%s", before);
			json_string(p, loop_events[i]);
			before = ", ";
		}
	printer_print(p, "],\n\"loops\": [");
	for (size_t i = 0; i < n; i++) {
		printer_print(p, i > 0 ? ",\n " : "\n ");
		put_loop(s, &s->list[i], p);
	}
	printer_print(p, "\n],\n\"hidden\": %zu", s->n - n);
	put_sums(s, "total", s->old.totals, s->new.totals, p);
	if (request->pattern == NULL)
		put_sums(
		    s, "outside_of_loops", s->old.outside, s->new.outside, p);
	printer_print(p, "}\n");
}
