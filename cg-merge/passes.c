/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * While a group is read, the sums of the groups before it are open in temporary
 * files, at each level.  So with fewer descriptors, groups must be smaller, and
 * rows are written and read more often.
 */
#include <fcntl.h>
#include <unistd.h>

#include "passes.h"

enum {
	/* each open profile takes up to a quarter of a megabyte */
	MAX_WIDTH = 128,
	MAX_LEVELS = 8,
	SPARE = 8, /* descriptors for outputs */
	ENOUGH = MAX_LEVELS * MAX_WIDTH + SPARE,
};

/* How many descriptors are free, but no more than ENOUGH. */
static size_t
count_free(void)
{
	long limit = sysconf(_SC_OPEN_MAX);
	size_t n = 0;

	for (int fd = 0; n < ENOUGH && (limit < 0 || fd < limit); fd++)
		n += fcntl(fd, F_GETFD) < 0;
	return n;
}

bool
passes_plan(struct passes *p, size_t n)
{
	size_t nfree = count_free();

	for (p->width = MAX_WIDTH; p->width > 1; p->width--) {
		size_t nlevels = 1;

		for (p->group = 1; p->group * p->width < n; nlevels++)
			p->group *= p->width;
		if (nlevels <= MAX_LEVELS &&
		    nlevels * p->width + SPARE <= nfree)
			return true;
		/* few profiles need few descriptors */
		if (nlevels == 1 && n + SPARE <= nfree)
			return true;
	}
	return false;
}
