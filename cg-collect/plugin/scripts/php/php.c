// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * PHP whose loop keeps the frame and the instruction in registers, as GCC compiles it.  The
 * argument of the loop is the frame of the function to run.  A layout is believed if the
 * first call of the loop fits it: an instruction whose code is the program's is one of the
 * function's, which has a file and a line.
 */
#include "scripts/client_memory.h"
#include "scripts/interpreter.h"
#include "dispatches.h"
#include "php_functions.h"
#include "php_layout.h"

#include "pub_tool_libcbase.h"

static const struct php_layout layouts[] = {
    {
	.version = "PHP 8.2",
	.ninstrs = 80,
	.instrs = 88,
	.file = 152,
	.first_line = 160,
	.size = 168,
    },
    {
	.version = "PHP 8.4",
	.ninstrs = 96,
	.instrs = 104,
	.file = 168,
	.first_line = 176,
	.size = 184,
    },
};

struct php_layout php_layout;

/* True if the loop begins with a jump to the code of the instruction in the register,
 * "jmp *(%r15)". */
static Bool
keeps_registers(Addr loop)
{
	static const UChar dispatch[] = {0x41, 0xff, 0x27};
	enum { FAR = 256 };

	for (Addr at = loop; at < loop + FAR; at++)
		if (can_read(at, sizeof dispatch) &&
		    VG_(memcmp)((const void *)at, dispatch, sizeof dispatch) ==
			0)
			return True;
	return False;
}

static Bool
fits(Addr frame)
{
	struct script_code *code = php_code_of(frame);
	Addr instr = read_word(frame + PHP_FRAME_INSTR);

	return code && php_is_in(code, instr) &&
	       is_code_of_file(read_word(instr + PHP_INSTR_CODE));
}

static const HChar *
recognise(Addr loop, Addr frame, Addr unused)
{
	if (!keeps_registers(loop))
		return NULL;
	for (UInt i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		php_layout = layouts[i];
		if (fits(frame))
			return php_layout.version;
	}
	return NULL;
}

/* Code of the loop that seldom runs is outside of it. */
static Bool
is_anywhere(void)
{
	return True;
}

const struct interpreter interpreter_php = {
    .loop = "execute_ex",
    .recognise = recognise,
    .is_anywhere = is_anywhere,
    .enter = php_enter,
    .emit_jump = php_emit_jump,
    .changed = php_changed,
};
