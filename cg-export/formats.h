/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats: each writes the executed code of an object. */
#ifndef FORMATS_H
#define FORMATS_H

#include "cg-export/code/executed.h"
#include "libreport/printer.h"

/* Ranges of instructions, and branches, for llvm-profgen and BOLT (ranges.c). */
void
render_llvm_profgen(const struct executed *executed, struct printer *printer);
void render_bolt(const struct executed *executed, struct printer *printer);

/* For linkers: "caller callee COUNT" lines, names of functions in an order, and the
 * same as names of sections (order.c). */
void
render_call_order(const struct executed *executed, struct printer *printer);
void
render_symbol_order(const struct executed *executed, struct printer *printer);
void
render_section_order(const struct executed *executed, struct printer *printer);

#endif
