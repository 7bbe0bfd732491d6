/* SPDX-License-Identifier: BSD-2-Clause */
/* The instructions of a body that wait for each other's results in a row, round after round. */
#ifndef CORE_CHAIN_H
#define CORE_CHAIN_H

#include "core_model.h"

/*
 * Sets *chain to a body of the instructions of the longest chain of a body, with those that set what
 * they need besides, and *links to what each instruction of `body` adds to the chain, in new memory.
 * False if none leads from one round to the next.  The chain is a guess; its cycles, by
 * core_model_run, are not.
 */
bool
core_chain_find(const struct core_model *model, const struct core_code *codes,
    const struct core_body *body, struct core_body *chain, double **links);

#endif
