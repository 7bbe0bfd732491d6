/* SPDX-License-Identifier: BSD-2-Clause */
/* What functions and cycles of a graph cost with all that they called. */
#ifndef INCLUSIVE_H
#define INCLUSIVE_H

#include "callgraph.h"

/* sets the graph's inclusive and cycle costs, once all else of it is known */
void inclusive_compute(struct callgraph *graph);

#endif
