/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts are exact, so cost that only moved is the same number in both places.  A function in another
 * file is found by its name, as cg-diff finds it; the other pairs by equal changes, if these are the
 * only ones of that size; several that are gone or new, by a change that is as large as their sum; and at
 * last, within one file, by changes that nearly are.
 */
#include <stdlib.h>
#include <string.h>

#include "function_moves.h"
#include "libcli/cli.h"
#include "libquery/address_name.h"
#include "libquery/header/inlined_rows.h"
#include "libquery/matching/clones.h"
#include "libquery/matching/pairs.h"
#include "libquery/windows_path.h"

enum { NEAR = 4 /* changes differ by at most a quarter */ };

/* --- the functions of a profile ------------------------------------------- */

void
function_rows_read(
    struct function_rows *f, const struct profile_text *text, const char *name)
{
	struct clones clones = {.function = {.of = NULL}};
	struct cg_record record;
	bool joins_clones;
	size_t len;
	int got;

	f->text = profile_text_join(text, &len);
	f->reader = cg_reader_open_memory(f->text, len, name, &f->error);
	if (f->reader == NULL)
		cli_die("%s", f->error.text);
	joins_clones = inlined_rows_in(cg_reader_header(f->reader));
	f->rows =
	    cg_profile_new(cg_reader_header(f->reader)->nevents, &f->error);
	if (f->rows == NULL)
		cli_die("%s", f->error.text);
	cg_reader_set(f->reader, CG_MERGE_LINES | CG_ONE_THREAD);
	while ((got = cg_reader_next(f->reader, &record)) == 1) {
		record.line = 0;
		if (joins_clones)
			clones_forget(&clones, &record);
		if (cg_profile_add(f->rows, &record) < 0)
			cli_die("%s: %s", name, f->error.text);
	}
	clones_release(&clones);
	if (got < 0 || cg_profile_sort(f->rows) < 0)
		cli_die("%s", f->error.text);
}

void
function_rows_release(struct function_rows *f)
{
	cg_profile_free(f->rows);
	cg_reader_close(f->reader);
	free(f->text);
}

/* --- what changed --------------------------------------------------------- */

static void
add_change(struct function_changes *changes, const struct pair *pair,
    const int64_t *zeros, size_t old_event, size_t new_event)
{
	struct function_change change = {
	    .file = pair->new.file,
	    .function = pair->new.function,
	    .old = pair->old.counts[old_event],
	    .new = pair->new.counts[new_event],
	    .old_counts = pair->old.counts,
	    .new_counts = pair->new.counts,
	    .is_new = pair->old.counts == zeros,
	    .is_gone = pair->new.counts == zeros,
	};

	if (change.old == change.new)
		return;
	change.net = (__int128)change.new - change.old;
	changes->list =
	    cli_grow(changes->list, changes->n, sizeof(*changes->list));
	changes->list[changes->n++] = change;
}

static void
list_changes(struct function_changes *changes, const struct function_rows *old,
    size_t old_event, const struct function_rows *new, size_t new_event)
{
	struct pairs pairs = {.old.profile = old->rows,
	    .new.profile = new->rows,
	    .zeros = changes->zeros};
	struct pair pair;

	while (pairs_next(&pairs, &pair) == SORTED_ROWS_NEXT)
		add_change(
		    changes, &pair, changes->zeros, old_event, new_event);
}

/* --- cost that moved ------------------------------------------------------ */

/* Gives the change of a function that is gone or new to its partner. */
static void
move(struct function_changes *changes, struct function_change *moved,
    struct function_change *partner, enum move_kind kind)
{
	moved->partner = partner;
	moved->kind = kind;
	partner->net += moved->net;
	moved->net = 0;
	partner->has_taken |= kind == MOVED_FILE || kind == MOVED_NAME;
	changes->nmoved++;
}

/* True if nothing is known of the function's cost but that only one profile has it. */
static bool
is_single(const struct function_change *c)
{
	return (c->is_gone || c->is_new) && c->partner == NULL && !c->has_taken;
}

/* True if the function has a name. */
static bool
is_named(const struct function_change *c)
{
	struct address_name address;

	return *c->function != '\0' && !cg_is_filtered(c->file) &&
	       strncmp(c->function, cg_unknown_name, strlen(cg_unknown_name)) !=
		   0 &&
	       !address_name_parse(&address, c->function);
}

static int
by_place(const struct function_change *a, const struct function_change *b)
{
	return (a > b) - (a < b);
}

/* Compares names and then, as of a directory that was moved, the last parts of files. */
static int
compare_names(const struct function_change *a, const struct function_change *b,
    bool with_files)
{
	int order = strcmp(a->function, b->function);

	return order != 0 || !with_files
		   ? order
		   : strcmp(path_base_name(a->file), path_base_name(b->file));
}

static int
by_name(const void *a, const void *b)
{
	const struct function_change *x = *(struct function_change *const *)a;
	const struct function_change *y = *(struct function_change *const *)b;
	int order = compare_names(x, y, true);

	return order != 0 ? order : by_place(x, y);
}

static unsigned __int128
size_of(__int128 net)
{
	return net < 0 ? -(unsigned __int128)net : (unsigned __int128)net;
}

static int
by_size(const void *a, const void *b)
{
	const struct function_change *x = *(struct function_change *const *)a;
	const struct function_change *y = *(struct function_change *const *)b;
	unsigned __int128 i = size_of(x->net), k = size_of(y->net);

	return i != k ? (i > k) - (i < k) : by_place(x, y);
}

/* Lists the changes that `is_listed` accepts, in this order; to be freed. */
static struct function_change **
list_of(struct function_changes *changes,
    bool (*is_listed)(const struct function_change *change),
    int (*compare)(const void *a, const void *b), size_t *n)
{
	struct function_change **list =
	    cli_alloc(changes->n + 1, sizeof(*list));

	*n = 0;
	for (size_t i = 0; i < changes->n; i++)
		if (is_listed(&changes->list[i]))
			list[(*n)++] = &changes->list[i];
	qsort(list, *n, sizeof(*list), compare);
	return list;
}

static bool
is_named_single(const struct function_change *c)
{
	return is_single(c) && is_named(c);
}

/* Pairs functions of one name, and of files of one name if they count, if each profile has only one of
 * them, in another file. */
static void
match_names(struct function_changes *changes, bool with_files)
{
	size_t n, end;
	struct function_change **list =
	    list_of(changes, is_named_single, by_name, &n);

	for (size_t i = 0; i < n; i = end) {
		for (end = i + 1; end < n; end++)
			if (compare_names(list[end], list[i], with_files) != 0)
				break;
		if (end - i != 2 || list[i]->is_gone == list[i + 1]->is_gone)
			continue;
		if (list[i]->is_gone)
			move(changes, list[i], list[i + 1], MOVED_FILE);
		else
			move(changes, list[i + 1], list[i], MOVED_FILE);
	}
	free(list);
}

/* Pairs two changes that cancel out, of which one is of a function that is gone or new. */
static void
match_both(struct function_changes *changes, struct function_change *a,
    struct function_change *b)
{
	if (is_single(a) && is_single(b) && a->is_gone != b->is_gone)
		move(changes, a->is_gone ? a : b, a->is_gone ? b : a,
		    MOVED_NAME);
	else if (is_single(a))
		move(changes, a, b, a->is_gone ? MOVED_INTO : MOVED_OUT_OF);
	else if (is_single(b))
		move(changes, b, a, b->is_gone ? MOVED_INTO : MOVED_OUT_OF);
}

static bool
has_net(const struct function_change *c)
{
	return c->net != 0;
}

static bool
is_single_with_net(const struct function_change *c)
{
	return is_single(c) && c->net != 0;
}

/* Pairs changes of one size with opposite signs, if there are no others of this size. */
static void
match_sizes(struct function_changes *changes,
    bool (*is_listed)(const struct function_change *change))
{
	size_t n, end;
	struct function_change **list =
	    list_of(changes, is_listed, by_size, &n);

	for (size_t i = 0; i < n; i = end) {
		for (end = i + 1; end < n; end++)
			if (size_of(list[end]->net) != size_of(list[i]->net))
				break;
		if (end - i == 2 && list[i]->net == -list[i + 1]->net)
			match_both(changes, list[i], list[i + 1]);
	}
	free(list);
}

static bool
cancel(__int128 a, __int128 b)
{
	return a + b == 0;
}

/* True if the changes nearly cancel out. */
static bool
nearly_cancel(__int128 a, __int128 b)
{
	unsigned __int128 rest = size_of(a + b);

	return (a < 0) != (b < 0) && rest <= size_of(a) / NEAR &&
	       rest <= size_of(b) / NEAR;
}

/* Pairs a function that is gone or new with the only other one in its file, from `start` to `end`,
 * whose change nearly is as large. */
static void
match_near(struct function_changes *changes, struct function_change *single,
    size_t start, size_t end)
{
	struct function_change *found = NULL;
	size_t nfound = 0;

	for (size_t i = start; i < end; i++) {
		struct function_change *other = &changes->list[i];

		if (other != single && other->partner == NULL &&
		    nearly_cancel(single->net, other->net)) {
			found = other;
			nfound++;
		}
	}
	if (nfound == 1)
		match_both(changes, single, found);
}

/* Pairs all functions from `start` to `end` that are gone, or all that are new, with the only other
 * one whose change cancels their sum out. */
static void
match_several(struct function_changes *changes, size_t start, size_t end,
    bool are_gone, bool (*cancel_out)(__int128 a, __int128 b))
{
	struct function_change *list = changes->list, *found = NULL;
	size_t n = 0, nfound = 0;
	__int128 sum = 0;

	for (size_t i = start; i < end; i++)
		if (is_single_with_net(&list[i]) &&
		    list[i].is_gone == are_gone) {
			sum += list[i].net;
			n++;
		}
	for (size_t i = start; i < end; i++)
		if (list[i].partner == NULL && cancel_out(sum, list[i].net)) {
			found = &list[i];
			nfound++;
		}
	if (n < 2 || nfound != 1)
		return;
	for (size_t i = start; i < end; i++)
		if (&list[i] != found && is_single_with_net(&list[i]) &&
		    list[i].is_gone == are_gone)
			move(changes, &list[i], found,
			    are_gone ? MOVED_INTO : MOVED_OUT_OF);
}

static void
match_sums(struct function_changes *changes, size_t start, size_t end)
{
	match_several(changes, start, end, false, cancel);
	match_several(changes, start, end, true, cancel);
}

static void
match_nearly(struct function_changes *changes, size_t start, size_t end)
{
	for (size_t i = start; i < end; i++)
		if (is_single_with_net(&changes->list[i]))
			match_near(changes, &changes->list[i], start, end);
	match_several(changes, start, end, false, nearly_cancel);
	match_several(changes, start, end, true, nearly_cancel);
}

/* Joins the changes from `start` to `end` that are left, if they cancel out. */
static void
join_rest(struct function_changes *changes, size_t start, size_t end)
{
	struct function_change *first = NULL;
	__int128 sum = 0;

	for (size_t i = start; i < end; i++) {
		struct function_change *c = &changes->list[i];

		if (c->among != NULL)
			continue;
		sum += c->net;
		if (first == NULL && c->net != 0)
			first = c;
	}
	for (size_t i = start; sum == 0 && i < end; i++)
		if (changes->list[i].net != 0 && changes->list[i].among == NULL)
			changes->list[i].among = first;
}

/* The same within a file, in which a function is gone or new: if none is, these are changes, unless the
 * total stayed the same. */
static void
join_rest_of_file(struct function_changes *changes, size_t start, size_t end)
{
	for (size_t i = start; i < end; i++)
		if (changes->list[i].is_gone || changes->list[i].is_new) {
			join_rest(changes, start, end);
			break;
		}
}

static void
for_each_file(struct function_changes *changes,
    void (*match)(struct function_changes *changes, size_t start, size_t end))
{
	const struct function_change *list = changes->list;
	size_t end;

	for (size_t start = 0; start < changes->n; start = end) {
		for (end = start + 1; end < changes->n; end++)
			if (strcmp(list[end].file, list[start].file) != 0)
				break;
		match(changes, start, end);
	}
}

void
function_changes_find(struct function_changes *changes,
    struct function_rows *old, size_t old_event, struct function_rows *new,
    size_t new_event)
{
	size_t nold = cg_reader_header(old->reader)->nevents;
	size_t nnew = cg_reader_header(new->reader)->nevents;

	*changes = (struct function_changes){0};
	changes->zeros =
	    cli_alloc(nold > nnew ? nold : nnew, sizeof(*changes->zeros));
	list_changes(changes, old, old_event, new, new_event);
	match_names(changes, true);
	match_names(changes, false);
	match_sizes(changes, is_single_with_net);
	match_sizes(changes, has_net);
	for_each_file(changes, match_sums);
	match_sums(changes, 0, changes->n);
	for_each_file(changes, match_nearly);
	for_each_file(changes, join_rest_of_file);
	join_rest(changes, 0, changes->n);
	for (size_t i = 0; i < changes->n; i++) {
		const struct function_change *c = &changes->list[i];

		if (c->net != 0 && c->among == NULL &&
		    (changes->largest == NULL ||
			size_of(c->net) > size_of(changes->largest->net)))
			changes->largest = c;
	}
}

static char *
describe_pair(const struct function_change *c)
{
	const struct function_change *partner = c->partner;

	switch (c->kind) {
	case MOVED_FILE:
		return cli_format(
		    "%s: %s -> %s", c->function, c->file, partner->file);
	case MOVED_NAME:
		return cli_format("%s -> %s", c->function, partner->function);
	case MOVED_INTO:
		return cli_format("%s in %s", c->function, partner->function);
	default:
		return cli_format("%s from %s", c->function, partner->function);
	}
}

char *
function_moves_describe(const struct function_change *first, size_t n)
{
	char *pair = describe_pair(first), *text;

	if (n == 1)
		return pair;
	text = cli_format("%s (%zu more)", pair, n - 1);
	free(pair);
	return text;
}

/* --- settling ------------------------------------------------------------- */

/* Adds counts to the row of a function. */
static void
add_counts(struct cg_profile *rows, const struct cg_error *error,
    const struct function_change *to, const int64_t *counts)
{
	const struct cg_record record = {
	    .kind = CG_COSTS,
	    .object = "",
	    .def_file = to->file,
	    .file = to->file,
	    .function = to->function,
	    .counts = counts,
	};

	if (cg_profile_add(rows, &record) < 0)
		cli_die("%s", error->text);
}

/* Returns the change of a function, from *next on; NULL: it has none. */
static const struct function_change *
find_change(const struct function_changes *changes, size_t *next,
    const struct cg_record *row)
{
	for (; *next < changes->n; ++*next) {
		const struct function_change *c = &changes->list[*next];
		int order = strcmp(c->file, row->file);

		if (order == 0)
			order = strcmp(c->function, row->function);
		if (order == 0)
			return c;
		if (order > 0)
			break;
	}
	return NULL;
}

/* Returns the change that stands for all between which the cost moved. */
static const struct function_change *
group_of(const struct function_change *c)
{
	while (c->partner != NULL)
		c = c->partner;
	return c->among != NULL ? c->among : c;
}

/* the sums of a group, of one event */
struct group_sums {
	__int128 old, new;
};

/* Returns the sums of each group at the place of the change that stands for it, to be freed. */
static struct group_sums *
sum_groups(const struct function_changes *changes, size_t nevents)
{
	struct group_sums *sums =
	    cli_alloc(changes->n * nevents, sizeof(*sums));

	for (size_t i = 0; i < changes->n; i++) {
		const struct function_change *c = &changes->list[i];
		size_t group = (size_t)(group_of(c) - changes->list);

		for (size_t k = 0; k < nevents; k++) {
			sums[group * nevents + k].old += c->old_counts[k];
			sums[group * nevents + k].new += c->new_counts[k];
		}
	}
	return sums;
}

/* Returns the part of the old sum that a function has now.  Sums with negative counts have no parts. */
static int64_t
part_of(const struct group_sums *sum, int64_t count)
{
	if (count <= 0 || count > sum->new || sum->old <= 0 ||
	    sum->old > INT64_MAX)
		return 0;
	return (int64_t)(count * sum->old / sum->new);
}

/* Gives a function its part of the old sum, which the group has. */
static void
settle_part(struct cg_profile *rows, const struct cg_error *error,
    const struct function_change *c, const struct group_sums *sums,
    size_t nevents, int64_t *counts)
{
	for (size_t i = 0; i < nevents; i++)
		counts[i] = part_of(&sums[i], c->new_counts[i]);
	add_counts(rows, error, c, counts);
	for (size_t i = 0; i < nevents; i++)
		counts[i] = -counts[i];
	add_counts(rows, error, group_of(c), counts);
}

struct cg_profile *
function_changes_settle(
    const struct function_changes *changes, struct function_rows *old)
{
	size_t nevents = cg_reader_header(old->reader)->nevents, next = 0;
	struct cg_profile *rows = cg_profile_new(nevents, &old->error);
	struct group_sums *sums = sum_groups(changes, nevents);
	int64_t *counts = cli_alloc(nevents, sizeof(*counts));

	if (rows == NULL)
		cli_die("%s", old->error.text);
	for (size_t i = 0; i < cg_profile_len(old->rows); i++) {
		const struct function_change *c;
		struct cg_record row;

		cg_profile_at(old->rows, i, &row);
		c = find_change(changes, &next, &row);
		if (c != NULL && group_of(c) != c)
			add_counts(rows, &old->error, group_of(c), row.counts);
		else if (cg_profile_add(rows, &row) < 0)
			cli_die("%s", old->error.text);
	}
	for (size_t i = 0; i < changes->n; i++) {
		const struct function_change *c = &changes->list[i];
		size_t group = (size_t)(group_of(c) - changes->list);

		if (group != i && !c->is_gone)
			settle_part(rows, &old->error, c,
			    &sums[group * nevents], nevents, counts);
	}
	free(counts);
	free(sums);
	if (cg_profile_sort(rows) < 0)
		cli_die("%s", old->error.text);
	return rows;
}

void
function_changes_release(struct function_changes *changes)
{
	free(changes->list);
	free(changes->zeros);
}
