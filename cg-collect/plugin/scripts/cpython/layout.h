/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CPYTHON_LAYOUT_H
#define CGCOLLECT_CPYTHON_LAYOUT_H

#include "pub_tool_basics.h"

/* The offsets of members in Python's structures, in bytes. */
struct cpython_layout {
	const HChar *version;
	/* the address of the frame that runs: in the state of a thread or, if is_on_stack,
	 * in a structure on the stack that `pointer` in that state has the address of */
	Bool is_on_stack;
	UInt pointer, cell;
	/* instructions are functions of their own, which jump to one another */
	Bool is_split;
	struct {
		UInt code, previous, instr, owner;
		/* of a frame that has not run yet: from the first instruction */
		Int fresh;
	} frame;
	struct {
		UInt flags, first_line, file, name, lines, instrs;
	} code;
	UInt ascii, compact; /* the sizes of the heads of texts */
};

/* The one in use. */
extern struct cpython_layout cpython_layout;

/* The same in all of them. */
#define CPYTHON_TYPE 8
#define CPYTHON_SIZE 16
#define CPYTHON_TYPE_NAME 24
#define CPYTHON_BYTES 32
#define CPYTHON_TEXT_STATE 32

/* True if an object of the type with this name is at an address, with `size` bytes. */
Bool cpython_is_object(Addr object, const HChar *type, SizeT size);

#endif
