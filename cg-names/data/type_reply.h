/* SPDX-License-Identifier: BSD-2-Clause */
/* Types in a reply, each once. */
#ifndef TYPE_REPLY_H
#define TYPE_REPLY_H

#include "types.h"

/* Adds a type with its fields, as layout_add does.  Returns its number, or 0 if its size is not
 * known, which users of the type cannot do without. */
uint32_t type_reply_add(struct types *types, enum language language,
    const Dwarf_Die *type, uint64_t cookie);

#endif
