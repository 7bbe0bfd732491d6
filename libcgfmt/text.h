/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the places at which a text for people may be cut. */
#ifndef TEXT_H
#define TEXT_H

#include "cgfmt.h"

/*
 * Length of the unit at p < end, which must not be cut: a character, an escape
 * of cg_escape, or a byte that is neither.
 */
size_t text_unit(const char *p, const char *end);

#endif
