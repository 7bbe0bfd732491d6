/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_FILE_H
#define CGCOLLECT_FILE_H

#include "pub_tool_basics.h"

/*
 * Writes a file; one can be open at a time.  A plain file gets its name when it
 * is complete; a device, a pipe or a symbolic link is written in place.
 *
 * On an error, file_close prints a message about the first one and returns
 * false; then the new file is removed and an old one of that name untouched.
 */
void file_open(const HChar *name);
void file_put(const HChar *text);
void file_put_number(ULong number);

/* The same as "0x" and hexadecimal digits. */
void file_put_hex(ULong number);
Bool file_close(void);

/*
 * Open a mark (see destination.c) instead: it is written in place, and no
 * message is printed about errors.  file_create_mark returns 0, or the number
 * of an error if the file exists or cannot be made; then no file is open.
 */
Int file_create_mark(const HChar *name);
void file_append_to_mark(const HChar *name);

/* Empties the file of the descriptor if it is a plain one.  Returns 0, or the number
 * of an error. */
Int file_empty(Int descriptor);

/* Returns the text for the number of an error, until the next call. */
const HChar *file_reason(Int error);

#endif
