/* SPDX-License-Identifier: BSD-2-Clause */
/* What comes of a run of the program. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "collection.h"

/* Writes the profiles of a run that has ended, or explains why there are none, after its spool
 * was listed.  Returns the exit status of cg-collect. */
int outcome_write(struct collection *collection);

#endif
