// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes misses as a profile: data call the instructions that miss on them.
 *
 *	desc: Object: NUMBER PATH
 *	desc: Datum: NUMBER KIND ...	as put_datum has it
 *	desc: Code: NUMBER OBJECT ADDRESS FIRST NAME
 *	desc: Passed: PATTERN		of --alloc-fn, if it matched a symbol
 *	fn=DATUM OFFSET STEP SPAN	the lowest offset, and how far the highest is
 *	fn=DATUM OFFSET STEP SPAN DATUM OFFSET STEP SPAN CODE
 *
 * The second half of a row is who shares lines with it: what code does to a datum.
 * Names are found after the run; libquery/naming has the form of the rest.
 */
#include "calls/costs.h"
#include "containers/interned.h"
#include "modes.h"
#include "objects/functions.h"
#include "objects/objects.h"
#include "spool/file.h"
#include "data_text.h"
#include "datum.h"
#include "line_use.h"
#include "misses.h"
#include "sharing.h"
#include "sites.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

static XArray *objects; /* numbers are their places, from 0 on */

/* --- objects -------------------------------------------------------------- */

static Word
number_of(const struct object *object)
{
	Word n = VG_(sizeXA)(objects);

	for (Word i = 0; i < n; i++)
		if (*(const struct object **)VG_(indexXA)(objects, i) == object)
			return i;
	VG_(addToXA)(objects, &object);
	file_put("desc: Object: ");
	file_put_number((ULong)n);
	file_put(" ");
	file_put(object->path);
	file_put("\n");
	return n;
}

static void
put_objects(struct datum *datum)
{
	if (datum->object)
		number_of(datum->object);
	for (UInt i = 0; i < datum->ncalls; i++)
		number_of(datum->calls[i]->function->object);
}

/* Puts where a function begins. */
static void
put_first(const struct function *function)
{
	if (function->has_symbol && !function->object->has_namesake)
		file_put_hex(function->address);
	else
		file_put("???");
}

/* --- data ----------------------------------------------------------------- */

static void
put_number(ULong number)
{
	file_put(" ");
	file_put_number(number);
}

static void
put_block(const struct datum *datum)
{
	put_number(datum->unit);
	put_number(datum->element);
	for (UInt i = 0; i < datum->ncalls; i++) {
		const struct call_place *call = datum->calls[i];

		put_number((ULong)number_of(call->function->object));
		put_number(call->address);
		put_number(call->after);
	}
}

static void
put_variable(const struct datum *datum)
{
	if (!datum->object)
		return;
	put_number((ULong)number_of(datum->object));
	put_number(datum->address);
	put_number(datum->range);
}

static void
put_datum(struct datum *datum)
{
	static const HChar *const kinds[] = {
	    [DATUM_BLOCK] = " heap",
	    [DATUM_ALLOCATOR] = " allocator",
	    [DATUM_VARIABLE] = " static",
	    [DATUM_THREAD_LOCAL] = " thread-local",
	    [DATUM_STACK] = " stack",
	    [DATUM_FILE] = " mapped ",
	    [DATUM_UNKNOWN] = " unknown",
	};

	file_put("desc: Datum:");
	put_number(datum->number);
	file_put(kinds[datum->kind]);
	if (datum->kind == DATUM_BLOCK)
		put_block(datum);
	else if (datum->kind == DATUM_FILE)
		file_put(datum->path);
	else
		put_variable(datum);
	file_put("\n");
}

/* --- partners ------------------------------------------------------------- */

/* Puts the code of all partners, which are numbered in their order. */
static void
put_codes(struct misses *const *all, UInt n)
{
	ULong number = 0;

	for (UInt i = 0; i < n; i++)
		for (const struct misses *partner = all[i]->partners; partner;
		     partner = partner->next) {
			const struct cost *cost = partner->cost;
			Word object = number_of(cost->owner->object);

			file_put("desc: Code:");
			put_number(number++);
			put_number((ULong)object);
			put_number(cost->address);
			file_put(" ");
			put_first(cost->owner);
			file_put(" ");
			file_put(cost->owner->name);
			file_put("\n");
		}
}

static void
put_passed(const HChar *pattern)
{
	HChar *escaped = name_escape(pattern);

	file_put("desc: Passed: ");
	file_put(escaped);
	file_put("\n");
	VG_(free)(escaped);
}

void
data_put_descriptions(void)
{
	struct misses **all;
	UInt n;

	line_use_count_all(False);
	sharing_count_all(False);
	objects = VG_(newXA)(VG_(malloc), "cgcollect.data.objects", VG_(free),
	    sizeof(struct object *));
	data_visit(put_objects);
	data_visit(put_datum);
	all = misses_all(&n);
	put_codes(all, n);
	sites_visit_passed(put_passed);
	VG_(free)(all);
	VG_(deleteXA)(objects);
}

/* --- rows ----------------------------------------------------------------- */

static void
put_counts(const struct miss_counts *counts, ULong blocks, ULong bytes)
{
	put_number(counts->d1_read);
	put_number(counts->ll_read);
	put_number(counts->d1_write);
	put_number(counts->ll_write);
	put_number(blocks);
	put_number(bytes);
	if (modes.line_use) {
		put_number(counts->line_bytes);
		put_number(counts->used_bytes);
	}
	if (modes.sharing) {
		put_number(counts->truly_shared);
		put_number(counts->falsely_shared);
	}
	for (UInt i = 0; i < NMISS_KIND_EVENTS; i++)
		if (event_is_recorded(EV_D1MNEW + i))
			put_number(counts->kinds[i]);
	file_put("\n");
}

static ULong total_blocks, total_bytes;

static void
put_allocations(struct datum *datum)
{
	static const struct miss_counts none;

	if (datum->blocks == 0)
		return;
	file_put("fn=");
	file_put_number(datum->number);
	file_put("\n");
	file_put("0");
	put_counts(&none, datum->blocks, datum->bytes);
	total_blocks += datum->blocks;
	total_bytes += datum->bytes;
}

static void
put_code(const struct cost *cost)
{
	const struct function *function = cost->owner;

	file_put("cob=");
	file_put(function->object->path);
	file_put("\ncfi=");
	put_first(function);
	file_put("\ncfn=");
	file_put(function->name);
	file_put("\n");
}

static void
put_offset(const struct misses *misses, UInt i)
{
	Bool several = misses->step > 0;

	file_put_number(misses->datum->number);
	put_number(several ? misses->low : misses->offsets[i]);
	put_number(misses->step);
	put_number(several ? misses->high - misses->low : 0);
}

/* Puts the counts as those of a call of the code. */
static void
put_call(const struct cost *cost, const struct miss_counts *counts)
{
	file_put("\n");
	put_code(cost);
	file_put("calls=");
	file_put_number(counts->d1_read + counts->d1_write);
	file_put(" ");
	file_put_hex(cost->address);
	file_put("\n");
	file_put("0");
	put_counts(counts, 0, 0);
}

static Bool
has_counts(const struct miss_counts *counts)
{
	return counts->d1_read + counts->d1_write + counts->truly_shared +
		   counts->falsely_shared !=
	       0;
}

static void
put_partner(
    const struct misses *misses, const struct misses *partner, ULong code)
{
	for (UInt i = 0; i < partner->noffsets; i++) {
		if (!has_counts(&partner->counts[i]))
			continue;
		file_put("fn=");
		put_offset(misses, partner->of);
		file_put(" ");
		put_offset(partner, i);
		put_number(code);
		put_call(misses->cost, &partner->counts[i]);
	}
}

/* Puts the misses, and after them the accesses that share lines; the codes of partners
 * have the numbers from *code on. */
static void
put_misses(const struct misses *misses, ULong *code)
{
	for (UInt i = 0; i < misses->noffsets; i++) {
		if (!has_counts(&misses->counts[i]))
			continue;
		file_put("fn=");
		put_offset(misses, i);
		put_call(misses->cost, &misses->counts[i]);
	}
	for (const struct misses *partner = misses->partners; partner;
	     partner = partner->next)
		put_partner(misses, partner, (*code)++);
}

void
data_put_rows(void)
{
	static const struct miss_counts none;
	struct misses **all;
	ULong code = 0;
	UInt n;

	total_blocks = total_bytes = 0;
	all = misses_all(&n);
	file_put("positions: instr\nevents: D1mr DLmr D1mw DLmw Al AlB");
	if (modes.line_use)
		file_put(" LnB LnU");
	if (modes.sharing)
		file_put(" ShT ShF");
	for (enum event i = EV_D1MNEW; i <= EV_DLMCONF; i++) {
		if (!event_is_recorded(i))
			continue;
		file_put(" ");
		file_put(event_table[i].name);
	}
	file_put("\n");
	data_visit(put_allocations);
	for (UInt i = 0; i < n; i++)
		put_misses(all[i], &code);
	VG_(free)(all);
	file_put("totals:");
	put_counts(&none, total_blocks, total_bytes);
	line_use_count_all(True);
	sharing_count_all(True);
}
