/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fixes the addresses, the caches and the processor of a program: if they
 * differ, so do its counts.
 */
#define _GNU_SOURCE /* sched_setaffinity */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>

#include "libcli/cli.h"
#include "reproducible.h"

const char *const reproducible_options[] = {
    "--I1=32768,8,64",
    "--D1=32768,8,64",
    "--LL=8388608,16,64",
    "--reproducible=yes",
    "--command-line-only=yes",
    NULL,
};

/* Containers forbid it or ignore it.  The program's addresses are Valgrind's choice
 * and stay the same, except in 32-bit programs: the tool warns if it runs one. */
void
reproducible_pin_addresses(void)
{
	personality(ADDR_NO_RANDOMIZE);
}

/* the first processor that we may run on, or -1 with errno set */
static int
first_processor(void)
{
	enum { MAX_PROCESSORS = 1 << 20 };

	for (int n = CPU_SETSIZE; n <= MAX_PROCESSORS; n *= 2) {
		size_t size = CPU_ALLOC_SIZE((size_t)n);
		cpu_set_t *set = cli_alloc(1, size);
		int status = sched_getaffinity(0, size, set), first = 0;

		while (status == 0 && first < n - 1 &&
		       !CPU_ISSET_S((size_t)first, size, set))
			first++;
		free(set);
		if (status == 0)
			return first;
		if (errno != EINVAL) /* EINVAL: the set is too small */
			break;
	}
	return -1;
}

void
reproducible_pin_processor(void)
{
	int processor = first_processor(), status = -1;
	size_t size = CPU_ALLOC_SIZE((size_t)processor + 1);
	cpu_set_t *set;

	if (processor >= 0) {
		set = cli_alloc(1, size);
		CPU_SET_S((size_t)processor, size, set);
		status = sched_setaffinity(0, size, set);
		free(set);
	}
	if (status < 0)
		cli_die("--reproducible: the program cannot be kept on one "
			"processor: %s",
		    strerror(errno));
}
