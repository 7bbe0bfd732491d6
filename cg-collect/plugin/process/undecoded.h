/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_UNDECODED_H
#define CGCOLLECT_UNDECODED_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Notes whether the superblock ends at an instruction that Valgrind cannot
 * decode. */
void undecoded_see(const IRSB *superblock);

/* Call when the process ends.  If such an instruction ended it, names the
 * function, and the compiler's option that avoids AVX-512. */
void undecoded_report(void);

#endif
