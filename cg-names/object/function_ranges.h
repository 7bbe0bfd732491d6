/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the functions of an object are, also if it has no symbols: the frames that exceptions
 * are handled with say it. */
#ifndef FUNCTION_RANGES_H
#define FUNCTION_RANGES_H

#include "object.h"

/* Returns the ranges of n functions in an ELF file, sorted; the caller frees them.  Frames whose
 * addresses are not relative to themselves are left out, and damaged ones end the list. */
struct address_range *function_ranges(Elf *elf, size_t *n);

#endif
