/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Limits processor time and address space.  Reading a gigabyte of debug
 * information takes a few seconds, and memory for it, for what is decompressed,
 * and for tables of what was executed.
 */
#include <sys/resource.h>

#include "limits.h"

enum {
	SECONDS = 10,
	BYTES_A_SECOND = 4 << 20,
	TIMES = 16, /* the bytes in memory for one in the file */
};

/*
 * Raises the limit, as far as the hard limit of the user allows.  It is
 * never lowered, because memory of an earlier object may still be there.
 */
static void
raise_limit(int resource, uint64_t value)
{
	struct rlimit limits;

	if (getrlimit(resource, &limits) < 0)
		return;
	/* the hard limit of time would end us by the signal of those who have
	 * no memory */
	if (value >= limits.rlim_max)
		value = limits.rlim_max - 1;
	if (limits.rlim_cur >= limits.rlim_max || limits.rlim_cur < value)
		limits.rlim_cur = value;
	setrlimit(resource, &limits);
}

static uint64_t
used_seconds(void)
{
	struct rusage usage;

	if (getrusage(RUSAGE_SELF, &usage) < 0)
		return 0;
	return (uint64_t)usage.ru_utime.tv_sec +
	       (uint64_t)usage.ru_stime.tv_sec;
}

void
limits_allow(uint64_t size)
{
	static const struct rlimit none = {0, 0};

	setrlimit(RLIMIT_CORE, &none);
	raise_limit(
	    RLIMIT_CPU, used_seconds() + SECONDS + size / BYTES_A_SECOND);
#if !defined(__SANITIZE_ADDRESS__) && UINTPTR_MAX > UINT32_MAX
	/* AddressSanitizer reserves terabytes */
	raise_limit(RLIMIT_AS, ((uint64_t)2 << 30) + TIMES * size);
#endif
}
