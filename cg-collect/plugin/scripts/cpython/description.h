/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CPYTHON_DESCRIPTION_H
#define CGCOLLECT_CPYTHON_DESCRIPTION_H

#include "layout.h"

/* Returns the address of the description in the file that the code at this address is of, or 0 if
 * the file has none. */
Addr cpython_find_description(Addr code);

/* Reads the layout from the description.  Returns False if the version is not known, or if a size
 * or an offset is impossible. */
Bool cpython_read_description(Addr description, struct cpython_layout *layout);

#endif
