/* SPDX-License-Identifier: BSD-2-Clause */
/* Files and lines, from the line tables of compilation units. */
#ifndef ADDRESS_LINES_H
#define ADDRESS_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/object.h"
#include "cg-names/reply/reply.h"
#include "line_table.h"

/* Sets file and line of the places at the n sorted addresses. */
void address_lines_find(struct object *object, const uint64_t *addresses,
    size_t n, struct names_run *places, struct reply *reply);

/* Returns the sections with line tables, decompressed. */
const struct line_sections *address_lines_sections(struct object *object);

#endif
