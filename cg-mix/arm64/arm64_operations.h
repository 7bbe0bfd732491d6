/* SPDX-License-Identifier: BSD-2-Clause */
/* The operations of an instruction of arm64, from its text. */
#ifndef ARM64_OPERATIONS_H
#define ARM64_OPERATIONS_H

#include "cg-mix/code/mnemonics.h"
#include "cg-mix/code/operations.h"

/* Adds the names of all instructions of the table. */
void arm64_names(struct mnemonics *mnemonics);

struct operations
arm64_decode(const struct mnemonics *mnemonics, const char *text);

#endif
