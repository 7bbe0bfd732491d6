/* SPDX-License-Identifier: BSD-2-Clause */
/* The sizes of instructions of x86-64, and where addresses are in them. */
#ifndef X86_CODE_H
#define X86_CODE_H

#include <stddef.h>
#include <stdint.h>

struct x86_code {
	size_t size; /* in bytes */
	/* bytes of a distance to the next instruction, the last of its bytes or
	 * before an immediate; 0: there is none */
	size_t distance_at, distance_size;
	/* words of 4 bytes that may be addresses: where in memory, and an immediate; 0:
	 * there is none */
	size_t displacement_at, immediate_at;
};

/* Decodes the instruction at the bytes.  Returns its size; 0: it is not known, or not all
 * there. */
size_t
x86_code_decode(struct x86_code *one, const unsigned char *code, size_t size);

#endif
