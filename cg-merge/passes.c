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
	SPARE = 8, /* descriptors for outputs */
};

/* How many descriptors are free, but no more than are wanted. */
static size_t
count_free(size_t wanted)
{
	long limit = sysconf(_SC_OPEN_MAX);
	size_t n = 0;

	for (int fd = 0; n < wanted && (limit < 0 || fd < limit); fd++)
		n += fcntl(fd, F_GETFD) < 0;
	return n;
}

/* How many levels of groups n profiles need; sets the size of the last ones. */
static size_t
count_levels(size_t n, size_t width, size_t *group)
{
	size_t nlevels = 1;

	for (*group = 1; *group * width < n; nlevels++)
		*group *= width;
	return nlevels;
}

bool
passes_plan(struct passes *p, size_t n)
{
	size_t nlevels, nfree, group;

	p->width = n < MAX_WIDTH ? n : MAX_WIDTH;
	nlevels = count_levels(n, p->width, &p->group);
	nfree = count_free(nlevels * p->width + SPARE);
	while (nlevels * p->width + SPARE > nfree) {
		if (p->width <= 2)
			return false;
		nlevels = count_levels(n, --p->width, &p->group);
	}
	/* with as few levels, small groups take less time */
	while (
	    p->width > 2 && count_levels(n, p->width - 1, &group) == nlevels) {
		p->width--;
		p->group = group;
	}
	return true;
}
