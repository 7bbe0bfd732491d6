/* SPDX-License-Identifier: BSD-2-Clause */
/* The inclusive costs of the functions and cycles of a call graph. */
#ifndef INCLUSIVE_H
#define INCLUSIVE_H

#include "callgraph.h"

/* Sets inclusive and cycle_costs of a complete graph. */
void inclusive_compute(struct callgraph *graph);

#endif
