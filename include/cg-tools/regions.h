/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names the regions of a program's run, in C and C++:
 *
 *	CG_REGION("parse small") {
 *		parse(small);
 *	}
 *
 * Under cg-collect, the profile then has a part for each region, and
 * `cg-sum --by=region` prints how often each was entered and what that cost.
 * Outside of cg-collect, a region costs 20 instructions at most.  It costs none
 * if NVALGRIND is defined, and has no effect on processors other than amd64,
 * arm64 and x86, or if the compiler is not gcc or clang.
 *
 * A region in another one, also in a called function, is a region of its own,
 * "outer;inner".  A region that is entered within itself is not entered again.
 * Each thread has its own regions, and starts in the region of the thread that
 * made it.  A region ends with its block, also by return, goto, an exception or
 * a longjmp; `break` and `continue` end it, too, because the block is a loop that
 * runs once.
 */
#ifndef CG_TOOLS_REGIONS_H
#define CG_TOOLS_REGIONS_H

#include "request.h"

#if defined(CG_REQUESTS)

/* 'R' and 'G' in the upper bytes */
#define CG_REQUEST_ENTER 0x52470000ul
#define CG_REQUEST_LEAVE 0x52470001ul
#define CG_REQUEST_COUNTS 0x52470002ul

/* Enter and leave a region that is no block.  cg_leave also leaves regions that
 * were entered in it. */
#define cg_enter(name) cg_request_name(CG_REQUEST_ENTER, name)
#define cg_leave(name) cg_request_name(CG_REQUEST_LEAVE, name)

/*
 * Stores the program's counts so far in at most n elements of counts, in the
 * order of the profile's events: instructions come first.  Returns how many were
 * stored, 0 if the program does not run under cg-collect.
 */
static __inline__ __attribute__((__always_inline__, __unused__)) unsigned int
cg_counts(unsigned long long *counts, unsigned int n)
{
	volatile unsigned long words[3];

	words[0] = CG_REQUEST_COUNTS;
	words[1] = (unsigned long)counts;
	words[2] = n;
	return (unsigned int)cg_request(words);
}

static __inline__ __attribute__((__always_inline__, __unused__)) const char *
cg_region_enter(const char *name)
{
	cg_enter(name);
	return name;
}

#else

#define cg_enter(name) ((void)(name))
#define cg_leave(name) ((void)(name))

static inline unsigned int
cg_counts(unsigned long long *counts, unsigned int n)
{
	(void)counts;
	(void)n;
	return 0;
}

static inline const char *
cg_region_enter(const char *name)
{
	return name;
}

#endif

#define CG_REGION_JOIN_(a, b) a##b
#define CG_REGION_JOIN(a, b) CG_REGION_JOIN_(a, b)

#if defined(__cplusplus)

struct cg_region {
	const char *name;
	bool is_done;

	__attribute__((__always_inline__)) inline explicit cg_region(
	    const char *n)
	    : name(cg_region_enter(n)), is_done(false)
	{
	}

	__attribute__((__always_inline__)) inline ~cg_region()
	{
		cg_leave(name);
	}

	cg_region(const cg_region &) = delete;
	cg_region &operator=(const cg_region &) = delete;
};

#define CG_REGION(name)                                            \
	for (cg_region CG_REGION_JOIN(cg_region_, __LINE__)(name); \
	     !CG_REGION_JOIN(cg_region_, __LINE__).is_done;        \
	     CG_REGION_JOIN(cg_region_, __LINE__).is_done = true)

#elif defined(__GNUC__)

struct cg_region {
	const char *name;
	int is_done;
};

static __inline__ __attribute__((__always_inline__, __unused__)) void
cg_region_leave(struct cg_region *region)
{
	cg_leave(region->name);
}

#define CG_REGION(text)                                               \
	for (struct cg_region CG_REGION_JOIN(cg_region_, __LINE__)    \
		 __attribute__((__cleanup__(                          \
		     cg_region_leave))) = {cg_region_enter(text), 0}; \
	     !CG_REGION_JOIN(cg_region_, __LINE__).is_done;           \
	     CG_REGION_JOIN(cg_region_, __LINE__).is_done = 1)

#else

#define CG_REGION(name)                                                    \
	for (int CG_REGION_JOIN(cg_region_, __LINE__) = ((void)(name), 0); \
	     !CG_REGION_JOIN(cg_region_, __LINE__);                        \
	     CG_REGION_JOIN(cg_region_, __LINE__) = 1)

#endif

#endif
