// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Puts temporary files of the core into the spool.  When a program starts, the
 * core makes two in TMPDIR and removes them at once; a process that is killed
 * in between would leave one there.  The linker option --wrap, in the Makefile,
 * makes the core call these functions.
 */
#include "core.h"
#include "file.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#if CORE_CALLS_vgPlain_mkstemp

/* of the core, but not in its headers for tools */
Int VG_(safe_fd)(Int fd); /* out of the way of the program's numbers */
SizeT __real_vgPlain_mkstemp_fullname_bufsz(SizeT len);
Int __real_vgPlain_mkstemp(const HChar *name, HChar *path);

SizeT __wrap_vgPlain_mkstemp_fullname_bufsz(SizeT len);
Int __wrap_vgPlain_mkstemp(const HChar *name, HChar *path);

/* Returns the argument of an option that ends in "=", or NULL if it was not
 * given.  The core has split its command line up, but the tool has not been
 * given its options yet. */
static const HChar *
find_option(const HChar *option)
{
	const SizeT len = VG_(strlen)(option);
	const HChar *found = NULL;

	for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
		const HChar *arg =
		    *(HChar **)VG_(indexXA)(VG_(args_for_valgrind), i);

		if (VG_(strncmp)(arg, option, len) == 0)
			found = arg + len;
	}
	return found;
}

static const HChar *
find_spool(void)
{
	return find_option("--spool=");
}

/* Returns the size of the path of a file whose name has len bytes. */
SizeT
__wrap_vgPlain_mkstemp_fullname_bufsz(SizeT len)
{
	SizeT size = __real_vgPlain_mkstemp_fullname_bufsz(len);
	const HChar *spool = find_spool();
	SizeT ours = spool ? VG_(strlen)(spool) + len + 2 : 0;

	return ours > size ? ours : size;
}

/* Opens a new file and stores its path.  The core's names contain the pid, so
 * they are new unless a process with this pid was killed.  In that case, or if
 * the spool cannot be reached, the core chooses the path.  But if the first
 * program has no spool, cg-collect was killed, and a signal is about to end us,
 * too: the run ends before there is a file. */
Int
__wrap_vgPlain_mkstemp(const HChar *name, HChar *path)
{
	const HChar *spool = find_spool();
	SysRes file;

	if (!spool)
		return __real_vgPlain_mkstemp(name, path);
	VG_(sprintf)(path, "%s/%s", spool, name);
	file = VG_(open)(path, VKI_O_RDWR | VKI_O_CREAT | VKI_O_EXCL,
	    VKI_S_IRUSR | VKI_S_IWUSR);
	if (!sr_isError(file))
		return VG_(safe_fd)((Int)sr_Res(file));
	if (sr_Err(file) == VKI_ENOENT && !find_option("--spool-after=")) {
		VG_(printf)("cgcollect: %s: cannot write: %s\n", spool,
		    file_reason(VKI_ENOENT));
		VG_(exit)(1);
	}
	return __real_vgPlain_mkstemp(name, path);
}

#endif
