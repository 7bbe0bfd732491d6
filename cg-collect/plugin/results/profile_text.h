/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PROFILE_TEXT_H
#define CGCOLLECT_PROFILE_TEXT_H

#include "pub_tool_basics.h"

/* Writes the settled costs and calls as text, with the reason why the part ends if
 * it is not NULL.  On failure it prints a message,
 * leaves no new file and returns false. */
Bool profile_write(const HChar *trigger, const HChar *file);

/* The same for misses by data. */
Bool profile_write_data(const HChar *file);

#endif
