/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The extents of functions come from the symbols around what was executed.  Without one, or if
 * a symbol has no size and seems to go on for long, they are what was executed.  An address
 * that objdump takes for the middle of an instruction was executed, so it is the start of
 * one: objdump is asked again from there.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "machine_code.h"

enum {
	FAR =
	    4096, /* bytes after which code that was not executed is not shown */
	MOST_AGAIN = 64, /* times that objdump is asked again for a function */
};

/* What was executed, in order of its addresses. */
struct placed_row {
	uint64_t address;
	size_t row;
};

struct reading {
	struct machine_code *code;
	const struct code_rows *rows;
	const struct machine_code_options *options;
	size_t nplaced;
	struct placed_row *placed; /* rows of kind CG_COSTS */
	size_t naddresses;
	uint64_t *addresses; /* of them, each once */
	struct names_code names;
	uint64_t *starts; /* of parts */
	size_t nparts;
};

/* --- rows ----------------------------------------------------------------- */

static void
add_jump(struct machine_code *code, const struct cg_record *row)
{
	code->jumps = cli_grow(code->jumps, code->njumps, sizeof(*code->jumps));
	code->jumps[code->njumps++] = (struct code_jump){
	    .from = row->address,
	    .target = row->target.address,
	    .executed = row->executed,
	    .taken = row->kind == CG_BRANCH ? row->taken : row->executed,
	    .is_conditional = row->kind == CG_BRANCH,
	};
}

static void
add_call(struct machine_code *code, const struct cg_record *row)
{
	if (row->target.inlined != CG_NOT_INLINED)
		return;
	code->calls = cli_grow(code->calls, code->ncalls, sizeof(*code->calls));
	code->calls[code->ncalls++] = (struct code_call){
	    .from = row->address,
	    .object = row->target.object,
	    .file = row->target.file,
	    .function = row->target.function,
	    .ncalls = row->executed,
	};
}

static _Noreturn void
die_of_sum(const struct machine_code *code)
{
	cli_die("a count of an instruction of %s:%s does not fit in 64 bits",
	    code->function->file, code->function->function);
}

static void
add_counts(
    const struct machine_code *code, int64_t *to, const struct cg_record *row)
{
	if (cg_counts_add(to, row->counts, code->nevents) < code->nevents)
		die_of_sum(code);
}

static void
take_row(struct reading *r, size_t i)
{
	struct machine_code *code = r->code;
	struct cg_record row;

	cg_profile_at(r->rows->rows, i, &row);
	if (row.address == 0 && row.kind == CG_COSTS) {
		if (code->unplaced == NULL)
			code->unplaced =
			    cli_alloc(code->nevents, sizeof(*code->unplaced));
		add_counts(code, code->unplaced, &row);
	}
	if (row.address == 0)
		return;
	if (row.kind == CG_JUMP || row.kind == CG_BRANCH)
		add_jump(code, &row);
	else if (row.kind == CG_CALL)
		add_call(code, &row);
	else {
		r->placed = cli_grow(r->placed, r->nplaced, sizeof(*r->placed));
		r->placed[r->nplaced++] = (struct placed_row){row.address, i};
	}
}

static int
compare_placed(const void *a, const void *b)
{
	const struct placed_row *x = a, *y = b;
	int order = (x->address > y->address) - (x->address < y->address);

	return order != 0 ? order : (x->row > y->row) - (x->row < y->row);
}

static int
compare_jumps(const void *a, const void *b)
{
	const struct code_jump *x = a, *y = b;
	int order = (x->from > y->from) - (x->from < y->from);

	if (order == 0)
		order = (x->taken < y->taken) - (x->taken > y->taken);
	return order != 0 ? order
			  : (x->target > y->target) - (x->target < y->target);
}

static int
compare_calls(const void *a, const void *b)
{
	const struct code_call *x = a, *y = b;
	int order = (x->from > y->from) - (x->from < y->from);

	if (order == 0)
		order = (x->ncalls < y->ncalls) - (x->ncalls > y->ncalls);
	if (order == 0)
		order = strcmp(x->function, y->function);
	if (order == 0)
		order = strcmp(x->file, y->file);
	return order != 0 ? order : strcmp(x->object, y->object);
}

/* Adds up jumps to one target, and calls of one function: inlined code and its host may
 * have a row each. */
static void
join_jumps(struct machine_code *code)
{
	size_t n = 0;

	for (size_t i = 0; i < code->njumps; i++) {
		struct code_jump *to = n > 0 ? &code->jumps[n - 1] : NULL;
		const struct code_jump *from = &code->jumps[i];

		if (to == NULL || to->from != from->from ||
		    to->target != from->target)
			code->jumps[n++] = *from;
		else if (__builtin_add_overflow(
			     to->executed, from->executed, &to->executed) ||
			 __builtin_add_overflow(
			     to->taken, from->taken, &to->taken))
			die_of_sum(code);
	}
	code->njumps = n;
}

static void
join_calls(struct machine_code *code)
{
	size_t n = 0;

	for (size_t i = 0; i < code->ncalls; i++) {
		struct code_call *to = n > 0 ? &code->calls[n - 1] : NULL;
		const struct code_call *from = &code->calls[i];

		if (to == NULL || to->from != from->from ||
		    to->function != from->function || to->file != from->file ||
		    to->object != from->object)
			code->calls[n++] = *from;
		else if (__builtin_add_overflow(
			     to->ncalls, from->ncalls, &to->ncalls))
			die_of_sum(code);
	}
	code->ncalls = n;
}

static void
take_rows(struct reading *r)
{
	struct machine_code *code = r->code;
	const struct code_function *f = code->function;

	for (size_t i = f->first_run; i < f->end_run; i++)
		for (size_t j = r->rows->runs[i].first;
		     j < r->rows->runs[i].end; j++)
			take_row(r, j);
	if (r->nplaced > 1)
		qsort(
		    r->placed, r->nplaced, sizeof(*r->placed), compare_placed);
	if (code->njumps > 1)
		qsort(code->jumps, code->njumps, sizeof(*code->jumps),
		    compare_jumps);
	if (code->ncalls > 1)
		qsort(code->calls, code->ncalls, sizeof(*code->calls),
		    compare_calls);
	join_jumps(code);
	join_calls(code);
	r->addresses = cli_alloc(r->nplaced, sizeof(*r->addresses));
	for (size_t i = 0; i < r->nplaced; i++)
		if (i == 0 || r->placed[i].address != r->placed[i - 1].address)
			r->addresses[r->naddresses++] = r->placed[i].address;
}

/* --- parts ---------------------------------------------------------------- */

/* Sets the range to disassemble around addresses from number i on, and returns the number of
 * the first address after it. */
static size_t
find_part(const struct reading *r, size_t i, uint64_t *start, uint64_t *end)
{
	const struct names_function *function =
	    r->names.instructions[i].function;
	uint64_t limit = function != NULL ? function->end : UINT64_MAX;
	uint64_t last = r->addresses[i];

	*start = last;
	if (function != NULL && last - function->start <= FAR)
		*start = function->start;
	for (i++; i < r->naddresses && r->addresses[i] < limit &&
		  r->addresses[i] - last <= FAR;
	     i++)
		last = r->addresses[i];
	*end = last;
	if (function != NULL && function->end - last <= FAR)
		*end = function->end;
	return i;
}

static char *
disassemble(struct reading *r, uint64_t start, uint64_t end)
{
	struct instructions_request request = {
	    .file = r->names.file,
	    .machine = r->names.machine,
	    .intel = r->options->intel,
	    .start = start,
	    .end = end,
	};

	if (r->options->places != NULL &&
	    code_places_copy(r->options->places, r->names.path,
		&r->code->instructions, start, end))
		return NULL;
	return instructions_read(&r->code->instructions, &request);
}

static int
compare_instructions(const void *a, const void *b)
{
	const struct instruction *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

/* Puts the instructions in order, each once: symbols may overlap. */
static void
sort_instructions(struct instructions *all)
{
	size_t n = 0;

	if (all->n > 1)
		qsort(all->list, all->n, sizeof(*all->list),
		    compare_instructions);
	for (size_t i = 0; i < all->n; i++)
		if (n == 0 || all->list[i].address != all->list[n - 1].address)
			all->list[n++] = all->list[i];
	all->n = n;
}

/* Reads the instructions of all parts.  Returns what is wrong, or NULL. */
static char *
read_parts(struct reading *r)
{
	struct instructions *all = &r->code->instructions;
	size_t next;

	for (size_t i = 0; i < r->naddresses; i = next) {
		uint64_t start, end, last;
		size_t nbefore = all->n;
		char *problem;

		next = find_part(r, i, &start, &end);
		last = r->addresses[next - 1];
		/* the last one may be long */
		problem = disassemble(
		    r, start, end > last ? end : last + INSTRUCTION_BYTES);
		if (problem != NULL)
			return problem;
		if (end == last)
			while (all->n > nbefore &&
			       all->list[all->n - 1].address > last)
				all->n--;
		r->starts = cli_grow(r->starts, r->nparts, sizeof(*r->starts));
		r->starts[r->nparts++] =
		    all->n > nbefore ? all->list[nbefore].address : start;
	}
	sort_instructions(all);
	return NULL;
}

/* --- instructions that were missed ---------------------------------------- */

static int
compare_address(const void *element, const void *key)
{
	const struct instruction *one = element;
	const uint64_t *address = key;

	return (one->address > *address) - (one->address < *address);
}

static bool
has_instruction(const struct instructions *all, size_t n, uint64_t address)
{
	size_t i = lower_bound(
	    &address, all->list, n, sizeof(*all->list), compare_address);

	return i < n && all->list[i].address == address;
}

static bool
was_executed(const struct reading *r, uint64_t address)
{
	size_t low = 0, high = r->naddresses;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (r->addresses[middle] < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < r->naddresses && r->addresses[low] == address;
}

/* Takes out instructions that were not executed and that one overlaps that was. */
static void
remove_overlapped(const struct reading *r)
{
	struct instructions *all = &r->code->instructions;
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct instruction *one = &all->list[i];
		bool overlaps =
		    i + 1 < all->n &&
		    one->address + one->size > all->list[i + 1].address &&
		    was_executed(r, all->list[i + 1].address);

		/* or that begins within one that was */
		if (n > 0 && was_executed(r, all->list[n - 1].address))
			overlaps |=
			    all->list[n - 1].address + all->list[n - 1].size >
			    one->address;
		if (!overlaps || was_executed(r, one->address))
			all->list[n++] = *one;
	}
	all->n = n;
}

/* Adds the instructions from an address on, up to one that is there. */
static void
add_missed(struct reading *r, uint64_t address)
{
	struct instructions *all = &r->code->instructions;
	size_t nbefore = all->n, n = nbefore;

	free(disassemble(r, address, address + 4 * INSTRUCTION_BYTES));
	if (n < all->n && all->list[n].address != address)
		all->n = nbefore;
	while (
	    n < all->n && !has_instruction(all, nbefore, all->list[n].address))
		n++;
	/* one that reaches over the end is no instruction */
	while (n > nbefore + 1 && all->list[n - 1].address + INSTRUCTION_BYTES >
				      address + 4 * INSTRUCTION_BYTES)
		n--;
	all->n = n;
	sort_instructions(all);
}

static void
find_missed(struct reading *r)
{
	struct instructions *all = &r->code->instructions;
	size_t nagain = 0;

	for (size_t i = 0; i < r->naddresses && nagain < MOST_AGAIN; i++)
		if (!has_instruction(all, all->n, r->addresses[i])) {
			add_missed(r, r->addresses[i]);
			nagain++;
		}
	if (nagain > 0)
		remove_overlapped(r);
}

/* --- the code ------------------------------------------------------------- */

/* Adds the counts of an instruction's rows, from number *next on, and takes the place of the
 * first one. */
static void
place_rows(struct reading *r, struct code_instruction *one, size_t *next,
    int64_t *counts, int ir)
{
	for (; *next < r->nplaced && r->placed[*next].address == one->address;
	     ++*next) {
		struct cg_record row;

		cg_profile_at(r->rows->rows, r->placed[*next].row, &row);
		add_counts(r->code, counts, &row);
		if (one->counts == NULL) {
			one->file = row.file;
			one->line = row.line;
			one->inlined = row.host != NULL ? row.function : NULL;
		}
		one->counts = counts;
	}
	if (one->counts == NULL)
		one->executed = 0;
	else if (ir >= 0)
		one->executed = counts[ir];
}

static void
join(struct reading *r)
{
	struct machine_code *code = r->code;
	const struct instructions *all = &code->instructions;
	int ir = cg_header_event(r->options->header, "Ir", 2);
	size_t next = 0, part = 0, jump = 0, call = 0, i = 0;

	code->list = cli_alloc(all->n + r->naddresses, sizeof(*code->list));
	code->counts =
	    cli_alloc(r->naddresses * code->nevents + 1, sizeof(*code->counts));
	for (size_t ncounts = 0; i < all->n || next < r->nplaced;) {
		struct code_instruction *one = &code->list[code->n++];

		*one = (struct code_instruction){.text = "", .executed = -1};
		if (i < all->n &&
		    (next == r->nplaced ||
			all->list[i].address <= r->placed[next].address)) {
			one->code = &all->list[i++];
			one->address = one->code->address;
			one->text = instruction_text(all, one->code);
			one->kind = instruction_kind(one->text);
		} else {
			one->address = r->placed[next].address;
		}
		place_rows(
		    r, one, &next, &code->counts[ncounts * code->nevents], ir);
		ncounts += one->counts != NULL;
		while (part < r->nparts && r->starts[part] <= one->address) {
			one->begins_part = true;
			part++;
		}
		for (; jump < code->njumps &&
		       code->jumps[jump].from < one->address;)
			jump++;
		for (one->first_jump = jump;
		     jump < code->njumps &&
		     code->jumps[jump].from == one->address;
		     jump++)
			one->njumps++;
		for (; call < code->ncalls &&
		       code->calls[call].from < one->address;)
			call++;
		for (one->first_call = call;
		     call < code->ncalls &&
		     code->calls[call].from == one->address;
		     call++)
			one->ncalls++;
	}
}

static bool
is_jump_target(const struct machine_code *code, uint64_t address)
{
	for (size_t i = 0; i < code->njumps; i++)
		if (code->jumps[i].target == address)
			return true;
	return false;
}

/*
 * A program that changes its code executes other instructions than the file has: addresses
 * in the middle of an instruction that was executed, though nothing jumped there, or what is
 * no instruction.
 */
static bool
was_changed(const struct machine_code *code)
{
	for (size_t i = 0; i < code->n; i++) {
		const struct code_instruction *one = &code->list[i];
		bool overlaps = i + 1 < code->n && one->code != NULL &&
				one[1].counts != NULL &&
				one->address + one->code->size > one[1].address;

		if (one->counts == NULL)
			continue;
		if (one->code == NULL || strstr(one->text, "(bad)") != NULL ||
		    (overlaps && code->has_jumps &&
			!is_jump_target(code, one[1].address)))
			return true;
	}
	return false;
}

/* Says where the code is.  Returns what is wrong, or NULL. */
static char *
find_code(struct reading *r)
{
	const struct code_function *f = r->code->function;
	struct names_options options = {.ndirectories = 0};
	struct cg_error error;

	if (r->naddresses == 0)
		return cli_format("the profile has no addresses of it");
	if (*f->object != '/')
		return cli_format("it is in no file");
	r->names.path = f->object;
	r->names.build_id = build_ids_find(r->options->build_ids, f->object);
	r->names.addresses = r->addresses;
	r->names.naddresses = r->naddresses;
	if (r->names.build_id == NULL)
		return cli_format("the profile does not say which build of it "
				  "was counted");
	if ((r->options->places == NULL ||
		!code_places_answer(r->options->places, &r->names)) &&
	    names_code_find(&r->names, &options, &error) < 0)
		cli_die("%s", error.text);
	return r->names.file != NULL ? NULL
				     : cli_format("%s", r->names.problem);
}

void
machine_code_read(struct machine_code *code, const struct code_rows *rows,
    const struct code_function *function,
    const struct machine_code_options *options)
{
	struct reading r = {.code = code, .rows = rows, .options = options};

	*code = (struct machine_code){.function = function,
	    .nevents = rows->nevents,
	    .has_jumps = rows->has_jumps};
	take_rows(&r);
	if (options->rows_only) {
		join(&r);
	} else {
		code->problem = find_code(&r);
		if (code->problem == NULL)
			code->problem = read_parts(&r);
	}
	if (!options->rows_only && code->problem == NULL) {
		code->machine = cli_format("%s", r.names.machine);
		find_missed(&r);
		join(&r);
		code->is_changed = was_changed(code);
	}
	names_code_release(&r.names);
	free(r.placed);
	free(r.addresses);
	free(r.starts);
}

/* --- questions ------------------------------------------------------------ */

static int
compare_code_address(const void *element, const void *key)
{
	const struct code_instruction *one = element;
	const uint64_t *address = key;

	return (one->address > *address) - (one->address < *address);
}

size_t
machine_code_find(const struct machine_code *code, uint64_t address)
{
	size_t i = lower_bound(&address, code->list, code->n,
	    sizeof(*code->list), compare_code_address);

	return i < code->n && code->list[i].address == address ? i : code->n;
}

int64_t
machine_code_taken(
    const struct machine_code *code, const struct code_instruction *one)
{
	int64_t sum = 0;

	for (size_t i = 0; i < one->njumps; i++)
		if (__builtin_add_overflow(
			sum, code->jumps[one->first_jump + i].taken, &sum))
			die_of_sum(code);
	return sum;
}

void
machine_code_release(struct machine_code *code)
{
	instructions_release(&code->instructions);
	free(code->problem);
	free(code->machine);
	free(code->list);
	free(code->jumps);
	free(code->calls);
	free(code->unplaced);
	free(code->counts);
	*code = (struct machine_code){.n = 0};
}
