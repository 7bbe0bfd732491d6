// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Changes what the core says about debug information.  With -q, drops messages
 * about forms that it does not know: the core prints them in each case, though
 * they change no count.  If it gives up, adds what a user can do.  The linker
 * option --wrap, in the Makefile, makes the core call these functions.
 */
#include "core.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

static inline Bool
begins(const HChar *format, const HChar *start)
{
	return VG_(strncmp)(format, start, (Int)VG_(strlen)(start)) == 0;
}

#if CORE_CALLS_vgPlain_printf

UInt __wrap_vgPlain_printf(const HChar *format, ...);

UInt
__wrap_vgPlain_printf(const HChar *format, ...)
{
	UInt printed;
	va_list arguments;

	if (VG_(clo_verbosity) == 0 && begins(format, "### unhandled dwarf"))
		return 0;
	va_start(arguments, format);
	printed = VG_(vprintf)(format, arguments);
	va_end(arguments);
	return printed;
}

#endif

#if CORE_CALLS_vgPlain_umsg

UInt __wrap_vgPlain_umsg(const HChar *format, ...);

UInt
__wrap_vgPlain_umsg(const HChar *format, ...)
{
	UInt printed;
	va_list arguments;

	va_start(arguments, format);
	printed = VG_(vmessage)(Vg_UserMsg, format, arguments);
	va_end(arguments);
	if (begins(format, "Valgrind: debuginfo reader: Possibly corrupted"))
		printed += VG_(message)(Vg_UserMsg,
		    "Valgrind cannot read -gsplit-dwarf with DWARF 5: compile "
		    "with -gdwarf-4, or\n"
		    "without -gsplit-dwarf, if the file named above was.\n");
	return printed;
}

#endif
