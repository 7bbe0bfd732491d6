/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_COUNTING_H
#define CGCOLLECT_COUNTING_H

#include "pub_tool_basics.h"

/* Whether code is counted at all.  Code that is not counted runs without
 * instrumentation. */

/* Call once before the program runs. */
void counting_init(Bool is_on);

Bool counting_is_on(void);

/* True if code has been counted, now or before. */
Bool counting_has_begun(void);

/* Starts or stops counting.  Call when no generated code runs. */
void counting_set(Bool is_on);

/* Has all code translated again, when it runs next.  Call when no generated code
 * runs. */
void discard_translations(void);

/* Has the code at an address translated again, even if generated code runs. */
void discard_translation(Addr addr);

#endif
