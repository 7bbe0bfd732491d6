/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CODE_PARTS_H
#define CODE_PARTS_H

#include "code_sites.h"

/*
 * Spreads the parts of the cycles of zones over their instructions.  Returns those of one execution
 * of each site, in new memory; those of a site add up to its cycles, and those of a zone to its
 * parts.
 */
struct part_cycles *code_parts_new(const struct code_sites *f);

#endif
