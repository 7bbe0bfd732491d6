/* SPDX-License-Identifier: BSD-2-Clause */
/* Looks at the first bytes of instructions: not at their ends, which would take a
 * disassembler. */
#include <gelf.h>
#include <stdbool.h>
#include <string.h>

#include "libnames/object_names.h"
#include "flow.h"

static bool
is_prefix(unsigned char byte, bool has_rex)
{
	return (byte != '\0' &&
		   memchr("\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3", byte,
		       11) != NULL) ||
	       (has_rex && (byte & 0xf0) == 0x40);
}

/* Returns the size of what follows an opcode of x86: the byte that says what the
 * operand is, and where the operand in memory is. */
static size_t
operand_size(const unsigned char *next, const unsigned char *end)
{
	unsigned int mode, base;
	size_t size = 1;

	if (end - next < 2)
		return size;
	mode = next[0] >> 6;
	base = next[0] & 7;
	if (mode == 3)
		return size;
	if (base == 4) { /* the next byte has base and index */
		base = next[1] & 7;
		size++;
	}
	if (mode == 1)
		size += 1;
	else if (mode == 2 || base == 5)
		size += 4;
	return size;
}

/* True for ins, outs, movs, cmps, stos, lods and scas. */
static bool
is_of_strings(unsigned char opcode)
{
	return (opcode & 0xfc) == 0x6c || (opcode & 0xfc) == 0xa4 ||
	       (opcode >= 0xaa && opcode <= 0xaf);
}

/* True for ret, iret, jmp, hlt and ud2; indirect jumps have the opcode of calls. */
static bool
is_leaving(const unsigned char *next, const unsigned char *end)
{
	switch (*next) {
	case 0xc2:
	case 0xc3:
	case 0xca:
	case 0xcb:
	case 0xcf:
	case 0xe9:
	case 0xeb:
	case 0xf4:
		return true;
	case 0x0f:
		return end - next > 1 && next[1] == 0x0b;
	case 0xff:
		return end - next > 1 && (next[1] & 0x30) == 0x20;
	default:
		return false;
	}
}

static void
find_on_x86(struct names_code_instruction *found, const unsigned char *first,
    const unsigned char *end, bool has_rex)
{
	const unsigned char *next = first;
	bool has_rep = false;

	for (; next < end && is_prefix(*next, has_rex); next++)
		has_rep |= (*next & 0xfe) == 0xf2;
	if (next == end)
		return;
	if (is_of_strings(*next)) {
		if (has_rep)
			found->flow = NAMES_REPEATS;
	} else if (is_leaving(next, end)) {
		found->flow = NAMES_LEAVES;
	} else if (*next == 0xe8) {
		found->flow = NAMES_CALLS;
		found->size = (uint16_t)(next - first + 5);
	} else if (*next == 0xff && end - next > 1 &&
		   (next[1] & 0x30) == 0x10) {
		found->flow = NAMES_CALLS;
		found->size = (uint16_t)((size_t)(next - first) + 1 +
					 operand_size(next + 1, end));
	}
}

/* An instruction of AArch64, which is little-endian: b, br and ret leave, bl and blr
 * call. */
static void
find_on_arm64(struct names_code_instruction *found, const unsigned char *next,
    const unsigned char *end)
{
	unsigned int high;

	if (end - next < 4)
		return;
	high = (unsigned int)next[3] << 8 | next[2];
	if ((high & 0xfc00) == 0x1400 || high == 0xd61f || high == 0xd71f ||
	    high == 0xd65f) {
		found->flow = NAMES_LEAVES;
	} else if ((high & 0xfc00) == 0x9400 || high == 0xd63f ||
		   high == 0xd73f) {
		found->flow = NAMES_CALLS;
		found->size = 4;
	}
}

void
flow_find(struct names_code_instruction *found, unsigned int machine,
    const unsigned char *next, const unsigned char *end)
{
	if (machine == EM_X86_64 || machine == EM_386)
		find_on_x86(found, next, end, machine == EM_X86_64);
	else if (machine == EM_AARCH64)
		find_on_arm64(found, next, end);
}
