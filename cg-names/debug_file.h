/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the files that hold the debug information of another. */
#ifndef DEBUG_FILE_H
#define DEBUG_FILE_H

#include "object.h"

/* Opens an ELF file for reading.  False if it is none. */
bool elf_file_open(struct elf_file *file, const char *path);
void elf_file_close(struct elf_file *file);

/*
 * Opens the debug file of an object, which is NULL if only its build ID is
 * known.  False if there is none.
 */
bool debug_file_open(
    struct elf_file *debug, Elf *object, const struct object_request *request);

/* Opens the file with what dwz moved out of the one at `path`. */
bool debug_file_shared(struct elf_file *shared, Dwarf *dwarf, const char *path,
    const struct object_request *request);

#endif
