/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CODE_OBJECTS_H
#define CGCOLLECT_CODE_OBJECTS_H

#include "scripts/interpreter.h"

/* True if a code object of the layout in use is at an address. */
Bool code_object_is_at(Addr addr);

/* True if it is of a generator or coroutine. */
Bool code_object_is_of_generator(Addr addr);

/* True if the interpreter has made it for itself: it has no file. */
Bool code_object_is_internal(Addr addr);

/* Returns the code object at an address; NULL if none is there. */
struct script_code *code_object_at(Addr addr);

/* Finds the line of the instruction.  False if it is not in the code. */
Bool code_object_find_line(
    const struct script_code *script, Addr instr, struct code_range *range);

#endif
