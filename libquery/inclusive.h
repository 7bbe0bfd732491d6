/* SPDX-License-Identifier: BSD-2-Clause */
/* What functions and cycles of a graph cost with all that they called. */
#ifndef INCLUSIVE_H
#define INCLUSIVE_H

#include "callgraph.h"

/* sets the inclusive and cycle costs of a complete graph */
void inclusive_compute(struct callgraph *graph);

#endif
