/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows are added up by address, whatever their function and context are.  Then
 * cg-names says what the functions are called by linkers, and which instructions
 * never go on to the next one.  That and the jumps show which instructions follow
 * each other in memory: nothing has to be disassembled.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "executed.h"
#include "libcli/cli.h"
#include "libquery/header/build_ids.h"
#include "libquery/header/partial.h"
#include "libquery/lower_bound.h"

enum {
	MOST_BYTES = 15, /* of an instruction of any processor */
	MANY = 1 << 20,  /* rows that are kept before equal ones are added up */
};

static const char needed[] =
    "collect with --calls --dump-instr=yes --collect-jumps=yes";

struct executed_reading {
	const struct executed_request *request;
	struct cg_error error;
	struct cg_reader *reader;
	struct build_ids ids;
	struct partials partials;
	char *id;   /* of the object; NULL: the profile has none of any */
	char *path; /* of the object, absolute */
	/* the last object of a row that was looked at; NULL: none */
	const char *last;
	bool last_is_ours;
	bool has_code, has_jumps, has_hidden;
	struct executed *executed;
	size_t nadded, nbranches_added; /* that are each once */
};

/* --- adding up ------------------------------------------------------------ */

static int
compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int
compare_instructions(const void *a, const void *b)
{
	const struct executed_instruction *x = a, *y = b;

	return compare_numbers(x->address, y->address);
}

static int
compare_branches(const void *a, const void *b)
{
	const struct branch *x = a, *y = b;
	int order = compare_numbers(x->from, y->from);

	if (order == 0)
		order = compare_numbers(x->to, y->to);
	return order != 0 ? order : x->is_call - y->is_call;
}

static void
add(const char *path, uint64_t address, int64_t *to, int64_t count)
{
	if (__builtin_add_overflow(*to, count, to))
		cli_die("%s: a sum of counts at 0x%" PRIx64
			" does not fit in 64 bits",
		    path, address);
}

static void
add_up_instructions(struct executed_reading *r)
{
	struct executed *e = r->executed;
	size_t n = 0;

	if (e->n > 0)
		qsort(e->list, e->n, sizeof(*e->list), compare_instructions);
	for (size_t i = 0; i < e->n; i++)
		if (n > 0 && e->list[n - 1].address == e->list[i].address)
			add(r->request->profile, e->list[i].address,
			    &e->list[n - 1].count, e->list[i].count);
		else
			e->list[n++] = e->list[i];
	r->nadded = e->n = n;
}

static void
add_up_branches(struct executed_reading *r)
{
	struct executed *e = r->executed;
	size_t n = 0;

	if (e->nbranches > 0)
		qsort(e->branches, e->nbranches, sizeof(*e->branches),
		    compare_branches);
	for (size_t i = 0; i < e->nbranches; i++)
		if (n > 0 &&
		    compare_branches(&e->branches[n - 1], &e->branches[i]) == 0)
			add(r->request->profile, e->branches[i].from,
			    &e->branches[n - 1].count, e->branches[i].count);
		else
			e->branches[n++] = e->branches[i];
	r->nbranches_added = e->nbranches = n;
}

static void
add_instruction(struct executed_reading *r, uint64_t address, int64_t count)
{
	struct executed *e = r->executed;

	if (e->n > MANY && e->n > 2 * r->nadded)
		add_up_instructions(r);
	e->list = cli_grow(e->list, e->n, sizeof(*e->list));
	e->list[e->n++] =
	    (struct executed_instruction){.address = address, .count = count};
}

static void
add_branch(struct executed_reading *r, const struct branch *branch)
{
	struct executed *e = r->executed;

	if (e->nbranches > MANY && e->nbranches > 2 * r->nbranches_added)
		add_up_branches(r);
	e->branches = cli_grow(e->branches, e->nbranches, sizeof(*e->branches));
	e->branches[e->nbranches++] = *branch;
}

/* --- rows ----------------------------------------------------------------- */

/* True if it is the object that was asked for: the program may have run it by
 * another path. */
static bool
is_ours(struct executed_reading *r, const char *object)
{
	const char *id;

	if (object == r->last)
		return r->last_is_ours;
	id = build_ids_find(&r->ids, object);
	r->last = object;
	r->last_is_ours = r->id != NULL ? id != NULL && strcmp(id, r->id) == 0
					: strcmp(object, r->path) == 0;
	return r->last_is_ours;
}

static void
refuse_negative(const struct executed_reading *r, int64_t count)
{
	if (count < 0)
		cli_die("%s: expected counts of a run, found a difference",
		    r->request->profile);
}

static void
take_call(struct executed_reading *r, const struct cg_record *record)
{
	const struct cg_target *target = &record->target;
	struct branch branch = {.count = record->executed, .is_call = true};

	/* addresses of 0 are not known */
	if (target->inlined != CG_NOT_INLINED || record->executed == 0)
		return;
	if (is_ours(r, record->object))
		branch.from = record->address;
	if (is_ours(r, target->object))
		branch.to = target->address;
	refuse_negative(r, branch.count);
	if (branch.from != 0 || branch.to != 0)
		add_branch(r, &branch);
}

static void
take_jump(struct executed_reading *r, const struct cg_record *record)
{
	const struct branch branch = {
	    .from = record->address,
	    .to = record->target.address,
	    .count =
		record->kind == CG_BRANCH ? record->taken : record->executed,
	};

	r->has_jumps = true;
	refuse_negative(r, branch.count);
	if (is_ours(r, record->object) && branch.from != 0 && branch.to != 0)
		add_branch(r, &branch);
}

static void
take_row(struct executed_reading *r, const struct cg_record *record)
{
	switch (record->kind) {
	case CG_COSTS:
		r->has_hidden |= cg_is_filtered(record->file);
		if (!is_ours(r, record->object) || record->address == 0)
			break;
		refuse_negative(r, record->counts[0]);
		r->has_code = true;
		add_instruction(r, record->address, record->counts[0]);
		break;
	case CG_CALL:
		take_call(r, record);
		break;
	case CG_JUMP:
	case CG_BRANCH:
		take_jump(r, record);
		break;
	case CG_ENTRIES:
	case CG_FOLDED_OWN:
	case CG_FOLDED_BELOW:
		break;
	}
}

static void
read_rows(struct executed_reading *r)
{
	struct cg_record record;
	int got;

	while ((got = cg_reader_next(r->reader, &record)) == 1)
		take_row(r, &record);
	if (got < 0)
		partial_die(&r->error);
	partials_take(&r->partials, r->reader, "Ir");
	if (!r->has_code)
		cli_die("%s: the profile has no code of %s",
		    r->request->profile, r->request->object);
	if (r->has_hidden)
		cli_warn("%s: costs are hidden, as cg-filter does, so that "
			 "their code counts as not executed",
		    r->request->profile);
	if (r->request->needs_jumps && !r->has_jumps)
		cli_die("%s: the profile has no jumps: %s", r->request->profile,
		    needed);
	add_up_instructions(r);
	add_up_branches(r);
}

/* --- the object ----------------------------------------------------------- */

static void
find_code(struct names_code *code, const struct executed_reading *r)
{
	const struct names_options options = {.ndirectories = 0};
	struct cg_error error;

	code->path = r->request->object;
	if (names_code_find(code, &options, &error) < 0)
		cli_die("%s", error.text);
	if (code->file == NULL)
		cli_die("%s: %s", r->request->object, code->problem);
}

static bool
is_known(const struct build_ids *ids, const char *id)
{
	for (size_t i = 0; i < ids->n; i++)
		if (strcmp(ids->list[i].id, id) == 0)
			return true;
	return false;
}

/* Finds out which object of the profile is meant: one of the same build.  Without
 * build IDs, as in Callgrind's profiles, its path has to do. */
static void
find_object(struct executed_reading *r)
{
	const char *object = r->request->object;
	struct names_code code = {0};

	r->path = realpath(object, NULL);
	if (r->path == NULL)
		cli_die_of_input(
		    errno == ENOENT, "%s: %s", object, strerror(errno));
	find_code(&code, r);
	if (r->ids.n > 0)
		r->id = cli_copy(code.id, strlen(code.id));
	names_code_release(&code);
	if (r->id == NULL || is_known(&r->ids, r->id))
		return;
	if (build_ids_find(&r->ids, r->path) != NULL)
		cli_die("%s: this is another build than the one in %s", object,
		    r->request->profile);
	cli_die("%s: the profile has no code of this build of %s",
	    r->request->profile, object);
}

static void
open_profile(struct executed_reading *r)
{
	const char *path = r->request->profile;
	static const struct cg_event ir = {.name = "Ir"};
	const struct cg_header *header;

	r->reader = cg_reader_open(path, &r->error);
	if (r->reader == NULL)
		cli_die_of_input(r->error.is_missing, "%s", r->error.text);
	header = cg_reader_header(r->reader);
	if (!header->has_addresses)
		cli_die("%s: the profile has no addresses: %s", path, needed);
	if (r->request->accepts_damage)
		cg_reader_set(r->reader, CG_ACCEPT_DAMAGE);
	if (cg_reader_select_events(r->reader, &ir, 1) < 0)
		cli_die("%s", r->error.text);
	build_ids_take(&r->ids, header);
}

/* --- flow ----------------------------------------------------------------- */

/* Adds instructions for the ends of branches that have no costs: a function can be
 * entered in its middle only. */
static void
add_ends(struct executed_reading *r)
{
	struct executed *e = r->executed;

	for (size_t i = 0; i < e->nbranches; i++) {
		if (e->branches[i].from != 0)
			add_instruction(r, e->branches[i].from, 0);
		if (e->branches[i].to != 0)
			add_instruction(r, e->branches[i].to, 0);
	}
	add_up_instructions(r);
}

static void
name(struct executed_reading *r)
{
	struct executed *e = r->executed;

	e->addresses = cli_alloc(e->n, sizeof(*e->addresses));
	for (size_t i = 0; i < e->n; i++)
		e->addresses[i] = e->list[i].address;
	e->code.addresses = e->addresses;
	e->code.naddresses = e->n;
	find_code(&e->code, r);
	for (size_t i = 0; i < e->n; i++) {
		const struct names_instruction *found =
		    &e->code.instructions[i];

		e->list[i].flow = found->flow;
		e->list[i].size = found->size;
		e->list[i].function = found->function;
	}
}

static struct executed_instruction *
find(const struct executed *e, uint64_t address)
{
	const struct executed_instruction wanted = {.address = address};

	return address == 0 ? NULL
			    : bsearch(&wanted, e->list, e->n, sizeof(*e->list),
				  compare_instructions);
}

/* A call that is made by a jump is not followed by what comes after it. */
static void
count_branches(struct executed_reading *r)
{
	struct executed *e = r->executed;
	const char *path = r->request->profile;

	for (size_t i = 0; i < e->nbranches; i++) {
		const struct branch *b = &e->branches[i];
		struct executed_instruction *from = find(e, b->from),
					    *to = find(e, b->to);

		if (from != NULL && (!b->is_call || from->flow != NAMES_CALLS))
			add(path, b->from, &from->taken, b->count);
		if (to != NULL)
			add(path, b->to, &to->entered, b->count);
	}
}

/* True if the next instruction of the list may be the next one in memory. */
static bool
has_next(const struct executed *e, size_t i)
{
	const struct executed_instruction *at = &e->list[i], *next = at + 1;
	uint64_t size;

	if (i + 1 == e->n || next->function != at->function)
		return false;
	size = next->address - at->address;
	return at->size == 0 ? size <= MOST_BYTES : size == at->size;
}

/* An instruction that repeats itself was counted each time.  It was reached as often
 * as it went on. */
static void
count_repeated_once(struct executed *e)
{
	for (size_t i = e->n; i-- > 0;) {
		struct executed_instruction *at = &e->list[i], *next = at + 1;
		int64_t once;

		if (at->flow != NAMES_REPEATS || !has_next(e, i))
			continue;
		once = next->count - next->entered;
		if (once > 0 && once < at->count)
			at->count = once;
	}
}

/*
 * What came to the next instruction, and did not jump there, came from the
 * instruction before it in memory.  That is this one, because it went on to the next
 * one in memory, which then was executed, and nothing that was executed is between
 * them.
 */
int64_t
executed_went_on(const struct executed *e, size_t i)
{
	const struct executed_instruction *at = &e->list[i], *next = at + 1;
	int64_t left, came;

	if (!has_next(e, i) || at->flow == NAMES_LEAVES)
		return 0;
	left = at->count - at->taken;
	came = next->count - next->entered;
	if (left > came)
		left = came;
	return left > 0 ? left : 0;
}

bool
executed_range(const struct executed *e, size_t *i, struct code_range *range)
{
	const struct executed_instruction *first;

	while (*i < e->n && e->list[*i].count == 0)
		++*i;
	if (*i == e->n)
		return false;
	first = &e->list[*i];
	while (executed_went_on(e, *i) > 0 &&
	       e->list[*i + 1].count == first->count)
		++*i;
	*range = (struct code_range){
	    first->address, e->list[*i].address, first->count, first->function};
	++*i;
	return true;
}

const struct executed_instruction *
executed_at(const struct executed *e, uint64_t address)
{
	return find(e, address);
}

void
executed_read(struct executed *e, const struct executed_request *request)
{
	struct executed_reading r = {.request = request, .executed = e};

	*e = (struct executed){0};
	open_profile(&r);
	find_object(&r);
	read_rows(&r);
	add_ends(&r);
	name(&r);
	count_branches(&r);
	count_repeated_once(e);
	cg_reader_close(r.reader);
	build_ids_release(&r.ids);
	partials_release(&r.partials);
	free(r.id);
	free(r.path);
}

void
executed_release(struct executed *e)
{
	names_code_release(&e->code);
	free(e->addresses);
	free(e->list);
	free(e->branches);
}
