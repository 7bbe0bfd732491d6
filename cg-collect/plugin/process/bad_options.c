// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Refuses options in one line.  The core says in three that one is unknown or has a
 * wrong value.  The linker option --wrap, in the Makefile, makes it, and the macros
 * for tools, call these functions.
 */
#include "../../refused_option.h"
#include "bad_options.h"
#include "core.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_xarray.h"

#if CORE_CALLS_vgPlain_fmsg_bad_option

void __wrap_vgPlain_fmsg_bad_option(
    const HChar *option, const HChar *format, ...) PRINTF_CHECK(2, 3);
void __wrap_vgPlain_fmsg_unknown_option(const HChar *option);
void __real_vgPlain_fmsg_bad_option(
    const HChar *option, const HChar *format, ...) PRINTF_CHECK(2, 3);
void __real_vgPlain_fmsg_unknown_option(const HChar *option);

Bool
bad_options_have_one_line(void)
{
	for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
		const HChar *arg =
		    *(HChar **)VG_(indexXA)(VG_(args_for_valgrind), i);

		if (VG_(strncmp)(arg, "--spool=", VG_(strlen)("--spool=")) == 0)
			return True;
	}
	return False;
}

/* The reason may have several lines, each with a newline at its end. */
void
__wrap_vgPlain_fmsg_bad_option(const HChar *option, const HChar *format, ...)
{
	HChar reason[256];
	va_list arguments;
	SizeT len;

	va_start(arguments, format);
	VG_(vsnprintf)(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	if (!bad_options_have_one_line()) {
		__real_vgPlain_fmsg_bad_option(option, "%s", reason);
		VG_(exit)(1);
	}
	len = VG_(strlen)(reason);
	while (len > 0 && reason[len - 1] == '\n')
		reason[--len] = '\0';
	for (SizeT i = 0; i < len; i++)
		if (reason[i] == '\n')
			reason[i] = ' ';
	VG_(printf)("cg-collect: option %s: %s\n", option, reason);
	VG_(exit)(EXIT_REFUSED_OPTION);
}

void
__wrap_vgPlain_fmsg_unknown_option(const HChar *option)
{
	/* of some options the core does not know a value */
	const HChar *what = VG_(strchr)(option, '=') != NULL
				? "unknown option, or value of it:"
				: "unknown option";

	if (!bad_options_have_one_line()) {
		__real_vgPlain_fmsg_unknown_option(option);
		VG_(exit)(1);
	}
	VG_(printf)("cg-collect: %s %s\n", what, option);
	VG_(exit)(EXIT_REFUSED_OPTION);
}

#else

Bool
bad_options_have_one_line(void)
{
	return False;
}

#endif
