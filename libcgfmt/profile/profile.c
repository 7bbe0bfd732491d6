/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile in memory.
 *
 * How a row comes in.  First its location is found: object, def_file, function,
 * host, context and file, which have a number together.  locations.c tries the location found
 * last and the one after it before it looks names up, because profiles of one
 * program name their functions in the same order.  Each location has a list of
 * its rows, in order of line, address, kind and target.  rows.c goes on from
 * the row found last, because rows of a function mostly come in order of their
 * lines.  So rows of a second profile meet rows of the first as in a merge of
 * sorted lists, and there is no table of all rows.
 *
 * Where it is stored.  A new row gets the next number.  In its list it is a key
 * of eight bytes: its line and its number.  All else is in columns by number,
 * so that rows that came together are together.  Here line 5 of g came last:
 *
 *	locations    0: f in a.c           1: g in a.c
 *	rows         line 3: 0             line 2: 2
 *	             line 7: 1             line 5: 4
 *	                                   line 9: 3
 *	number       0       1       2       3       4
 *	counts       12 0    7 1     9 2     30 4    1 0
 *
 * count_blocks.c stores small counts in half the memory.  columns.c makes
 * columns that few profiles need when the first row needs them: for addresses
 * and targets, for executions, and for which counts were written.
 *
 * How it goes out.  cg_profile_sort sorts the locations by their names, unless
 * they came in order (row_order.c); rows need no sort.  cg_profile_at then goes
 * from key to key and from list to list.  After a new row only the locations
 * are sorted again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "profile/columns.h"
#include "profile/count_blocks.h"
#include "profile/row_order.h"

enum { FIRST_ROWS = 1024 };

struct cg_profile {
	struct cg_error *error;
	const struct cg_event *events; /* for errors; NULL: their numbers */
	struct locations locations;
	struct rows *rows; /* for each location */
	size_t nlists;     /* locations with a list of rows */
	size_t lists_capacity;
	struct key_pool keys;
	size_t nrows;
	size_t capacity;
	struct count_blocks counts;
	struct columns columns;
	struct row_order *order; /* NULL: not sorted since a row was inserted */
	bool any;                /* a row came since _new */
	bool in_order;        /* every row came at or after the one before it */
	struct row last;      /* the row that came last */
	uint32_t location;    /* its location */
	struct cursor cursor; /* its key in the location's rows */
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
	p->counts.width = nevents;
	columns_init(&p->columns, nevents);
	p->in_order = true;
	locations_init(&p->locations);
	return p;
}

void
cg_profile_pack(struct cg_profile *p)
{
	p->counts.may_narrow = true;
}

void
cg_profile_name_events(struct cg_profile *p, const struct cg_event *events)
{
	p->events = events;
}

void
cg_profile_join_calls(struct cg_profile *p)
{
	p->locations.joins_calls = true;
}

/* --- rows come in --------------------------------------------------------- */

static int
grow(struct cg_profile *p)
{
	size_t capacity = p->capacity > 0 ? p->capacity * 2 : FIRST_ROWS;

	if (capacity > UINT32_MAX)
		return error_set(p->error,
		    "a profile of more than %u rows does not fit",
		    UINT32_MAX / 2);
	if (count_blocks_grow(&p->counts, capacity) < 0 ||
	    columns_grow(&p->columns, capacity) < 0)
		return error_memory(p->error);
	p->capacity = capacity;
	return 0;
}

/* makes an empty list of rows for the next location */
static int
add_list(struct cg_profile *p)
{
	size_t n = p->locations.tuples.capacity;
	struct rows *rows;

	if (p->nlists == p->lists_capacity) {
		rows = realloc(p->rows, n * sizeof(*rows));
		if (rows == NULL)
			return error_memory(p->error);
		p->rows = rows;
		p->lists_capacity = n;
	}
	if (p->nlists > 0)
		rows_trim(&p->rows[p->nlists - 1], &p->keys);
	p->rows[p->nlists++] = (struct rows){.list = NULL};
	return 0;
}

static int
make_column(struct cg_profile *p, enum column column)
{
	if (p->capacity == 0 && grow(p) < 0)
		return -1;
	return columns_make(&p->columns, column, p->nrows) == 0
		   ? 0
		   : error_memory(p->error);
}

/* inserts a row at the cursor */
static int
insert(struct cg_profile *p, const struct row *row, const int64_t *counts)
{
	if (p->nrows == p->capacity && grow(p) < 0)
		return -1;
	if (count_blocks_set(&p->counts, p->nrows, counts) < 0 ||
	    rows_insert(&p->rows[p->location], &p->keys,
		(struct key){row->line, (uint32_t)p->nrows}, &p->cursor) < 0)
		return error_memory(p->error);
	columns_set(&p->columns, p->nrows, &row->details);
	p->nrows++;
	if (p->order != NULL)
		row_order_free(p->order);
	p->order = NULL;
	return 0;
}

/* compares the row with the last one, for cg_profile_in_order */
static void
note_order(struct cg_profile *p, uint32_t location, const struct row *row)
{
	int order = -1;

	if (!p->any || !p->in_order)
		order = 0;
	else if (location != p->location)
		order = locations_compare(&p->locations, p->location, location);
	else if (row->line <= p->last.line)
		order = row_compare(&p->last, row, &p->locations);
	p->in_order &= order <= 0;
	p->any = true;
	p->last = *row;
}

static struct leaf *
leaf_at_cursor(const struct cg_profile *p)
{
	return rows_leaf(&p->rows[p->location], p->cursor.leaf);
}

/* Fast path: returns true and moves the cursor if the record is of the row
 * found last or of the next one.  The record is of the location found last. */
static bool
is_near(struct cg_profile *p, const struct cg_record *record)
{
	const struct leaf *leaf = leaf_at_cursor(p);
	uint32_t i = p->cursor.key;

	if (record->kind != CG_COSTS || record->address != 0 ||
	    p->columns.arrays[DETAILS] != NULL)
		return false;
	if (i < leaf->nkeys && leaf->keys[i].line < record->line)
		i++;
	if (i >= leaf->nkeys || leaf->keys[i].line != record->line)
		return false;
	p->cursor.key = i;
	p->last.line = leaf->keys[i].line;
	return true;
}

/* the same as find_row, for a row that is not near */
static int
search_row(struct cg_profile *p, const struct cg_record *record,
    uint32_t location, const int64_t *counts)
{
	uint32_t target = NO_TARGET;
	struct ties ties = {.locations = &p->locations};
	struct row row;

	if (record->kind != CG_COSTS &&
	    locations_find_target(&p->locations, record, &target) < 0)
		return error_memory(p->error);
	while (location >= p->nlists)
		if (add_list(p) < 0)
			return -1;
	row = row_make(record->line, record->address, target);
	if ((target != NO_TARGET || row.details.address != 0 ||
		row.details.more_lines != 0) &&
	    make_column(p, DETAILS) < 0)
		return -1;
	note_order(p, location, &row);
	if (location != p->location)
		p->cursor = (struct cursor){0};
	p->location = location;
	ties.details = p->columns.arrays[DETAILS];
	if (rows_find(&p->rows[location], &row, &ties, &p->cursor))
		return 0;
	return insert(p, &row, counts) < 0 ? -1 : 1;
}

/* Moves the cursor to the record's row, which is inserted with these counts
 * (NULL: all 0) if it is new.  Returns 1 if it is new, 0 if not, -1 on an
 * error. */
static int
find_row(
    struct cg_profile *p, const struct cg_record *record, const int64_t *counts)
{
	uint32_t location;

	if (locations_find(&p->locations, record, &location) < 0)
		return error_memory(p->error);
	if (location == p->location && p->nrows > 0 && is_near(p, record))
		return 0;
	return search_row(p, record, location, counts);
}

/* adds the executions of a call or jump */
static int
add_executions(struct cg_profile *p, size_t row, const struct cg_record *record)
{
	struct executions *executions = p->columns.arrays[EXECUTIONS], sum;

	if (__builtin_add_overflow(
		executions[row].executed, record->executed, &sum.executed) ||
	    __builtin_add_overflow(
		executions[row].taken, record->taken, &sum.taken))
		return error_set(p->error,
		    "the number of calls or jumps from %s:%s, line %lld, "
		    "does not fit in 64 bits",
		    record->file, record->function, (long long)record->line);
	executions[row] = sum;
	return 0;
}

/* Fails because the sum of an event does not fit.  Rows of functions have no
 * line, and rows of lines may have "" as function. */
static int
reject_sum(
    const struct cg_profile *p, size_t event, const struct cg_record *record)
{
	const char *colon = *record->function != '\0' ? ":" : "";
	char number[32], line[32] = "";

	snprintf(number, sizeof(number), "event %zu", event + 1);
	if (record->line != 0)
		snprintf(line, sizeof(line), ", line %lld,",
		    (long long)record->line);
	return error_set(p->error,
	    "the sum of %s of %s%s%s%s does not fit in 64 bits",
	    p->events != NULL ? p->events[event].name : number, record->file,
	    colon, record->function, line);
}

static int
add_counts(struct cg_profile *p, size_t row, const struct cg_record *record)
{
	ptrdiff_t fitting = count_blocks_add(&p->counts, row, record->counts);

	if (fitting < 0)
		return error_memory(p->error);
	if ((size_t)fitting < p->counts.width)
		return reject_sum(p, (size_t)fitting, record);
	return 0;
}

int
cg_profile_add(struct cg_profile *p, const struct cg_record *record)
{
	size_t row;
	int is_new;

	if ((record->present != NULL && make_column(p, PRESENT) < 0) ||
	    (record->kind != CG_COSTS && make_column(p, EXECUTIONS) < 0))
		return -1;
	is_new = find_row(p, record, record->counts);
	if (is_new < 0)
		return -1;
	row = leaf_at_cursor(p)->keys[p->cursor.key].number;
	if (!is_new && add_counts(p, row, record) < 0)
		return -1;
	columns_add_present(&p->columns, row, record->present);
	return record->kind == CG_COSTS ? 0 : add_executions(p, row, record);
}

int
cg_profile_row(
    struct cg_profile *p, const struct cg_record *record, struct cg_row *found)
{
	struct executions *executions = NULL;
	size_t row;

	if (record->kind != CG_COSTS && make_column(p, EXECUTIONS) < 0)
		return -1;
	if (find_row(p, record, NULL) < 0)
		return -1;
	row = leaf_at_cursor(p)->keys[p->cursor.key].number;
	found->counts = count_blocks_open(&p->counts, row);
	if (found->counts == NULL)
		return error_memory(p->error);
	if (record->kind != CG_COSTS)
		executions = p->columns.arrays[EXECUTIONS];
	found->executed = executions != NULL ? &executions[row].executed : NULL;
	found->taken = executions != NULL ? &executions[row].taken : NULL;
	return 0;
}

/* --- rows go out ---------------------------------------------------------- */

int
cg_profile_sort(struct cg_profile *p)
{
	if (p->order == NULL)
		p->order = row_order_new(&p->locations, p->rows, p->nlists);
	return p->order != NULL ? 0 : error_memory(p->error);
}

size_t
cg_profile_memory(const struct cg_profile *p)
{
	return locations_memory(&p->locations) +
	       p->lists_capacity * sizeof(*p->rows) + p->keys.nbytes +
	       p->counts.nbytes + columns_memory(&p->columns);
}

bool
cg_profile_in_order(const struct cg_profile *p)
{
	return p->in_order;
}

size_t
cg_profile_len(const struct cg_profile *p)
{
	return p->nrows;
}

void
cg_profile_at(const struct cg_profile *p, size_t i, struct cg_record *record)
{
	static const struct details none = {.target = NO_TARGET};
	const struct details *details = p->columns.arrays[DETAILS];
	const struct executions *executions = p->columns.arrays[EXECUTIONS];
	const bool *present = p->columns.arrays[PRESENT];
	uint32_t location;
	const struct key *key =
	    row_order_key(p->order, p->rows, (uint32_t)i, &location);
	size_t n = key->number;

	details = details != NULL ? &details[n] : &none;
	/* member by member, as in the reader */
	locations_get(&p->locations, location, record);
	locations_get_target(&p->locations, details->target, record);
	record->address = details->address;
	record->line = key->line + details->more_lines;
	record->counts = count_blocks_at(&p->counts, n);
	record->present =
	    present != NULL ? present + n * p->counts.width : NULL;
	record->executed = executions != NULL ? executions[n].executed : 0;
	record->taken = executions != NULL ? executions[n].taken : 0;
}

int
cg_profile_put(struct cg_profile *p, struct cg_writer *writer)
{
	struct cg_record record, last = {.function = NULL};

	if (cg_profile_sort(p) < 0)
		return -1;
	for (size_t i = 0; i < p->nrows; i++) {
		cg_profile_at(p, i, &record);
		/* equal names have equal pointers */
		if (cg_record_same_function(&record, &last) &&
		    record.file == last.file &&
		    record.context == last.context &&
		    record.region == last.region) {
			if (cg_writer_put_same(writer, &record) < 0)
				return -1;
			continue;
		}
		if (cg_writer_put(writer, &record) < 0)
			return -1;
		last = record;
	}
	return 0;
}

/* --- the end -------------------------------------------------------------- */

static void
release_rows(struct cg_profile *p)
{
	for (size_t i = 0; i < p->nlists; i++)
		rows_release(&p->rows[i]);
	free(p->rows);
	p->rows = NULL;
	p->nlists = p->lists_capacity = 0;
	key_pool_release(&p->keys);
	p->keys = (struct key_pool){.chunks = NULL};
	row_order_free(p->order);
	p->order = NULL;
	count_blocks_release(&p->counts);
	columns_release(&p->columns);
}

int
cg_profile_clear(struct cg_profile *p)
{
	size_t nevents = p->counts.width;
	bool may_narrow = p->counts.may_narrow;

	/* the next row is compared with the last one */
	if (p->any && locations_keep(&p->locations, &p->location,
			  &p->last.details.target) < 0)
		return error_memory(p->error);
	release_rows(p);
	p->counts =
	    (struct count_blocks){.width = nevents, .may_narrow = may_narrow};
	columns_init(&p->columns, nevents);
	p->cursor = (struct cursor){0};
	p->nrows = p->capacity = 0;
	return p->any ? add_list(p) : 0;
}

void
cg_profile_free(struct cg_profile *p)
{
	if (p == NULL)
		return;
	release_rows(p);
	locations_release(&p->locations);
	free(p);
}
