/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of a profile with their own costs, to find the largest.  The
 * size of a function in an event is the absolute value of its own cost.
 */
#ifndef RANKED_FUNCTIONS_H
#define RANKED_FUNCTIONS_H

#include "cgfmt.h"
#include "libquery/rank.h"

struct ranked_functions;

struct ranked_functions *ranked_functions_new(size_t nevents);

/*
 * Adds the record's function if it is not there yet, and the record's counts to
 * its cost if they are of kind CG_COSTS.  Records come in canonical order;
 * their names must outlive the functions.
 */
void ranked_functions_add(
    struct ranked_functions *functions, const struct cg_record *record);

/* Decides which functions the ranking keeps; `total` is 100 %. */
void ranked_functions_rank(struct ranked_functions *functions,
    const struct ranking *ranking, const int64_t *total);

/* True if the record's function was added and the ranking keeps it. */
bool ranked_functions_keep(
    struct ranked_functions *functions, const struct cg_record *record);

void ranked_functions_free(struct ranked_functions *functions);

#endif
