/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Knows what compilers write after calls.  Any other instruction ends the search for
 * the result, so nothing wrong follows from what is missing here.
 */
#include "cg-names/object/section_bytes.h"
#include "amd64.h"

struct decoder {
	struct section_bytes code;
	uint64_t address; /* of the instruction */
	const unsigned char *start;
	struct amd64 *to;
	unsigned int rex;
	bool is_wide;  /* 64 bits */
	bool is_short; /* 16 bits */
	/* of the byte after the opcode */
	bool is_memory;
	unsigned int reg, rm;
	bool is_relative; /* to the next instruction */
	int64_t displacement;
};

enum { RAX = 1 << 0, RCX = 1 << 1, RDX = 1 << 2, RSP = 1 << 4, RBP = 1 << 5 };

unsigned int
amd64_dwarf_register(unsigned int reg)
{
	static const unsigned char numbers[] = {0, 2, 1, 3, 7, 6, 4, 5};

	return reg < 8 ? numbers[reg] : reg;
}

static int64_t
take_signed(struct decoder *d, size_t size)
{
	uint64_t value = section_bytes_fixed(&d->code, size);

	if (size == 1)
		return (int8_t)value;
	return size == 4 ? (int32_t)value : (int64_t)value;
}

/* --- operands ------------------------------------------------------------- */

/* Reads the operands: a register, and another one or memory. */
static void
take_operands(struct decoder *d)
{
	unsigned int byte = (unsigned int)section_bytes_fixed(&d->code, 1);
	unsigned int mode = byte >> 6, sib, base = byte & 7;

	d->reg = (byte >> 3 & 7) | (d->rex & 4) << 1;
	d->rm = base | (d->rex & 1) << 3;
	d->is_memory = mode != 3;
	if (!d->is_memory)
		return;
	d->to->base = d->rm;
	if (base == 4) {
		sib = (unsigned int)section_bytes_fixed(&d->code, 1);
		base = sib & 7;
		d->to->base = base | (d->rex & 1) << 3;
		d->to->has_index = ((sib >> 3 & 7) | (d->rex & 2) << 2) != 4;
		if (mode == 0 && base == 5)
			d->to->base = AMD64_NONE;
	} else if (mode == 0 && base == 5) {
		d->to->base = AMD64_NONE;
		d->is_relative = true;
	}
	if (mode == 1)
		d->displacement = take_signed(d, 1);
	else if (mode == 2 || d->to->base == AMD64_NONE)
		d->displacement = take_signed(d, 4);
	d->to->offset = d->displacement;
}

/* Says that the operand that is a register or memory is changed. */
static void
write_rm(struct decoder *d)
{
	if (d->is_memory)
		d->to->writes_memory = true;
	else
		d->to->writes |= 1u << d->rm;
}

static void
write_reg(struct decoder *d)
{
	d->to->writes |= 1u << d->reg;
}

static void
skip_immediate(struct decoder *d, bool is_byte)
{
	section_bytes_fixed(&d->code, is_byte ? 1 : d->is_short ? 2 : 4);
}

/* --- instructions --------------------------------------------------------- */

static void
take_target(struct decoder *d, enum amd64_kind kind, size_t size)
{
	int64_t distance = take_signed(d, size);

	d->to->kind = kind;
	d->to->address = d->address + (uint64_t)(d->code.next - d->start) +
			 (uint64_t)distance;
}

/* mov between a register and a register or memory */
static void
take_move(struct decoder *d, bool is_store)
{
	take_operands(d);
	if (!d->is_memory) {
		d->to->kind = d->is_wide ? AMD64_MOVE : AMD64_OTHER;
		d->to->reg = is_store ? d->rm : d->reg;
		d->to->from = is_store ? d->reg : d->rm;
		d->to->writes = 1u << d->to->reg;
	} else if (is_store) {
		d->to->kind = d->is_wide ? AMD64_STORE : AMD64_OTHER;
		d->to->reg = d->reg;
		d->to->writes_memory = true;
	} else {
		d->to->kind = d->is_wide ? AMD64_LOAD : AMD64_OTHER;
		d->to->reg = d->reg;
		write_reg(d);
	}
}

/* The group of test, not, neg, mul and div. */
static void
take_unary(struct decoder *d, bool is_byte)
{
	take_operands(d);
	if ((d->reg & 7) < 2)
		skip_immediate(d, is_byte);
	else if ((d->reg & 7) < 4)
		write_rm(d);
	else
		d->to->writes |= RAX | RDX;
}

/* The group of inc, dec, call, jmp and push. */
static bool
take_indirect(struct decoder *d)
{
	take_operands(d);
	switch (d->reg & 7) {
	case 0:
	case 1:
		write_rm(d);
		return true;
	case 2:
		d->to->kind = AMD64_CALL;
		return true;
	default:
		return false;
	}
}

/* add, or, adc, sbb, and, sub, xor and cmp */
static bool
take_arithmetic(struct decoder *d, unsigned int opcode)
{
	bool compares = opcode >= 0x38;

	switch (opcode & 7) {
	case 0:
	case 1:
		take_operands(d);
		if (!compares)
			write_rm(d);
		return true;
	case 2:
	case 3:
		take_operands(d);
		if (!compares)
			write_reg(d);
		return true;
	case 4:
	case 5:
		skip_immediate(d, (opcode & 1) == 0);
		d->to->writes |= compares ? 0 : RAX;
		return true;
	default:
		return false;
	}
}

/* what follows an opcode, and what it changes */
enum {
	KNOWN = 1 << 0,
	OPERANDS = 1 << 1,
	WRITES_REG = 1 << 2 | OPERANDS,
	WRITES_RM = 1 << 3 | OPERANDS,
	BYTE = 1 << 4, /* an immediate */
	WORD = 1 << 5, /* the same of 2 or 4 bytes */
	/* of SSE: only memory is changed, which may be where the result is */
	WRITES_MEMORY = 1 << 6 | OPERANDS,
};

static bool
take_form(struct decoder *d, unsigned int form)
{
	if ((form & OPERANDS) != 0)
		take_operands(d);
	if ((form & WRITES_REG) == WRITES_REG)
		write_reg(d);
	if ((form & WRITES_RM) == WRITES_RM)
		write_rm(d);
	if ((form & WRITES_MEMORY) == WRITES_MEMORY && d->is_memory)
		d->to->writes_memory = true;
	if ((form & (BYTE | WORD)) != 0)
		skip_immediate(d, (form & BYTE) != 0);
	return form != 0;
}

static bool
take_two_bytes(struct decoder *d)
{
	static const unsigned char forms[256] = {
	    [0x1e] = OPERANDS,
	    [0x1f] = OPERANDS,
	    [0x2c] = WRITES_REG,
	    [0x2d] = WRITES_REG,
	    [0x70] = OPERANDS | BYTE,
	    [0x7e] = WRITES_RM,
	    [0x7f] = WRITES_MEMORY,
	    [0xaf] = WRITES_REG,
	    [0xb6] = WRITES_REG,
	    [0xb7] = WRITES_REG,
	    [0xbe] = WRITES_REG,
	    [0xbf] = WRITES_REG,
	    [0xc6] = OPERANDS | BYTE,
	    [0xd6] = WRITES_MEMORY,
	    [0xef] = OPERANDS,
	};
	unsigned int opcode = (unsigned int)section_bytes_fixed(&d->code, 1);
	unsigned int form = forms[opcode];

	switch (opcode >> 4) {
	case 1: /* moves of SSE */
	case 2:
	case 5:
	case 6:
		if (form == 0 && (opcode & 0xf8) != 0x18 &&
		    (opcode & 0xf8) != 0x20)
			form = WRITES_MEMORY;
		break;
	case 4: /* cmov */
		form = WRITES_REG;
		break;
	case 8:
		take_target(d, AMD64_BRANCH, 4);
		return true;
	case 9: /* setcc */
		form = WRITES_RM;
		break;
	default:
		break;
	}
	return take_form(d, form);
}

/* Takes instructions that transfer control. */
static bool
take_transfer(struct decoder *d, unsigned int opcode)
{
	switch (opcode) {
	case 0xc3:
		d->to->kind = AMD64_RETURN;
		return true;
	case 0xe8:
		take_target(d, AMD64_CALL, 4);
		return true;
	case 0xe9:
		take_target(d, AMD64_JUMP, 4);
		return true;
	case 0xeb:
		take_target(d, AMD64_JUMP, 1);
		return true;
	case 0xff:
		return take_indirect(d);
	default:
		return false;
	}
}

/* Takes instructions whose opcode has a register in its last three bits. */
static bool
take_short_form(struct decoder *d, unsigned int opcode)
{
	uint32_t own = 1u << ((opcode & 7) | (d->rex & 1) << 3);

	switch (opcode >> 3) {
	case 0x50 >> 3: /* push */
		d->to->writes = RSP;
		d->to->writes_memory = true;
		return true;
	case 0x58 >> 3: /* pop */
		d->to->writes = RSP | own;
		return true;
	case 0xb0 >> 3: /* mov of an immediate */
		d->to->writes = own;
		return take_form(d, BYTE);
	case 0xb8 >> 3:
		d->to->writes = own;
		if (!d->is_wide)
			return take_form(d, WORD);
		section_bytes_fixed(&d->code, 8);
		return true;
	default:
		return false;
	}
}

static bool
take_opcode(struct decoder *d, unsigned int opcode)
{
	static const unsigned char forms[256] = {
	    [0x63] = WRITES_REG, /* movsxd */
	    [0x69] = WRITES_REG | WORD,
	    [0x6b] = WRITES_REG | BYTE,
	    [0x80] = WRITES_RM | BYTE,
	    [0x81] = WRITES_RM | WORD,
	    [0x83] = WRITES_RM | BYTE,
	    [0x84] = OPERANDS, /* test */
	    [0x85] = OPERANDS,
	    [0x88] = WRITES_RM,
	    [0x8a] = WRITES_REG,
	    [0x8d] = WRITES_REG, /* lea */
	    [0x90] = KNOWN,
	    [0xa8] = BYTE, /* test */
	    [0xa9] = WORD,
	    [0xc0] = WRITES_RM | BYTE, /* shifts */
	    [0xc1] = WRITES_RM | BYTE,
	    [0xc6] = WRITES_RM | BYTE,
	    [0xc7] = WRITES_RM | WORD,
	    [0xd0] = WRITES_RM,
	    [0xd1] = WRITES_RM,
	    [0xd2] = WRITES_RM,
	    [0xd3] = WRITES_RM,
	};

	switch (opcode) {
	case 0x0f:
		return take_two_bytes(d);
	case 0x89:
	case 0x8b:
		take_move(d, opcode == 0x89);
		return true;
	case 0x98: /* these extend rax */
	case 0x99:
		d->to->writes = opcode == 0x98 ? RAX : RDX;
		return true;
	case 0xc9: /* leave */
		d->to->writes = RSP | RBP;
		return true;
	case 0xf6:
	case 0xf7:
		take_unary(d, opcode == 0xf6);
		return true;
	default:
		break;
	}
	if (opcode < 0x40)
		return take_arithmetic(d, opcode);
	if (opcode >> 4 == 7) {
		take_target(d, AMD64_BRANCH, 1);
		return true;
	}
	return take_form(d, forms[opcode & 0xff]) ||
	       take_short_form(d, opcode) || take_transfer(d, opcode);
}

/* Skips prefixes.  Returns the opcode. */
static unsigned int
take_prefixes(struct decoder *d)
{
	for (int i = 0; i < 15; i++) {
		unsigned int byte =
		    (unsigned int)section_bytes_fixed(&d->code, 1);

		if (byte == 0x66) {
			d->is_short = true;
		} else if ((byte & 0xf0) == 0x40) {
			d->rex = byte;
			d->is_wide = (byte & 8) != 0;
			return (unsigned int)section_bytes_fixed(&d->code, 1);
		} else if (byte != 0xf2 && byte != 0xf3 && byte != 0x2e &&
			   byte != 0x3e) {
			return byte;
		}
	}
	return 0x06; /* no instruction */
}

bool
amd64_decode(
    struct amd64 *to, uint64_t address, const unsigned char *code, size_t size)
{
	struct decoder d = {.code = {.next = code, .end = code + size},
	    .address = address,
	    .start = code,
	    .to = to};

	d.code.swaps = __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__;
	*to = (struct amd64){.base = AMD64_NONE};
	if (!take_opcode(&d, take_prefixes(&d)) || d.code.is_short)
		return false;
	to->size = (unsigned int)(d.code.next - code);
	if (d.is_relative)
		to->address = address + to->size + (uint64_t)d.displacement;
	return true;
}
