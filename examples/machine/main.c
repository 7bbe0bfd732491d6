/* SPDX-License-Identifier: BSD-2-Clause */
/* usage: machine COUNT: counts down on a stack machine, and prints a hash of all numbers. */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>

/* check: exits if the argument or the run was wrong; run.c has a static function of this name, too */
static void
check(int correct, const char *what)
{
	if (correct)
		return;
	fprintf(stderr, "machine: %s\n", what);
	exit(1);
}

int
main(int argc, char **argv)
{
	static struct machine machine;
	int64_t count = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
	const int64_t code[] = {
	    PUSH,
	    count,
	    DUPLICATE,
	    PUSH,
	    3,
	    ADD,
	    PUSH,
	    7,
	    MULTIPLY,
	    HASH,
	    DECREMENT,
	    JUMP_UNLESS_0,
	    2,
	    HALT,
	};

	check(count > 0 && count < INT32_MAX, "expected a count");
	run(&machine, code);
	check(machine.faults == 0, "the run had faults");
	printf("%016llx\n", (unsigned long long)machine.hash);
	return 0;
}
