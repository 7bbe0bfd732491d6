/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_FILE_H
#define CGCOLLECT_FILE_H

#include "pub_tool_basics.h"

/*
 * The one file being written.  A plain file appears under its name when it is
 * complete and not before; a device, a pipe or a symbolic link is written in
 * place.
 *
 * An error is remembered until file_close, which prints a line about the first
 * one and returns false: then nothing of the new file is left and an old one of
 * that name is untouched.
 */
void file_open(const HChar *name);
void file_put(const HChar *text);
void file_put_number(ULong number);
Bool file_close(void);

/*
 * Marks, whose names say more than their text: they are written in place, and
 * no line is printed about errors.  file_create_mark returns 0, or the number
 * of an error if the file exists or cannot be made; then nothing is open.
 */
Int file_create_mark(const HChar *name);
void file_append_to_mark(const HChar *name);

#endif
