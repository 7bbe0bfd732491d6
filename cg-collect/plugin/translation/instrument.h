/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_INSTRUMENT_H
#define CGCOLLECT_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Call once, after simulation_init and before the first superblock. */
void instrument_init(void);

/* The tool's instrument callback.  Returns the superblock with added code that
 * counts its events. */
IRSB *instrument(VgCallbackClosure *closure, IRSB *in,
    const VexGuestLayout *layout, const VexGuestExtents *extents,
    const VexArchInfo *host, IRType guest_word, IRType host_word);

#endif
