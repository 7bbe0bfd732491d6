/* SPDX-License-Identifier: BSD-2-Clause */
/* The assembly of instructions, from their bytes, by llvm-mc. */
#ifndef ASSEMBLY_H
#define ASSEMBLY_H

#include "core_model.h"

/* Sets the texts of all instructions that llvm-mc knows and that llvm-mca is to get; names and
 * cycles of the others. */
void assembly_find(
    const struct core_model *model, struct core_code *codes, size_t n);

/* Takes the text of an instruction, of which only the mnemonic remains. */
void assembly_drop(struct core_code *code);

#endif
