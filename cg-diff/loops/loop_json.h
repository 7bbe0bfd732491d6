/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the loops that changed for programs, the largest change first. */
#ifndef LOOP_JSON_H
#define LOOP_JSON_H

#include "loop_table.h"

/* an object, described in docs/schema.json; the paths are those of the profiles */
void loop_json_print(const struct loop_sides *sides,
    const struct loop_request *request, const char *old_path,
    const char *new_path, struct printer *printer);

#endif
