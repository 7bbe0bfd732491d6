/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a program speaks to cg-collect: what the other headers here are made of.
 */
#ifndef CG_TOOLS_REQUEST_H
#define CG_TOOLS_REQUEST_H

/* Requests are possible with these compilers and processors. */
#if !defined(NVALGRIND) && defined(__GNUC__) && \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__))
#define CG_REQUESTS 1

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

/* Sends a request, a code and what it needs, and returns the answer: 0 if the
 * program does not run under cg-collect. */
static __inline__ __attribute__((__always_inline__, __unused__)) unsigned long
cg_request(volatile unsigned long *words)
{
	unsigned long answer = 0;

	__asm__ volatile(CG_REQUEST_ASM
			 : CG_REQUEST_ANSWER(answer)
			 : CG_REQUEST_ARGUMENTS(words)
			 : CG_REQUEST_CHANGES);
	return answer;
}

static __inline__ __attribute__((__always_inline__, __unused__)) void
cg_request_name(unsigned long code, const char *name)
{
	volatile unsigned long words[2];

	words[0] = code;
	words[1] = (unsigned long)name;
	(void)cg_request(words);
}

#endif

#endif
