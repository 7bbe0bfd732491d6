/* SPDX-License-Identifier: BSD-2-Clause */
/* Ranges of instructions, and branches, for compilers and BOLT. */
#ifndef CODE_RANGES_H
#define CODE_RANGES_H

#include "libreport/printer.h"
#include "executed.h"

void code_ranges_print_llvm_profgen(
    const struct executed *executed, struct printer *printer);
void code_ranges_print_bolt(
    const struct executed *executed, struct printer *printer);

#endif
