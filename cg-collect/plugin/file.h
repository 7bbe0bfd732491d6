/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_FILE_H
#define CGCOLLECT_FILE_H

#include "pub_tool_basics.h"

/*
 * The one file being written.  A plain file appears under its name when it is
 * complete and not before; a device, a pipe or a symbolic link is written in
 * place.
 *
 * An error is remembered until file_close, which prints a line about the first:
 * then nothing of the new file is left and an old one of that name is
 * untouched.
 */
void file_open(const HChar *name);
void file_put(const HChar *text);
void file_put_number(ULong number);
void file_close(void);

#endif
