/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts only parts of a program:
 *
 *	CACHEGRIND_START_INSTRUMENTATION;
 *	work();
 *	CACHEGRIND_STOP_INSTRUMENTATION;
 *
 * Run the program with `cg-collect --instr-at-start=no`, or with
 *Cachegrind 3.22 or later.  Outside Valgrind each macro costs a few
 * instructions without an effect.  It costs none if NVALGRIND is defined, and
 * has no effect on processors other than amd64, arm64 and x86.
 *
 * Names and codes are those of Valgrind's own header, which is used if there is
 * one.
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
#elif defined(NVALGRIND) || !defined(__GNUC__) || \
    !(defined(__x86_64__) || defined(__i386__) || defined(__aarch64__))

#define CACHEGRIND_START_INSTRUMENTATION ((void)0)
#define CACHEGRIND_STOP_INSTRUMENTATION ((void)0)

#else

/* 'C' and 'G' in the upper bytes */
enum { CG_REQUEST_START = 0x43470000, CG_REQUEST_STOP = 0x43470001 };

/* The rotations add up to whole turns, and the last instruction exchanges a
 * register with itself or, on arm64, ORs it.  Valgrind recognises the sequence
 * as a request. */
#if defined(__aarch64__)
#define CG_REQUEST_ASM                               \
	"mov x3, %0\n\tmov x4, %1\n\t"               \
	"ror x12, x12, #3\n\tror x12, x12, #13\n\t"  \
	"ror x12, x12, #51\n\tror x12, x12, #61\n\t" \
	"orr x10, x10, x10\n\tmov %0, x3"
#define CG_REQUEST_ANSWER "+r"
#define CG_REQUEST_ARGUMENTS "r"
#define CG_REQUEST_CHANGES "x3", "x4", "cc", "memory"
#elif defined(__x86_64__)
#define CG_REQUEST_ASM                           \
	"rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"  \
	"rolq $61, %%rdi\n\trolq $51, %%rdi\n\t" \
	"xchgq %%rbx, %%rbx"
#else
#define CG_REQUEST_ASM                           \
	"roll $3, %%edi\n\troll $13, %%edi\n\t"  \
	"roll $29, %%edi\n\troll $19, %%edi\n\t" \
	"xchgl %%ebx, %%ebx"
#endif
#if !defined(__aarch64__)
#define CG_REQUEST_ANSWER "+d"
#define CG_REQUEST_ARGUMENTS "a"
#define CG_REQUEST_CHANGES "cc", "memory"
#endif

static __inline__ __attribute__((__always_inline__, __unused__)) void
cg_request(unsigned long code)
{
	volatile unsigned long arguments[6] = {0, 0, 0, 0, 0, 0};
	unsigned long answer = 0;

	arguments[0] = code;
	__asm__ volatile(CG_REQUEST_ASM
			 : CG_REQUEST_ANSWER(answer)
			 : CG_REQUEST_ARGUMENTS(&arguments[0])
			 : CG_REQUEST_CHANGES);
}

#define CACHEGRIND_START_INSTRUMENTATION cg_request(CG_REQUEST_START)
#define CACHEGRIND_STOP_INSTRUMENTATION cg_request(CG_REQUEST_STOP)

#endif

#endif
