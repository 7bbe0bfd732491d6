/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LOOKUP_H
#define CGCOLLECT_LOOKUP_H

#include "pub_tool_basics.h"

struct datum;

/* Returns what the running thread accesses at an address, and where in it. */
struct datum *lookup_datum(Addr addr, Addr *offset);

#endif
