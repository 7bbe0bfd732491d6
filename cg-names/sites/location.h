/* SPDX-License-Identifier: BSD-2-Clause */
/* Where variables are while a function runs. */
#ifndef LOCATION_H
#define LOCATION_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "cg-names/object/object.h"
#include "result.h"

/* True if a variable of a function is in the register or memory at some time from an
 * address on, up to another one. */
bool location_is(struct object *object, Dwarf_Die *variable,
    Dwarf_Die *function, const struct result_place *place);

#endif
