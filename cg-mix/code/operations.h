/* SPDX-License-Identifier: BSD-2-Clause */
/* What one execution of an instruction does. */
#ifndef OPERATIONS_H
#define OPERATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "libquery/events/known_events.h"

struct operations {
	bool is_known; /* false: the decoder lacks the instruction */
	/* It repeats itself: each repetition is an execution, and one more finds that none is left.  What
	 * tells the repetitions are its accesses, so many in each: writes, or reads if it writes nothing.
	 * 0: it does not repeat itself. */
	unsigned char accesses;
	uint16_t counts[NOPERATIONS];
};

#endif
