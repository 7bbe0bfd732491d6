/* SPDX-License-Identifier: BSD-2-Clause */
/* Sets limits that honest objects of a gigabyte are far from. */
#include <sys/resource.h>
#include <stdint.h>

#include "limits.h"

enum { SECONDS = 120 };

static void
limit(int resource, rlim_t value)
{
	struct rlimit limits;

	if (getrlimit(resource, &limits) < 0)
		return;
	if (limits.rlim_cur == RLIM_INFINITY || limits.rlim_cur > value)
		limits.rlim_cur = value;
	setrlimit(resource, &limits);
}

void
limits_begin(void)
{
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_CPU, SECONDS);
#if !defined(__SANITIZE_ADDRESS__) && UINTPTR_MAX > UINT32_MAX
	limit(RLIMIT_AS, (rlim_t)8 << 30);
#endif
}
