/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions that load what they add, "addq (%rdx), %rax", as a load and an addition. */
#ifndef FOLDED_LOADS_H
#define FOLDED_LOADS_H

#include "core_model.h"

/*
 * Sets the texts of those instructions of a body that would make its rounds longer than their
 * chain is.  It costs an entry of the front end for each, so others stay as they are.
 */
void folded_loads_split(const struct core_model *model,
    const struct core_code *codes, struct core_body *body);

void folded_loads_release(struct core_body *body);

#endif
