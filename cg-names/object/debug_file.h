/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the files that hold the debug information of another. */
#ifndef DEBUG_FILE_H
#define DEBUG_FILE_H

#include "object.h"

/* Opens an ELF file for reading.  False if it is none, with errno set to 0, or if
 * it cannot be opened. */
bool elf_file_open(struct elf_file *file, const char *path);
void elf_file_close(struct elf_file *file);

/*
 * Opens the debug file of an object, which is NULL if only its build ID is
 * known.  False if there is none.
 */
bool debug_file_open(
    struct elf_file *debug, Elf *object, const struct object_request *request);

/*
 * Opens a copy of a program or library that is no longer at its path, where debuggers
 * look for one by build ID, or in the cache of debuginfod.  False if there is none.
 */
bool
code_file_open(struct elf_file *file, const struct object_request *request);

/*
 * Opens the file into which dwz moved what the debug information at `path` has in
 * common with others.  1, 0 if it has no such file, or -1 if it is not found.
 */
int debug_file_shared(struct elf_file *shared, Dwarf *dwarf, const char *path,
    const struct object_request *request);

#endif
