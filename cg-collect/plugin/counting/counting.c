// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Starts and stops counting.  All translations are discarded when that changes.
 * The core ends a superblock with a client request and discards before it
 * continues, so every instruction counts on the right side.
 */
#include "calls/callstack.h"
#include "counting.h"

static Bool is_counting, has_counted;

/* of the core; its headers for tools have only a function that refuses to discard
 * translations after a system call */
void VG_(discard_translations)(Addr start, ULong range, const HChar *who);

void
counting_init(Bool is_on)
{
	is_counting = has_counted = is_on;
}

Bool
counting_is_on(void)
{
	return is_counting;
}

Bool
counting_has_begun(void)
{
	return has_counted;
}

void
discard_translations(void)
{
	/* the core does not accept the whole address space as a range */
	const Addr first = 0x1000;

	VG_(discard_translations)(first, ~(SizeT)(first - 1), "cgcollect");
}

void
discard_translation(Addr addr)
{
	VG_(discard_translations)(addr, 1, "cgcollect");
}

void
counting_set(Bool is_on)
{
	if (is_counting == is_on)
		return;
	discard_translations();
	if (!is_on)
		callstack_end_calls();
	is_counting = is_on;
	has_counted = has_counted || is_on;
}
