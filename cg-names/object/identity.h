/* SPDX-License-Identifier: BSD-2-Clause */
/* Which build a file is. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>

/* True if it is the build ID of the file, or if that is its head; "": true. */
bool identity_is(Elf *elf, int fd, const char *build_id);

/* Returns an ID in hexadecimal; the caller frees it. */
char *identity_text(const void *id, size_t size);

/* Returns the build ID in hexadecimal, or NULL; the caller frees it. */
char *identity_build_id(Elf *elf);

/* Returns what stands for the build ID of a file without one; the caller frees it. */
char *identity_head(int fd);

#endif
