/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CLIENT_TEXT_H
#define CGCOLLECT_CLIENT_TEXT_H

#include "pub_tool_basics.h"

/* Returns the text at an address that the program gave, if it can be read up to
 * its end, or NULL. */
const HChar *client_text(Addr addr);

#endif
