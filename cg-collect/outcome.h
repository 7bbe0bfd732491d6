/* SPDX-License-Identifier: BSD-2-Clause */
/* The outcome of a run of the program. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "collection.h"

/* Writes the profiles after the run, or explains why there are none.  Call after spool_list.
 * Returns the exit status of cg-collect. */
int outcome_write(struct collection *collection);

#endif
