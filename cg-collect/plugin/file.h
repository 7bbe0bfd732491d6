/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_FILE_H
#define CGCOLLECT_FILE_H

#include "pub_tool_basics.h"

/*
 * The one file being written.  A plain file appears under its name when it is
 * complete and not before; a device, a pipe or a symbolic link is written in
 * place.
 *
 * Only file_close tells of an error, after printing a line on it: then
 * nothing of the new file is left and an old one of that name is untouched.
 */
void file_open(const HChar *name);
void file_put(const HChar *text);
void file_put_number(ULong number);
Bool file_close(void);

#endif
