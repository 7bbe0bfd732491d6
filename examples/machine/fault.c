/* SPDX-License-Identifier: BSD-2-Clause */
/* What the stack machine calls: a hash of numbers, and messages. */
#include "machine.h"

#include <stdio.h>

void
hash(struct machine *machine, int64_t value)
{
	machine->hash = (machine->hash ^ (uint64_t)value) * 31;
}

void
fault(struct machine *machine, const char *what)
{
	machine->faults++;
	fprintf(stderr, "machine: %s\n", what);
}
