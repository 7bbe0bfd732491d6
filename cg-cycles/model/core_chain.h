/* SPDX-License-Identifier: BSD-2-Clause */
/* The instructions of a body that wait for each other's results in a row, round after round. */
#ifndef CORE_CHAIN_H
#define CORE_CHAIN_H

#include "core_model.h"
#include "registers.h"

/*
 * Sets *chain to a body of the instructions of the longest chain of a body, with those that set what
 * they need besides, and *links to what each instruction of `body` adds to the chain, in new memory.
 * False if none leads from one round to the next.  The chain is a guess; its cycles, by
 * core_model_run, are not.
 */
bool
core_chain_find(const struct core_model *model, const struct core_code *codes,
    const struct core_body *body, struct core_body *chain, double **links);

/* Returns the registers of each instruction of a body, in memory that the caller frees. */
struct registers *core_chain_registers(const struct core_model *model,
    const struct core_code *codes, const struct core_body *body);

/* False if no instruction of a body does more than load, so that core_chain_find_waiting marks none. */
bool core_chain_can_wait(
    const struct core_code *codes, const struct core_body *body);

/*
 * Marks the instructions of the longest chain, as llvm-mca has it, that load and wait for a register
 * that they do not need for that.  is_split: the load is an instruction of its own.
 */
void core_chain_find_waiting(const struct core_code *codes,
    const struct core_body *body, const struct registers *registers,
    const bool *is_split, bool *waits);

/* The reads of a body that wait for each other. */
struct core_waits {
	double depth; /* cycles in one round */
	double chain; /* cycles of each round that the next one waits for */
};

/*
 * Finds how long a body takes if nothing but its misses does.
 * misses: the cycles of the one of each instruction, or 0.
 * waits: of each instruction, is set to the cycles that it waits in the first round.
 */
struct core_waits
core_chain_waits(const struct core_model *model, const struct core_code *codes,
    const struct core_body *body, const double *misses, double *waits);

#endif
