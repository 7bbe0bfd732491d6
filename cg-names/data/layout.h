/* SPDX-License-Identifier: BSD-2-Clause */
/* The fields of a type. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <elfutils/libdw.h>
#include <stdint.h>

struct types;

/* Adds the fields of the type that is added next.  Returns how many.  cookie: the bytes before an
 * array of such, where C++ keeps the number of elements; 0: it is no such array. */
uint32_t
layout_add(struct types *types, const Dwarf_Die *type, uint64_t cookie);

#endif
