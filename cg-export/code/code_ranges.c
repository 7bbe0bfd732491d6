/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ranges of executed instructions and the branches between them, in the forms of
 * programs that make profiles for compilers of them.  These take samples of a
 * processor's last branches otherwise: from the target of one branch to the next
 * branch, the processor ran all instructions.  They add the count of a range to
 * each instruction in it, so a range for each run of instructions that ran equally
 * often says the same.
 */
#include <inttypes.h>

#include "code_ranges.h"

/* --- branches ------------------------------------------------------------- */

/*
 * True if the branch says something: those programs count each branch to the first
 * instruction of a function as a call of it.  A loop that begins there is none.
 */
static bool
is_of_use(const struct executed *e, const struct branch *b)
{
	const struct executed_instruction *to = executed_at(e, b->to);

	if (b->to == 0 || b->count == 0)
		return false;
	return b->is_call || to->function == NULL ||
	       b->to != to->function->start;
}

static void
print_branches(const struct executed *e, struct printer *printer)
{
	size_t n = 0;

	for (size_t i = 0; i < e->nbranches; i++)
		n += is_of_use(e, &e->branches[i]);
	printer_print(printer, "%zu\n", n);
	for (size_t i = 0; i < e->nbranches; i++) {
		const struct branch *b = &e->branches[i];

		if (is_of_use(e, b))
			printer_print(printer,
			    "%" PRIx64 "->%" PRIx64 ":%" PRId64 "\n", b->from,
			    b->to, b->count);
	}
}

/* --- formats -------------------------------------------------------------- */

void
code_ranges_print_llvm_profgen(
    const struct executed *e, struct printer *printer)
{
	struct code_range range;
	size_t n = 0;

	for (size_t i = 0; executed_range(e, &i, &range);)
		n++;
	printer_print(printer, "%zu\n", n);
	for (size_t i = 0; executed_range(e, &i, &range);)
		printer_print(printer, "%" PRIx64 "-%" PRIx64 ":%" PRId64 "\n",
		    range.first, range.last, range.count);
	print_branches(e, printer);
}

/*
 * What BOLT takes as aggregated before.  It knows the blocks of the code.  From a
 * trace, F, it takes that control fell through from each block to the next.  A trace
 * must also say so of two ranges with different counts.  Stubs for shared libraries,
 * which have no symbols, would be mismatches for it.
 */
void
code_ranges_print_bolt(const struct executed *e, struct printer *printer)
{
	struct code_range range;

	for (size_t i = 0; i < e->nbranches; i++) {
		const struct branch *b = &e->branches[i];

		if (b->from != 0 && b->to != 0 && b->count != 0)
			printer_print(printer,
			    "B %" PRIx64 " %" PRIx64 " %" PRId64 " 0\n",
			    b->from, b->to, b->count);
	}
	for (size_t i = 0; executed_range(e, &i, &range);)
		if (range.function != NULL)
			printer_print(printer,
			    "F %" PRIx64 " %" PRIx64 " %" PRId64 "\n",
			    range.first, range.last, range.count);
	for (size_t i = 0; i + 1 < e->n; i++) {
		int64_t count = executed_went_on(e, i);

		if (count != 0 && e->list[i].function != NULL &&
		    e->list[i].count != e->list[i + 1].count)
			printer_print(printer,
			    "F %" PRIx64 " %" PRIx64 " %" PRId64 "\n",
			    e->list[i].address, e->list[i + 1].address, count);
	}
}
