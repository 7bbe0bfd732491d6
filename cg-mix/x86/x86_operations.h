/* SPDX-License-Identifier: BSD-2-Clause */
/* The operations of an instruction of x86-64 or i386, from its text in Intel's syntax. */
#ifndef X86_OPERATIONS_H
#define X86_OPERATIONS_H

#include "cg-mix/code/mnemonics.h"
#include "cg-mix/code/operations.h"

/* Adds the names of all instructions of the table. */
void x86_names(struct mnemonics *mnemonics);

/* word: the bytes of an address, which calls push. */
struct operations x86_decode(
    const struct mnemonics *mnemonics, const char *text, unsigned int word);

#endif
