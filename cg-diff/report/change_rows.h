/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the changes for programs: a row for each event and function, file, region or
 * line that changed, the largest change first, with whole names and plain numbers.
 */
#ifndef CHANGE_ROWS_H
#define CHANGE_ROWS_H

#include "changes.h"
#include "libreport/printer.h"

/* values separated by tabs or commas, below titles */
void change_rows_print_separated(
    const struct changes *changes, char separator, struct printer *printer);

/* an object, described in cg-diff(1); the paths are those of the profiles */
void change_rows_print_json(const struct changes *changes, const char *old_path,
    const char *new_path, struct printer *printer);

#endif
