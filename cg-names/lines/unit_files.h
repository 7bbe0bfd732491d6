/* SPDX-License-Identifier: BSD-2-Clause */
/* The files in the line table of a unit, whose rows are not read. */
#ifndef UNIT_FILES_H
#define UNIT_FILES_H

#include <elfutils/libdw.h>
#include <stdint.h>

#include "cg-names/object/object.h"
#include "cg-names/reply/reply.h"
#include "line_table.h"

/* the files of the unit that was asked for last; {.object = ...}: none yet */
struct unit_files {
	struct object *object;
	struct line_table table;
	Dwarf_CU *unit; /* NULL: none yet */
	const char *directory;
	/* the files of a split unit, as libdw finds them */
	Dwarf_Files *split; /* NULL: it is none */
	size_t nsplit;
	uint32_t *numbers; /* of the user; 0 at first */
};

/* Adds the path of a file of the unit to the reply, once for consecutive questions
 * about a unit.  Returns its number, or 0 if it is not known. */
uint32_t unit_files_number(struct unit_files *files, Dwarf_CU *unit,
    uint64_t index, struct reply *reply);

void unit_files_close(struct unit_files *files);

#endif
