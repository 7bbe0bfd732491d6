/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile in memory: one row for each place, line, address and target, found
 * by hash, counts in one flat array.  What only some profiles have (addresses,
 * times, unwritten counts) lies in columns beside it that are made when the
 * first row has it.  Rows keep their numbers when they are sorted; the order is
 * a list of numbers beside them.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "places.h"
#include "rows.h"

enum { FIRST_ROWS = 1024 };

enum { TIMES, FOLLOWED, NTIMES };

struct times {
	int64_t of[NTIMES];
};

struct cg_profile {
	struct cg_error *error;
	struct places places;
	size_t nevents;
	size_t nrows;
	size_t capacity; /* in rows */
	struct rows rows;
	int64_t *counts;     /* nevents a row */
	bool *given;         /* nevents a row; NULL: all counts were written */
	struct times *times; /* one a row; NULL: there are costs only */
	size_t *order;       /* row numbers, sorted; NULL: as they came */
	uint32_t *table;     /* 1 + row number, open addressing; 0: free */
	size_t table_size;
	size_t ntabled;  /* rows in the table: the first ones */
	size_t next;     /* the row behind the one found last */
	struct row last; /* the last row added */
	bool any;        /* there was a row since _new */
	bool in_order;   /* no row was added before its predecessor's place */
	bool sorted;     /* the rows, as they came first */
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
	p->nevents = nevents;
	p->in_order = p->sorted = true;
	places_init(&p->places);
	return p;
}

/* --- finding rows --------------------------------------------------------- */

static size_t
hash_row(const struct row *row)
{
	/* odd multipliers spread what places, lines and addresses share */
	uint64_t hash =
	    ((uint64_t)row->place << 32 ^ row->target) * 0x9e3779b97f4a7c15u;

	hash = (hash ^ hash >> 32 ^ (uint64_t)row->line) * 0xff51afd7ed558ccdu;
	hash = (hash ^ hash >> 32 ^ row->address) * 0xc4ceb9fe1a85ec53u;
	return (size_t)(hash ^ hash >> 32);
}

/* the slot of the row, or the free one where it belongs */
static uint32_t *
find_slot(const struct cg_profile *p, const struct row *row)
{
	size_t mask = p->table_size - 1;

	for (size_t i = hash_row(row) & mask;; i = (i + 1) & mask) {
		uint32_t n = p->table[i];

		if (n == 0 || rows_are_same(&p->rows, n - 1, row))
			return &p->table[i];
	}
}

/* --- growing -------------------------------------------------------------- */

/* the array with room for n elements; NULL when out of memory */
static void *
resize(void *array, size_t n, size_t element)
{
	size_t size;

	if (__builtin_mul_overflow(n, element, &size))
		return NULL;
	return realloc(array, size);
}

static int
grow_given(struct cg_profile *p, size_t capacity)
{
	bool *given = resize(p->given, capacity, p->nevents * sizeof(*given));

	if (given == NULL)
		return error_memory(p->error);
	p->given = given;
	return 0;
}

static int
grow_times(struct cg_profile *p, size_t capacity)
{
	struct times *times = resize(p->times, capacity, sizeof(*times));

	if (times == NULL)
		return error_memory(p->error);
	p->times = times;
	return 0;
}

static int
grow(struct cg_profile *p)
{
	size_t capacity = p->capacity > 0 ? p->capacity * 2 : FIRST_ROWS;
	int64_t *counts;

	if (capacity > UINT32_MAX)
		return error_set(p->error,
		    "a profile of more than %u rows does not fit",
		    UINT32_MAX / 2);
	if (rows_grow(&p->rows, capacity) < 0)
		return error_memory(p->error);
	counts = resize(p->counts, capacity, p->nevents * sizeof(*counts));
	if (counts == NULL)
		return error_memory(p->error);
	p->counts = counts;
	if (p->given != NULL && grow_given(p, capacity) < 0)
		return -1;
	if (p->times != NULL && grow_times(p, capacity) < 0)
		return -1;
	p->capacity = capacity;
	return 0;
}

/* from now on, remembers which counts were written */
static int
track_given(struct cg_profile *p)
{
	if (p->capacity == 0 && grow(p) < 0)
		return -1;
	if (grow_given(p, p->capacity) < 0)
		return -1;
	memset(p->given, true, p->nrows * p->nevents * sizeof(*p->given));
	return 0;
}

/* from now on, remembers the times of calls and jumps */
static int
track_times(struct cg_profile *p)
{
	if (p->capacity == 0 && grow(p) < 0)
		return -1;
	if (grow_times(p, p->capacity) < 0)
		return -1;
	memset(p->times, 0, p->nrows * sizeof(*p->times));
	return 0;
}

/* --- adding --------------------------------------------------------------- */

static int
compare_rows(
    const struct cg_profile *p, const struct row *a, const struct row *b)
{
	int order = 0;

	if (a->place != b->place)
		order = places_compare(&p->places, a->place, b->place);
	if (order == 0)
		order = (a->line > b->line) - (a->line < b->line);
	if (order == 0)
		order = (a->address > b->address) - (a->address < b->address);
	if (order == 0 && a->target != b->target)
		order =
		    places_compare_targets(&p->places, a->target, b->target);
	return order;
}

static void
note_order(struct cg_profile *p, const struct row *row)
{
	if (p->any && compare_rows(p, &p->last, row) > 0)
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
	size_t i = p->nrows;

	if (rows_set(&p->rows, i, row) < 0)
		return error_memory(p->error);
	memset(p->counts + i * p->nevents, 0, p->nevents * sizeof(*p->counts));
	if (p->given != NULL)
		memset(p->given + i * p->nevents, false,
		    p->nevents * sizeof(*p->given));
	if (p->times != NULL)
		p->times[i] = (struct times){{0}};
	p->nrows++;
	*number = i;
	return 0;
}

static int
add_counts(struct cg_profile *p, size_t row, const struct cg_record *record)
{
	size_t fitting = cg_counts_add(
	    p->counts + row * p->nevents, record->counts, p->nevents);

	if (fitting < p->nevents)
		return error_set(p->error,
		    "the sum of event %zu of %s:%s, line %lld, "
		    "does not fit in 64 bits",
		    fitting + 1, record->file, record->function,
		    (long long)record->line);
	if (p->given != NULL)
		for (size_t i = 0; i < p->nevents; i++)
			p->given[row * p->nevents + i] |=
			    record->given == NULL || record->given[i];
	return 0;
}

static int
add_times(struct cg_profile *p, size_t row, const struct cg_record *record)
{
	struct times *to = &p->times[row];

	if (__builtin_add_overflow(
		to->of[TIMES], record->times, &to->of[TIMES]) ||
	    __builtin_add_overflow(
		to->of[FOLLOWED], record->followed, &to->of[FOLLOWED]))
		return error_set(p->error,
		    "the number of calls or jumps from %s:%s, line %lld, "
		    "does not fit in 64 bits",
		    record->file, record->function, (long long)record->line);
	return 0;
}

/* puts the rows into the table that came since it was last asked */
static int
complete_table(struct cg_profile *p)
{
	if (p->table_size < p->capacity * 2) {
		uint32_t *table = calloc(p->capacity * 2, sizeof(*table));

		if (table == NULL)
			return error_memory(p->error);
		free(p->table);
		p->table = table;
		p->table_size = p->capacity * 2;
		p->ntabled = 0;
	}
	for (; p->ntabled < p->nrows; p->ntabled++) {
		struct row row = rows_at(&p->rows, p->ntabled);

		*find_slot(p, &row) = (uint32_t)(p->ntabled + 1);
	}
	return 0;
}

/*
 * Whether the row is where it is expected: profiles of one program mostly have
 * the same rows in the same order, so it is the one found last, the one behind
 * it, or the first.
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

/* whether the row comes behind all others, which are in order */
static bool
is_last(const struct cg_profile *p, const struct row *row)
{
	struct row last;

	if (p->nrows == 0 || !p->sorted)
		return p->nrows == 0;
	last = rows_at(&p->rows, p->nrows - 1);
	return compare_rows(p, &last, row) < 0;
}

/* the number of the row, which is appended where there is none */
static int
place_row(struct cg_profile *p, const struct row *row, size_t *number)
{
	uint32_t *slot;

	if (predict_row(p, row, number))
		return 0;
	if (is_last(p, row))
		return append(p, row, number);
	if (complete_table(p) < 0)
		return -1;
	slot = find_slot(p, row);
	if (*slot == 0) {
		if (append(p, row, number) < 0)
			return -1;
		p->sorted = false;
		*slot = (uint32_t)(*number + 1);
		p->ntabled++;
	}
	*number = *slot - 1;
	return 0;
}

/* whether the record is of the row found last, as in a profile of functions it
 * mostly is */
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
	if (p->nrows == p->capacity && grow(p) < 0)
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

	if (record->given != NULL && p->given == NULL && track_given(p) < 0)
		return -1;
	if (record->kind != CG_COSTS && p->times == NULL && track_times(p) < 0)
		return -1;
	if (find_row(p, record, &row) < 0 || add_counts(p, row, record) < 0)
		return -1;
	return record->kind == CG_COSTS ? 0 : add_times(p, row, record);
}

int64_t *
cg_profile_row(struct cg_profile *p, const struct cg_record *record)
{
	size_t row;

	if (find_row(p, record, &row) < 0)
		return NULL;
	return p->counts + row * p->nevents;
}

int64_t *
cg_profile_row_times(struct cg_profile *p)
{
	if (p->times == NULL && track_times(p) < 0)
		return NULL;
	return p->times[p->next - 1].of;
}

/* --- order ---------------------------------------------------------------- */

/* what a row is sorted by, beside its number: free of pointers */
struct key {
	uint32_t place;
	uint32_t target;
	int64_t line;
	uint64_t address;
	size_t row;
};

static int
compare_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return (x->target > y->target) - (x->target < y->target);
}

static void
sort_rows(struct cg_profile *p, struct key *keys, const uint32_t *places,
    const uint32_t *targets)
{
	for (size_t i = 0; i < p->nrows; i++) {
		struct row row = rows_at(&p->rows, i);

		keys[i] = (struct key){places[row.place], targets[row.target],
		    row.line, row.address, i};
	}
	qsort(keys, p->nrows, sizeof(*keys), compare_keys);
	for (size_t i = 0; i < p->nrows; i++)
		p->order[i] = keys[i].row;
}

int
cg_profile_sort(struct cg_profile *p)
{
	struct key *keys;
	uint32_t *places, *targets;
	int status = 0;

	if (p->sorted)
		return 0;
	free(p->order);
	p->order = resize(NULL, p->nrows, sizeof(*p->order));
	keys = resize(NULL, p->nrows, sizeof(*keys));
	places = places_rank(&p->places);
	targets = places_rank_targets(&p->places);
	if (p->order == NULL || keys == NULL || places == NULL ||
	    targets == NULL)
		status = error_memory(p->error);
	else
		sort_rows(p, keys, places, targets);
	free(keys);
	free(places);
	free(targets);
	return status;
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
	struct place place = places_at(&p->places, row.place);
	struct times times = {{0}};

	if (p->times != NULL)
		times = p->times[number];
	/* member by member, as in the reader */
	record->object = place.object;
	record->home = place.home;
	record->file = place.file;
	record->function = place.function;
	record->address = row.address;
	record->line = row.line;
	record->counts = p->counts + number * p->nevents;
	record->given =
	    p->given != NULL ? p->given + number * p->nevents : NULL;
	record->times = times.of[TIMES];
	record->followed = times.of[FOLLOWED];
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
	/* the next row is held against the last one */
	if (p->any &&
	    places_keep(&p->places, &p->last.place, &p->last.target) < 0)
		return error_memory(p->error);
	p->nrows = p->ntabled = p->next = 0;
	p->sorted = true;
	free(p->order);
	p->order = NULL;
	if (p->table != NULL)
		memset(p->table, 0, p->table_size * sizeof(*p->table));
	return 0;
}

void
cg_profile_free(struct cg_profile *p)
{
	if (p == NULL)
		return;
	places_release(&p->places);
	rows_release(&p->rows);
	free(p->counts);
	free(p->given);
	free(p->times);
	free(p->order);
	free(p->table);
	free(p);
}
