// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * With -q, drops messages about forms of debug information that the core does
 * not know.  The core prints them in each case, for each form, though they
 * change no count.  The linker option --wrap, in the Makefile, makes the core
 * call this function.
 */
#include "core.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#if CORE_CALLS_vgPlain_printf

UInt __wrap_vgPlain_printf(const HChar *format, ...);

static Bool
is_about_debug_information(const HChar *format)
{
	static const HChar start[] = "### unhandled dwarf";

	return VG_(strncmp)(format, start, sizeof start - 1) == 0;
}

UInt
__wrap_vgPlain_printf(const HChar *format, ...)
{
	UInt printed;
	va_list arguments;

	if (VG_(clo_verbosity) == 0 && is_about_debug_information(format))
		return 0;
	va_start(arguments, format);
	printed = VG_(vprintf)(format, arguments);
	va_end(arguments);
	return printed;
}

#endif
