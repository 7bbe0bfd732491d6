/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a text for people may be cut. */
#ifndef TEXT_H
#define TEXT_H

#include "cgfmt.h"

/*
 * Length of what stays together from p < end on: a character, an escape of
 * cg_escape, or a byte that is neither.
 */
size_t text_unit(const char *p, const char *end);

#endif
