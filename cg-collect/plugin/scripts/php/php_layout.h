/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PHP_LAYOUT_H
#define CGCOLLECT_PHP_LAYOUT_H

#include "pub_tool_basics.h"

/* What differs between versions of PHP: offsets of members of a function of a script, in
 * bytes. */
struct php_layout {
	const HChar *version;
	UInt ninstrs, instrs, file, first_line;
	UInt size; /* of all that is read */
};

/* The one in use. */
extern struct php_layout php_layout;

/* The same in all of them: of a frame, */
#define PHP_FRAME_INSTR 0
#define PHP_FRAME_FUNCTION 24
#define PHP_FRAME_CALLER 48
#define PHP_FRAME_SIZE 80
/* of a function, */
#define PHP_FUNCTION_KIND 0
#define PHP_FUNCTION_FLAGS 4
#define PHP_FUNCTION_NAME 8
#define PHP_FUNCTION_CLASS 16
/* of an instruction, */
#define PHP_INSTR_CODE 0
#define PHP_INSTR_LINE 24
#define PHP_INSTR_SIZE 32
/* and of a class */
#define PHP_CLASS_NAME 8

#endif
