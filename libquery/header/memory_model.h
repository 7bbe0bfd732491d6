/* SPDX-License-Identifier: BSD-2-Clause */
/* The description of the memory system that was simulated, "Memory: ...". */
#ifndef MEMORY_MODEL_H
#define MEMORY_MODEL_H

#include "cgfmt.h"

extern const char memory_model_key[];

/* Ends the program if the profiles are of two memory systems. */
void memory_model_demand_same(const struct cg_header *first,
    const char *first_path, const struct cg_header *header, const char *path);

#endif
