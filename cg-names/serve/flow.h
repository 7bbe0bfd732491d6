/* SPDX-License-Identifier: BSD-2-Clause */
/* What instructions do to the flow of control. */
#ifndef FLOW_H
#define FLOW_H

#include "libnames/protocol.h"

/* Sets the flow, and the size of a call, of the instruction that begins at the bytes.
 * The machine is that of the ELF header; others than x86 and arm64 are not known. */
void flow_find(struct names_code_instruction *found, unsigned int machine,
    const unsigned char *next, const unsigned char *end);

#endif
