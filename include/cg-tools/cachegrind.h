/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts only parts of a program:
 *
 *	CACHEGRIND_START_INSTRUMENTATION;
 *	work();
 *	CACHEGRIND_STOP_INSTRUMENTATION;
 *
 * Run the program with `cg-collect --instr-at-start=no`, or with
 * Cachegrind 3.22 or later.  Outside Valgrind each macro costs a few
 * instructions without an effect.  It costs none if NVALGRIND is defined, and
 * has no effect on processors other than amd64, arm64 and x86.
 *
 * Names and codes are the same as in Valgrind's own header, which is used if
 * there is one.
 */
#ifndef CG_TOOLS_CACHEGRIND_H
#define CG_TOOLS_CACHEGRIND_H

#if defined(__has_include)
#if __has_include(<valgrind/cachegrind.h>)
#include <valgrind/cachegrind.h>
#endif
#endif

#if defined(CACHEGRIND_START_INSTRUMENTATION)
/* defined by Valgrind's header */
#else

#include "request.h"

#if defined(CG_REQUESTS)
/* 'C' and 'G' in the upper bytes */
enum { CG_REQUEST_START = 0x43470000, CG_REQUEST_STOP = 0x43470001 };

#define CACHEGRIND_START_INSTRUMENTATION cg_request_name(CG_REQUEST_START, 0)
#define CACHEGRIND_STOP_INSTRUMENTATION cg_request_name(CG_REQUEST_STOP, 0)
#else
#define CACHEGRIND_START_INSTRUMENTATION ((void)0)
#define CACHEGRIND_STOP_INSTRUMENTATION ((void)0)
#endif

#endif

#endif
