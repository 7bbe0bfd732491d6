/* SPDX-License-Identifier: BSD-2-Clause */
/* Scans profiles for the order of their rows before any row is read. */
#ifndef SCAN_H
#define SCAN_H

#include <stddef.h>

#include "cgfmt.h"

/* Returns 1 if the rows of all profiles are in canonical order, 0 if the
 * rows of one are not, and -1 if that is not known. */
int scan_order(struct cg_reader *const *readers, size_t n);

#endif
