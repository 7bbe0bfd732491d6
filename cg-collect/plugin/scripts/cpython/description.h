/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CPYTHON_DESCRIPTION_H
#define CGCOLLECT_CPYTHON_DESCRIPTION_H

#include "layout.h"

/* Returns where the file that has the code at an address describes the structures, or 0. */
Addr cpython_find_description(Addr code);

/* Sets the layout to what is described there.  False if the version is not known, or what it
 * says cannot be. */
Bool cpython_read_description(Addr description, struct cpython_layout *layout);

#endif
