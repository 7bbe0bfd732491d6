/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The size of an instruction follows from its prefixes, its opcode and the byte with its
 * operands; tables say which opcodes have that byte and immediates.
 */
#include <stdbool.h>

#include "x86_code.h"

/* what follows an opcode */
enum {
	NOTHING = 1 << 0,
	OPERANDS = 1 << 1,
	BYTE = 1 << 2,
	WORD = 1 << 3,     /* 4 bytes, or 2 of 16 bits */
	SHORT = 1 << 4,    /* 2 bytes */
	WIDE = 1 << 5,     /* 4 bytes, or 8 of 64 bits */
	DISTANCE = 1 << 6, /* the immediate is the distance of a target */
	TEST = 1 << 7,     /* only test has an immediate in this group */
};

struct x86_decoder {
	const unsigned char *code;
	size_t size, at;
	bool is_16_bits, is_64_bits;
};

/* Returns the next byte; after the end, zeros. */
static unsigned char
next_byte(struct x86_decoder *d)
{
	size_t at = d->at++;

	return at < d->size ? d->code[at] : 0;
}

/* of opcodes of one byte, but those in rows */
static const unsigned char first_forms[256] = {
    [0x63] = OPERANDS,
    [0x68] = WORD,
    [0x69] = OPERANDS | WORD,
    [0x6a] = BYTE,
    [0x6b] = OPERANDS | BYTE,
    [0x6c] = NOTHING,
    [0x6d] = NOTHING,
    [0x6e] = NOTHING,
    [0x6f] = NOTHING,
    [0x80] = OPERANDS | BYTE,
    [0x81] = OPERANDS | WORD,
    [0x83] = OPERANDS | BYTE,
    [0xa8] = BYTE,
    [0xa9] = WORD,
    [0xc0] = OPERANDS | BYTE,
    [0xc1] = OPERANDS | BYTE,
    [0xc2] = SHORT,
    [0xc3] = NOTHING,
    [0xc6] = OPERANDS | BYTE,
    [0xc7] = OPERANDS | WORD,
    [0xc8] = SHORT | BYTE,
    [0xc9] = NOTHING,
    [0xca] = SHORT,
    [0xcb] = NOTHING,
    [0xcc] = NOTHING,
    [0xcd] = BYTE,
    [0xcf] = NOTHING,
    [0xd0] = OPERANDS,
    [0xd1] = OPERANDS,
    [0xd2] = OPERANDS,
    [0xd3] = OPERANDS,
    [0xd7] = NOTHING,
    [0xe0] = BYTE | DISTANCE,
    [0xe1] = BYTE | DISTANCE,
    [0xe2] = BYTE | DISTANCE,
    [0xe3] = BYTE | DISTANCE,
    [0xe4] = BYTE,
    [0xe5] = BYTE,
    [0xe6] = BYTE,
    [0xe7] = BYTE,
    [0xe8] = WORD | DISTANCE,
    [0xe9] = WORD | DISTANCE,
    [0xeb] = BYTE | DISTANCE,
    [0xec] = NOTHING,
    [0xed] = NOTHING,
    [0xee] = NOTHING,
    [0xef] = NOTHING,
    [0xf1] = NOTHING,
    [0xf4] = NOTHING,
    [0xf5] = NOTHING,
    [0xf6] = OPERANDS | BYTE | TEST,
    [0xf7] = OPERANDS | WORD | TEST,
    [0xf8] = NOTHING,
    [0xf9] = NOTHING,
    [0xfa] = NOTHING,
    [0xfb] = NOTHING,
    [0xfc] = NOTHING,
    [0xfd] = NOTHING,
    [0xfe] = OPERANDS,
    [0xff] = OPERANDS,
};

/* opcodes of one byte */
static unsigned int
form_of_first(unsigned char opcode)
{
	if (opcode < 0x40) /* arithmetic */
		return (opcode & 7) < 4    ? OPERANDS
		       : (opcode & 7) == 4 ? BYTE
		       : (opcode & 7) == 5 ? WORD
					   : 0;
	switch (opcode >> 3) {
	case 0x50 >> 3:
	case 0x58 >> 3:
	case 0x90 >> 3:
		return NOTHING;
	case 0x70 >> 3:
	case 0x78 >> 3:
		return BYTE | DISTANCE;
	case 0x88 >> 3:
	case 0xd8 >> 3:
		return OPERANDS;
	case 0x98 >> 3:
		return opcode == 0x9a ? 0 : NOTHING;
	case 0xb0 >> 3:
		return BYTE;
	case 0xb8 >> 3:
		return WIDE;
	default:
		break;
	}
	if ((opcode >> 2) == 0x84 >> 2)
		return OPERANDS;
	if (opcode >= 0xa4 && opcode <= 0xaf)
		return first_forms[opcode] != 0 ? first_forms[opcode] : NOTHING;
	return first_forms[opcode];
}

/* opcodes after 0x0f */
static unsigned int
form_of_second(unsigned char opcode)
{
	switch (opcode) {
	case 0x05:
	case 0x06:
	case 0x07:
	case 0x08:
	case 0x09:
	case 0x0b:
	case 0x77:
	case 0xa0:
	case 0xa1:
	case 0xa2:
	case 0xa8:
	case 0xa9:
	case 0xaa:
		return NOTHING;
	case 0x70:
	case 0x71:
	case 0x72:
	case 0x73:
	case 0xa4:
	case 0xac:
	case 0xba:
	case 0xc2:
	case 0xc4:
	case 0xc5:
	case 0xc6:
		return OPERANDS | BYTE;
	default:
		break;
	}
	if ((opcode & 0xf8) == 0x30 || (opcode & 0xf8) == 0xc8)
		return NOTHING;
	return (opcode & 0xf0) == 0x80 ? WORD | DISTANCE : OPERANDS;
}

/* Returns what follows an opcode of one of the maps that VEX and EVEX number. */
static unsigned int
form_in_map(unsigned int map, unsigned char opcode)
{
	if (map == 1)
		return form_of_second(opcode);
	if (map == 3)
		return OPERANDS | BYTE;
	return map == 2 || map == 5 || map == 6 ? OPERANDS : 0;
}

/* Takes the bytes after VEX and EVEX, the prefixes that have the map in them. */
static unsigned int
take_vector(struct x86_decoder *d, unsigned char prefix)
{
	unsigned int map = 1;

	if (prefix == 0xc4)
		map = next_byte(d) & 0x1f;
	else if (prefix == 0x62)
		map = next_byte(d) & 7;
	next_byte(d);
	if (prefix == 0x62)
		next_byte(d);
	return form_in_map(map, next_byte(d));
}

/* Takes prefixes and the opcode.  Returns what follows. */
static unsigned int
take_opcode(struct x86_decoder *d)
{
	unsigned char byte = next_byte(d);

	while (byte == 0x66 || byte == 0xf2 || byte == 0xf3 || byte == 0x2e ||
	       byte == 0x36 || byte == 0x3e || byte == 0x26 || byte == 0x64 ||
	       byte == 0x65 || byte == 0x67 || byte == 0xf0) {
		d->is_16_bits |= byte == 0x66;
		byte = next_byte(d);
	}
	if ((byte & 0xf0) == 0x40) {
		d->is_64_bits = (byte & 8) != 0;
		byte = next_byte(d);
	}
	if (byte == 0xc4 || byte == 0xc5 || byte == 0x62)
		return take_vector(d, byte);
	if (byte != 0x0f)
		return form_of_first(byte);
	byte = next_byte(d);
	if (byte == 0x38 || byte == 0x3a)
		return form_in_map(byte == 0x38 ? 2 : 3, next_byte(d));
	return form_of_second(byte);
}

/* Takes the operands: a register, and another one or memory. */
static void
take_operands(struct x86_decoder *d, struct x86_code *one, unsigned int *form)
{
	unsigned char byte = next_byte(d);
	unsigned int mode = byte >> 6, base = byte & 7;
	bool is_absolute = false;

	if ((*form & TEST) != 0 && (byte >> 3 & 7) > 1)
		*form = OPERANDS;
	if (mode == 3)
		return;
	if (base == 4 && (next_byte(d) & 7) == 5)
		is_absolute = mode == 0;
	if (mode == 1) {
		d->at++;
	} else if (mode == 2 || is_absolute) {
		one->displacement_at = d->at;
		d->at += 4;
	} else if (base == 5) {
		one->distance_at = d->at;
		one->distance_size = 4;
		d->at += 4;
	}
}

static void
take_immediate(struct x86_decoder *d, struct x86_code *one, unsigned int form)
{
	size_t at = d->at;

	if ((form & SHORT) != 0)
		d->at += 2;
	if ((form & BYTE) != 0)
		d->at += 1;
	if ((form & WORD) != 0)
		d->at +=
		    d->is_16_bits && !d->is_64_bits && (form & DISTANCE) == 0
			? 2
			: 4;
	if ((form & WIDE) != 0)
		d->at += d->is_64_bits ? 8 : d->is_16_bits ? 2 : 4;
	if ((form & DISTANCE) != 0) {
		one->distance_at = at;
		one->distance_size = d->at - at;
	} else if (d->at - at == 4) {
		one->immediate_at = at;
	}
}

size_t
x86_code_decode(struct x86_code *one, const unsigned char *code, size_t size)
{
	struct x86_decoder d = {.code = code, .size = size};
	unsigned int form = take_opcode(&d);

	*one = (struct x86_code){0};
	if (form == 0)
		return 0;
	if ((form & OPERANDS) != 0)
		take_operands(&d, one, &form);
	take_immediate(&d, one, form);
	if (d.at > size)
		return 0;
	one->size = d.at;
	return one->size;
}
