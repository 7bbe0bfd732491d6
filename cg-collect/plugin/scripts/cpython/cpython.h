/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CPYTHON_H
#define CGCOLLECT_CPYTHON_H

#include "pub_tool_basics.h"

struct script_code;

enum cpython_frame_kind {
	CPYTHON_FRAME_NONE, /* of no function of a script, or not known */
	CPYTHON_FRAME_INNER, /* a part of a call that the interpreter makes for the caller */
	CPYTHON_FRAME_RUNS,
};

/* Returns what the frame is, and sets the caller, unless it is none: the next frame below
 * that runs, as far as the program says. */
enum cpython_frame_kind cpython_look_at(Addr frame, Addr *caller);

/* Returns the first frame from this one on outwards that runs a function; 0 if there is
 * none. */
Addr cpython_find_running(Addr frame);

/* Returns the frame that a frame was called by, which may run nothing. */
Addr cpython_previous(Addr frame);

/* Returns the code that runs in the frame; NULL if what is there cannot be it. */
struct script_code *cpython_code_of(Addr frame);

#endif
