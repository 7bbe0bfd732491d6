/* SPDX-License-Identifier: BSD-2-Clause */
/* The order of code by its object, and by its address there. */
#ifndef CODE_ADDRESS_H
#define CODE_ADDRESS_H

#include <stdint.h>
#include <string.h>

/* Returns less than 0, 0 or more than 0, as qsort needs it. */
static inline int
code_address_compare(const char *object, uint64_t address,
    const char *other_object, uint64_t other)
{
	int order = strcmp(object, other_object);

	return order != 0 ? order : (address > other) - (address < other);
}

#endif
