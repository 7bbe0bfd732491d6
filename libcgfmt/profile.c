/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile in memory: one row for each file, function and line, found by hash,
 * counts in one flat array.  Rows keep their numbers when they are sorted; the
 * order is a list of numbers beside them.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "names.h"

enum { FIRST_ROWS = 1024 };

struct row {
	const char *file;
	const char *function;
	int64_t line;
};

struct cg_profile {
	struct cg_error *error;
	struct names names;
	size_t nevents;
	size_t nrows;
	size_t capacity; /* in rows */
	struct row *rows;
	int64_t *counts; /* nevents a row */
	bool *given;     /* nevents a row; NULL: all counts were written */
	size_t *order;   /* row numbers, sorted; NULL: as they came */
	uint32_t *table; /* 1 + row number, open addressing; 0: free */
	size_t table_size;
	size_t ntabled;  /* rows in the table: the first ones */
	size_t next;     /* the row behind the one found last */
	struct row last; /* the last row added; file NULL before the first */
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
	return p;
}

/* --- finding rows --------------------------------------------------------- */

static bool
same_row(const struct row *a, const struct row *b)
{
	return a->line == b->line && a->function == b->function &&
	       a->file == b->file;
}

static size_t
hash_row(const struct row *row)
{
	/* odd multipliers spread what the addresses and lines share */
	uint64_t hash = (uintptr_t)row->file * 0x9e3779b97f4a7c15u;

	hash = (hash ^ (uintptr_t)row->function) * 0xff51afd7ed558ccdu;
	hash = (hash ^ (uint64_t)row->line) * 0xc4ceb9fe1a85ec53u;
	return (size_t)(hash ^ hash >> 32);
}

/* the slot of the row, or the free one where it belongs */
static uint32_t *
find_slot(const struct cg_profile *p, const struct row *row)
{
	size_t mask = p->table_size - 1;

	for (size_t i = hash_row(row) & mask;; i = (i + 1) & mask) {
		uint32_t n = p->table[i];

		if (n == 0 || same_row(&p->rows[n - 1], row))
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
grow(struct cg_profile *p)
{
	size_t capacity = p->capacity > 0 ? p->capacity * 2 : FIRST_ROWS;
	struct row *rows;
	int64_t *counts;

	if (capacity > UINT32_MAX)
		return error_set(p->error,
		    "a profile of more than %u rows does not fit",
		    UINT32_MAX / 2);
	rows = resize(p->rows, capacity, sizeof(*rows));
	if (rows == NULL)
		return error_memory(p->error);
	p->rows = rows;
	counts = resize(p->counts, capacity, p->nevents * sizeof(*counts));
	if (counts == NULL)
		return error_memory(p->error);
	p->counts = counts;
	if (p->given != NULL && grow_given(p, capacity) < 0)
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

/* --- adding --------------------------------------------------------------- */

static int
intern(
    struct cg_profile *p, const char *text, const char *last, const char **name)
{
	/* rows mostly stay in one function: save looking it up */
	if (last != NULL && strcmp(last, text) == 0)
		*name = last;
	else
		*name = names_intern(&p->names, text, strlen(text));
	return *name != NULL ? 0 : error_memory(p->error);
}

static int
compare_names(const char *a, const char *b)
{
	return a == b ? 0 : strcmp(a, b);
}

static int
compare_rows(const struct row *a, const struct row *b)
{
	int order = compare_names(a->file, b->file);

	if (order == 0)
		order = compare_names(a->function, b->function);
	if (order == 0)
		order = (a->line > b->line) - (a->line < b->line);
	return order;
}

static void
note_order(struct cg_profile *p, const struct row *row)
{
	if (p->last.file != NULL && compare_rows(&p->last, row) > 0)
		p->in_order = false;
	p->last = *row;
	free(p->order);
	p->order = NULL;
}

/* the number of a new row, without counts */
static size_t
append(struct cg_profile *p, const struct row *row)
{
	size_t i = p->nrows++;

	p->rows[i] = *row;
	memset(p->counts + i * p->nevents, 0, p->nevents * sizeof(*p->counts));
	if (p->given != NULL)
		memset(p->given + i * p->nevents, false,
		    p->nevents * sizeof(*p->given));
	return i;
}

static int
add_counts(struct cg_profile *p, size_t row, const struct cg_record *record)
{
	int64_t *counts = p->counts + row * p->nevents;

	for (size_t i = 0; i < p->nevents; i++)
		if (__builtin_add_overflow(
			counts[i], record->counts[i], &counts[i]))
			return error_set(p->error,
			    "the sum of event %zu of %s:%s, line %lld, "
			    "does not fit in 64 bits",
			    i + 1, record->file, record->function,
			    (long long)record->line);
	if (p->given != NULL)
		for (size_t i = 0; i < p->nevents; i++)
			p->given[row * p->nevents + i] |=
			    record->given == NULL || record->given[i];
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
	for (; p->ntabled < p->nrows; p->ntabled++)
		*find_slot(p, &p->rows[p->ntabled]) =
		    (uint32_t)(p->ntabled + 1);
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
	if (p->next > 0 && same_row(&p->rows[p->next - 1], row))
		*number = p->next - 1;
	else if (same_row(&p->rows[next], row))
		*number = next;
	else
		return false;
	return true;
}

/* whether the row comes behind all others, which are in order */
static bool
is_last(const struct cg_profile *p, const struct row *row)
{
	return p->nrows == 0 ||
	       (p->sorted && compare_rows(&p->rows[p->nrows - 1], row) < 0);
}

/* the number of the row, which is appended where there is none */
static int
place_row(struct cg_profile *p, const struct row *row, size_t *number)
{
	uint32_t *slot;

	if (predict_row(p, row, number))
		return 0;
	if (is_last(p, row)) {
		*number = append(p, row);
		return 0;
	}
	if (complete_table(p) < 0)
		return -1;
	slot = find_slot(p, row);
	if (*slot == 0) {
		p->sorted = false;
		*slot = (uint32_t)(append(p, row) + 1);
		p->ntabled++;
	}
	*number = *slot - 1;
	return 0;
}

static int
find_row(struct cg_profile *p, const struct cg_record *record, size_t *number)
{
	struct row row = {.line = record->line};

	if (intern(p, record->file, p->last.file, &row.file) < 0 ||
	    intern(p, record->function, p->last.function, &row.function) < 0)
		return -1;
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
	if (find_row(p, record, &row) < 0)
		return -1;
	return add_counts(p, row, record);
}

int64_t *
cg_profile_row(struct cg_profile *p, const struct cg_record *record)
{
	size_t row;

	if (find_row(p, record, &row) < 0)
		return NULL;
	return p->counts + row * p->nevents;
}

/* --- order ---------------------------------------------------------------- */

/* what a row is sorted by, beside its number: small and free of pointers */
struct key {
	uint32_t file;
	uint32_t function;
	int64_t line;
	size_t row;
};

static int
compare_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

int
cg_profile_sort(struct cg_profile *p)
{
	struct key *keys;

	if (p->sorted)
		return 0;
	free(p->order);
	p->order = resize(NULL, p->nrows, sizeof(*p->order));
	keys = resize(NULL, p->nrows, sizeof(*keys));
	if (p->order == NULL || keys == NULL || names_rank_all(&p->names) < 0) {
		free(keys);
		return error_memory(p->error);
	}
	for (size_t i = 0; i < p->nrows; i++)
		keys[i] = (struct key){name_rank(p->rows[i].file),
		    name_rank(p->rows[i].function), p->rows[i].line, i};
	qsort(keys, p->nrows, sizeof(*keys), compare_keys);
	for (size_t i = 0; i < p->nrows; i++)
		p->order[i] = keys[i].row;
	free(keys);
	return 0;
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
	size_t row = p->order != NULL ? p->order[i] : i;

	*record = (struct cg_record){
	    .kind = CG_COSTS,
	    .file = p->rows[row].file,
	    .function = p->rows[row].function,
	    .line = p->rows[row].line,
	    .counts = p->counts + row * p->nevents,
	    .given = p->given != NULL ? p->given + row * p->nevents : NULL,
	};
}

void
cg_profile_clear(struct cg_profile *p)
{
	p->nrows = p->ntabled = p->next = 0;
	p->sorted = true;
	free(p->order);
	p->order = NULL;
	if (p->table != NULL)
		memset(p->table, 0, p->table_size * sizeof(*p->table));
}

void
cg_profile_free(struct cg_profile *p)
{
	if (p == NULL)
		return;
	names_release(&p->names);
	free(p->rows);
	free(p->counts);
	free(p->given);
	free(p->order);
	free(p->table);
	free(p);
}
