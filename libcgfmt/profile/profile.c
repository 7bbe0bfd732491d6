/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile in memory: one row for each place, line, address and target, with
 * its counts.  Sorting does not move rows; it makes a list of their numbers.
 */
#include <stdlib.h>

#include "error.h"
#include "profile/extras.h"
#include "profile/order.h"
#include "profile/packed.h"
#include "profile/places.h"
#include "profile/row_table.h"
#include "profile/rows.h"

enum { FIRST_ROWS = 1024 };

struct cg_profile {
	struct cg_error *error;
	struct places places;
	size_t nrows;
	struct rows rows;
	struct packed counts;
	struct extras extras;
	struct row_table table;
	size_t *order;   /* row numbers; NULL: not sorted since the last _add */
	size_t next;     /* 1 + number of the row found last */
	struct row last; /* the last row added */
	bool any;        /* there was a row since _new */
	bool in_order;   /* every row came at or after the one before it */
	bool sorted;     /* rows are in order by their numbers */
};

struct cg_profile *
cg_profile_new(size_t nevents, struct cg_error *error)
{
	struct cg_profile *p = calloc(1, sizeof(*p));

	error_clear(error);
	if (p == NULL) {
		error_memory(error);
		return NULL;
	}
	p->error = error;
	p->counts.width = p->extras.width = nevents;
	p->in_order = p->sorted = true;
	places_init(&p->places);
	return p;
}

void
cg_profile_pack(struct cg_profile *p)
{
	p->counts.may_narrow = true;
}

void
cg_profile_join_calls(struct cg_profile *p)
{
	p->places.joins_calls = true;
}

/* --- growing -------------------------------------------------------------- */

static int
grow(struct cg_profile *p)
{
	size_t capacity =
	    p->rows.capacity > 0 ? p->rows.capacity * 2 : FIRST_ROWS;

	if (capacity > UINT32_MAX)
		return error_set(p->error,
		    "a profile of more than %u rows does not fit",
		    UINT32_MAX / 2);
	if (packed_grow(&p->counts, capacity) < 0 ||
	    extras_grow(&p->extras, capacity) < 0 ||
	    rows_grow(&p->rows, capacity) < 0)
		return error_memory(p->error);
	return 0;
}

/* begins to store presence or execution counts, for the first record with them
 */
static int
track(struct cg_profile *p, bool present, bool times)
{
	struct extras *e = &p->extras;

	if (p->rows.capacity == 0 && grow(p) < 0)
		return -1;
	if ((present && e->present == NULL &&
		extras_track_given(e, p->nrows) < 0) ||
	    (times && e->times == NULL && extras_track_times(e, p->nrows) < 0))
		return error_memory(p->error);
	return 0;
}

/* --- adding --------------------------------------------------------------- */

static void
note_order(struct cg_profile *p, const struct row *row)
{
	if (p->any && order_compare(&p->places, &p->last, row) > 0)
		p->in_order = false;
	p->any = true;
	p->last = *row;
	free(p->order);
	p->order = NULL;
}

/* adds a row without counts */
static int
append(struct cg_profile *p, const struct row *row, size_t *number)
{
	if (rows_set(&p->rows, p->nrows, row) < 0 ||
	    packed_clear(&p->counts, p->nrows) < 0)
		return error_memory(p->error);
	extras_clear(&p->extras, p->nrows);
	*number = p->nrows++;
	return 0;
}

static int
add_counts(struct cg_profile *p, size_t row, const struct cg_record *record)
{
	int64_t *counts = packed_open(&p->counts, row);
	size_t fitting;

	if (counts == NULL)
		return error_memory(p->error);
	fitting = cg_counts_add(counts, record->counts, p->counts.width);
	if (fitting < p->counts.width)
		return error_set(p->error,
		    "the sum of event %zu of %s:%s, line %lld, "
		    "does not fit in 64 bits",
		    fitting + 1, record->file, record->function,
		    (long long)record->line);
	extras_add_given(&p->extras, row, record->present);
	return 0;
}

static int
add_times(struct cg_profile *p, size_t row, const struct cg_record *record)
{
	struct times times = {{record->executed, record->taken}};

	if (!extras_add_times(&p->extras, row, times))
		return error_set(p->error,
		    "the number of calls or jumps from %s:%s, line %lld, "
		    "does not fit in 64 bits",
		    record->file, record->function, (long long)record->line);
	return 0;
}

/*
 * Looks for the row at the places where it is likely.  Profiles of one program
 * mostly have the same rows in the same order, so it is the one found last, the
 * one after it, or the first.
 */
static bool
predict_row(const struct cg_profile *p, const struct row *row, size_t *number)
{
	size_t next = p->next < p->nrows ? p->next : 0;

	if (p->nrows == 0)
		return false;
	if (p->next > 0 && rows_are_same(&p->rows, p->next - 1, row))
		*number = p->next - 1;
	else if (rows_are_same(&p->rows, next, row))
		*number = next;
	else
		return false;
	return true;
}

/* true if the rows are in order and this one comes after all of them */
static bool
is_last(const struct cg_profile *p, const struct row *row)
{
	struct row last;

	if (p->nrows == 0 || !p->sorted)
		return p->nrows == 0;
	last = rows_at(&p->rows, p->nrows - 1);
	return order_compare(&p->places, &last, row) < 0;
}

/* finds the number of the row, or appends it */
static int
place_row(struct cg_profile *p, const struct row *row, size_t *number)
{
	uint32_t *slot;

	if (predict_row(p, row, number))
		return 0;
	if (is_last(p, row))
		return append(p, row, number);
	if (row_table_complete(&p->table, &p->rows, p->nrows) < 0)
		return error_memory(p->error);
	slot = row_table_slot(&p->table, &p->rows, row);
	if (*slot == 0) {
		if (append(p, row, number) < 0)
			return -1;
		p->sorted = false;
		*slot = (uint32_t)(*number + 1);
		p->table.nrows++;
	}
	*number = *slot - 1;
	return 0;
}

/* fast path: true if the record is of the row found last, as it mostly is in a
 * profile of functions */
static bool
is_found(const struct cg_profile *p, const struct cg_record *record)
{
	return p->next > 0 && p->order == NULL && record->kind == CG_COSTS &&
	       p->last.line == record->line &&
	       p->last.address == record->address &&
	       p->last.target == NO_TARGET &&
	       places_found_last(&p->places, record);
}

static int
find_row(struct cg_profile *p, const struct cg_record *record, size_t *number)
{
	struct row row = {.line = record->line, .address = record->address};

	if (is_found(p, record)) {
		*number = p->next - 1;
		return 0;
	}
	if (places_find(&p->places, record, &row.place) < 0 ||
	    places_find_target(&p->places, record, &row.target) < 0)
		return error_memory(p->error);
	if (p->nrows == p->rows.capacity && grow(p) < 0)
		return -1;
	note_order(p, &row);
	if (place_row(p, &row, number) < 0)
		return -1;
	p->next = *number + 1;
	return 0;
}

int
cg_profile_add(struct cg_profile *p, const struct cg_record *record)
{
	size_t row;

	if (track(p, record->present != NULL, record->kind != CG_COSTS) < 0)
		return -1;
	if (find_row(p, record, &row) < 0 || add_counts(p, row, record) < 0)
		return -1;
	return record->kind == CG_COSTS ? 0 : add_times(p, row, record);
}

int
cg_profile_row(
    struct cg_profile *p, const struct cg_record *record, struct cg_row *found)
{
	size_t row;

	if (find_row(p, record, &row) < 0)
		return -1;
	found->counts = packed_open(&p->counts, row);
	if (found->counts == NULL)
		return error_memory(p->error);
	found->executed = found->taken = NULL;
	if (record->kind == CG_COSTS)
		return 0;
	if (track(p, false, true) < 0)
		return -1;
	found->executed = &p->extras.times[row].of[TIMES];
	found->taken = &p->extras.times[row].of[FOLLOWED];
	return 0;
}

/* --- order ---------------------------------------------------------------- */

int
cg_profile_sort(struct cg_profile *p)
{
	if (p->sorted || p->order != NULL)
		return 0;
	p->order = order_new(&p->places, &p->rows, p->nrows);
	return p->order != NULL ? 0 : error_memory(p->error);
}

bool
cg_profile_in_order(const struct cg_profile *p)
{
	return p->in_order;
}

/* --- rows ----------------------------------------------------------------- */

size_t
cg_profile_len(const struct cg_profile *p)
{
	return p->nrows;
}

void
cg_profile_at(const struct cg_profile *p, size_t i, struct cg_record *record)
{
	size_t number = p->order != NULL ? p->order[i] : i;
	struct row row = rows_at(&p->rows, number);
	struct times times = extras_times(&p->extras, number);

	/* member by member, as in the reader */
	places_get(&p->places, row.place, record);
	record->address = row.address;
	record->line = row.line;
	record->counts = packed_at(&p->counts, number);
	record->present = extras_given(&p->extras, number);
	record->executed = times.of[TIMES];
	record->taken = times.of[FOLLOWED];
	record->target = (struct cg_target){.object = NULL};
	places_get_target(&p->places, row.target, record);
}

int
cg_profile_put(struct cg_profile *p, struct cg_writer *writer)
{
	struct cg_record record;

	if (cg_profile_sort(p) < 0)
		return -1;
	for (size_t i = 0; i < p->nrows; i++) {
		cg_profile_at(p, i, &record);
		if (cg_writer_put(writer, &record) < 0)
			return -1;
	}
	return 0;
}

int
cg_profile_clear(struct cg_profile *p)
{
	/* the next row will be compared with the last one */
	if (p->any &&
	    places_keep(&p->places, &p->last.place, &p->last.target) < 0)
		return error_memory(p->error);
	p->nrows = p->next = 0;
	p->sorted = true;
	free(p->order);
	p->order = NULL;
	row_table_clear(&p->table);
	return 0;
}

void
cg_profile_free(struct cg_profile *p)
{
	if (p == NULL)
		return;
	places_release(&p->places);
	rows_release(&p->rows);
	packed_release(&p->counts);
	extras_release(&p->extras);
	row_table_release(&p->table);
	free(p->order);
	free(p);
}
