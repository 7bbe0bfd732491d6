/* SPDX-License-Identifier: BSD-2-Clause */
/* Takes the counts that are shown out of the rows of both sides, and ranks them. */
#include <stdlib.h>
#include <string.h>

#include "changes.h"
#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "libquery/rank.h"

/* --- making --------------------------------------------------------------- */

/* Copies the counts of the events that are shown. */
static void
project(struct changes_request *request, const int64_t *counts, int64_t *to)
{
	struct cg_record record = {
	    .file = "", .function = "", .counts = counts};

	projection_apply(&request->projection, &record);
	memcpy(to, record.counts, request->nshown * sizeof(*to));
}

size_t
changes_events(struct changes_request *request, const struct cg_header *header,
    struct cg_event *events)
{
	int64_t *one = cli_alloc(header->nevents, sizeof(*one));
	int64_t *shown = cli_alloc(request->nshown, sizeof(*shown));
	size_t n = 0;

	for (size_t i = 0; i < header->nevents; i++) {
		one[i] = 1;
		project(request, one, shown);
		one[i] = 0;
		if (!are_zero(shown, request->nshown))
			events[n++] = header->events[i];
	}
	free(shown);
	free(one);
	return n;
}

/* Takes all pairs of rows. */
static void
take_rows(struct change_list *to, struct changes_request *request)
{
	size_t nshown = request->nshown, nevents = to->rows.header->nevents;
	size_t most =
	    cg_profile_len(to->rows.old) + cg_profile_len(to->rows.new);
	int64_t *counts = cli_alloc(2 * most * nshown, sizeof(*counts));
	struct level_pair pair;

	to->counts = counts;
	to->list = cli_alloc(most, sizeof(*to->list));
	for (; level_rows_next(&to->rows, &pair); counts += 2 * nshown) {
		project(request, pair.old, counts);
		project(request, pair.new, counts + nshown);
		to->list[to->n++] = (struct change){
		    .file = pair.row.file,
		    .def_file = pair.row.def_file,
		    .function = pair.row.function,
		    .line = pair.row.line,
		    .old = counts,
		    .new = counts + nshown,
		    .old_entries = pair.old_entries,
		    .new_entries = pair.new_entries,
		    .is_new = are_zero(pair.old, nevents),
		    .is_gone = are_zero(pair.new, nevents),
		};
	}
}

void
changes_make(struct changes *c, struct changes_request *request,
    const struct side *old, const struct side *new, struct totals totals)
{
	*c = (struct changes){.request = request};
	if (request->by_object)
		level_rows_of_objects(&c->rows.rows, old, new);
	else
		level_rows_make(&c->rows.rows, old, new, request->level,
		    request->inclusive);
	take_rows(&c->rows, request);
	if (request->by_line) {
		level_rows_of_lines(&c->lines.rows, old, new);
		take_rows(&c->lines, request);
	}
	c->total_counts =
	    cli_alloc(2 * request->nshown, sizeof(*c->total_counts));
	project(request, totals.old, c->total_counts);
	project(request, totals.new, c->total_counts + request->nshown);
	c->total = (struct change){.file = "total",
	    .function = "",
	    .old = c->total_counts,
	    .new = c->total_counts + request->nshown};
}

const char *
changes_kind(const struct changes *c)
{
	if (c->request->by_line)
		return "line";
	if (c->request->by_object)
		return "object";
	return c->request->level == LIMIT_REGION ? "region"
	       : c->request->level == LIMIT_FILE ? "file"
						 : "function";
}

static void
release_list(struct change_list *list)
{
	level_rows_release(&list->rows);
	free(list->list);
	free(list->counts);
}

void
changes_release(struct changes *c)
{
	release_list(&c->rows);
	if (c->request->by_line)
		release_list(&c->lines);
	free(c->total_counts);
}

/* --- ranking -------------------------------------------------------------- */

__int128
change_of(const struct change *change, size_t event)
{
	return change->new[event] - level_scaled(change->old[event],
					change->old_entries,
					change->new_entries);
}

/* Returns the indices of the rows, the largest change first; the caller frees them. */
static size_t *
order_of(const struct change_list *rows, size_t event)
{
	struct sizes sizes = sizes_new(rows->n, 1);
	size_t *order;

	for (size_t i = 0; i < rows->n; i++)
		sizes.list[i] = size_of_count(change_of(&rows->list[i], event));
	order = ranking_order(&sizes, 0);
	sizes_release(&sizes);
	return order;
}

void
changes_rank(struct ranked_changes *r, const struct changes *c,
    const struct change_list *rows, size_t event)
{
	size_t *order = order_of(rows, event);
	size_t top = (size_t)c->request->top;

	*r = (struct ranked_changes){.changes = c, .event = event};
	r->shown = cli_alloc(rows->n, sizeof(*r->shown));
	for (size_t i = 0; i < rows->n; i++) {
		const struct change *change = &rows->list[order[i]];

		if (change_of(change, event) == 0)
			break;
		if (r->nshown < top && !cg_is_filtered(change->file)) {
			r->shown[r->nshown++] = change;
			continue;
		}
		r->nhidden++;
		r->hidden_old += change->new[event] - change_of(change, event);
		r->hidden_new += change->new[event];
	}
	free(order);
}

void
ranked_changes_release(struct ranked_changes *r)
{
	free(r->shown);
}

/* --- lines ---------------------------------------------------------------- */

static int
compare_function(const void *element, const void *key)
{
	const struct change *line = element, *function = key;
	int order = strcmp(line->def_file, function->file);

	return order != 0 ? order : strcmp(line->function, function->function);
}

/* Puts a line at its place among the largest ones.  Returns their number. */
static size_t
insert(const struct change *lines[CHANGED_LINES], size_t n,
    const struct change *line, size_t event)
{
	size_t i = n < CHANGED_LINES ? n : CHANGED_LINES - 1;
	unsigned __int128 size = size_of_count(change_of(line, event));

	if (n == CHANGED_LINES &&
	    size <= size_of_count(change_of(lines[i], event)))
		return n;
	for (; i > 0 && size > size_of_count(change_of(lines[i - 1], event));
	     i--)
		lines[i] = lines[i - 1];
	lines[i] = line;
	return n < CHANGED_LINES ? n + 1 : n;
}

size_t
changes_lines(const struct changes *c, const struct change *function,
    size_t event, const struct change *lines[CHANGED_LINES])
{
	const struct change *list = c->lines.list;
	size_t n = 0;

	for (size_t i = lower_bound(
		 function, list, c->lines.n, sizeof(*list), compare_function);
	     i < c->lines.n && compare_function(&list[i], function) == 0; i++)
		if (list[i].line > 0 && change_of(&list[i], event) != 0)
			n = insert(lines, n, &list[i], event);
	return n;
}
