/* SPDX-License-Identifier: BSD-2-Clause */
/* Knows locations that are a register, or memory at a register plus an offset. */
#include <dwarf.h>
#include <stdlib.h>

#include "location.h"

/* Sets the register and offset of an operation; false if it is another one. */
static bool
find_place(const Dwarf_Op *op, struct place *place)
{
	*place = (struct place){.is_memory = false};
	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
		place->reg = op->atom - DW_OP_reg0;
	} else if (op->atom == DW_OP_regx) {
		place->reg = (unsigned int)op->number;
	} else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
		place->is_memory = true;
		place->reg = op->atom - DW_OP_breg0;
		place->offset = (int64_t)op->number;
	} else if (op->atom == DW_OP_bregx) {
		place->is_memory = true;
		place->reg = (unsigned int)op->number;
		place->offset = (int64_t)op->number2;
	} else {
		return false;
	}
	return true;
}

/* --- frames --------------------------------------------------------------- */

static bool
find_cfa_in(Dwarf_CFI *cfi, uint64_t address, struct place *cfa)
{
	Dwarf_Frame *frame;
	Dwarf_Op *ops;
	size_t n;
	bool is_found;

	if (cfi == NULL || dwarf_cfi_addrframe(cfi, address, &frame) != 0)
		return false;
	is_found = dwarf_frame_cfa(frame, &ops, &n) == 0 && n == 1 &&
		   find_place(&ops[0], cfa);
	free(frame);
	return is_found;
}

/* Sets the register and offset of the canonical frame address. */
static bool
find_cfa(struct object *object, uint64_t address, struct place *cfa)
{
	return find_cfa_in(object_frames(object), address, cfa) ||
	       find_cfa_in(dwarf_getcfi(object->dwarf), address, cfa);
}

static bool
find_frame_base(struct object *object, Dwarf_Die *function, uint64_t address,
    struct place *base)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *ops;
	size_t n;

	if (dwarf_attr(function, DW_AT_frame_base, &attribute) == NULL ||
	    dwarf_getlocation_addr(&attribute, address, &ops, &n, 1) != 1 ||
	    n != 1)
		return false;
	return ops[0].atom == DW_OP_call_frame_cfa
		   ? find_cfa(object, address, base)
		   : find_place(&ops[0], base);
}

/* --- variables ------------------------------------------------------------ */

static bool
is_at(struct object *object, Dwarf_Die *function, const Dwarf_Op *op,
    const struct place *wanted, uint64_t address)
{
	struct place place;

	if (op->atom == DW_OP_fbreg) {
		if (!wanted->is_memory ||
		    !find_frame_base(object, function, address, &place))
			return false;
		place.is_memory = true;
		place.offset = (int64_t)((uint64_t)place.offset + op->number);
	} else if (!find_place(op, &place)) {
		return false;
	}
	return place.is_memory == wanted->is_memory &&
	       place.reg == wanted->reg && place.offset == wanted->offset;
}

bool
location_is(struct object *object, Dwarf_Die *variable, Dwarf_Die *function,
    const struct result_place *place)
{
	Dwarf_Attribute attribute;
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;
	Dwarf_Op *ops;
	size_t n;

	if (dwarf_attr(variable, DW_AT_location, &attribute) == NULL)
		return false;
	while ((offset = dwarf_getlocations(
		    &attribute, offset, &base, &start, &end, &ops, &n)) > 0)
		if (n == 1 && start < place->to && place->from < end &&
		    is_at(object, function, &ops[0], &place->place,
			place->from > start ? place->from : start))
			return true;
	return false;
}
