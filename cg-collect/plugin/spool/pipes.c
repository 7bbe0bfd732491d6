// SPDX-License-Identifier: GPL-2.0-or-later
#include "core.h"
#include "file.h"
#include "pipes.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

#if CORE_HAS_PIPES
/* of the core, but not in its headers for tools; the first member is the
 * descriptor of the log */
extern Int VG_(log_output_sink);

/* Makes a file, because access(2) asks for the real user. */
static Bool
is_writable(const HChar *directory)
{
	SizeT size = VG_(strlen)(directory) + 32;
	HChar name[size];
	Bool made;

	VG_(snprintf)(name, (Int)size, "%s/pipes.%d", directory, VG_(getpid)());
	made = file_create_mark(name) == 0;
	if (made) {
		file_close();
		VG_(unlink)(name);
	}
	return made;
}
#endif

void
pipes_end(const HChar *spool)
{
#if CORE_HAS_PIPES
	/* the option, if it was given */
	const HChar *prefix = VG_(arg_vgdb_prefix);

	if (prefix && VG_(strstr)(prefix, spool) && !is_writable(spool))
		VG_(log_output_sink) = -1;
#endif
}
