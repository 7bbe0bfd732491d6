// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A program that compiles functions at run time may describe them for perf in a
 * jitdump file, jit-PID.dump in any directory.  It maps a page of the file
 * executable, for no other reason than to tell where it is.  The linker option
 * --wrap, in the Makefile, keeps the core from looking for an object in it, which
 * it reports as a failure if nothing was written yet.
 */
#include "containers/interned.h"
#include "core.h"
#include "jitdump.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"

/* a program has one for each compiler in it */
#define MAX_FILES 16

static struct {
	const HChar *paths[MAX_FILES]; /* interned */
	UInt n;
} files;

/* True if a path ends in jit-PID.dump. */
static Bool
is_of_jitdump(const HChar *path)
{
	const HChar *p = VG_(strrchr)(path, '/');

	p = p ? p + 1 : path;
	if (VG_(strncmp)(p, "jit-", 4) != 0)
		return False;
	for (p += 4; *p >= '0' && *p <= '9';)
		p++;
	return VG_(strcmp)(p, ".dump") == 0;
}

/* Returns the path of the jitdump file that is mapped at addr, or NULL. */
static const HChar *
path_at(Addr addr)
{
	const NSegment *segment = VG_(am_find_nsegment)(addr);
	const HChar *path = segment && segment->kind == SkFileC
				? VG_(am_get_filename)(segment)
				: NULL;

	return path && is_of_jitdump(path) ? path : NULL;
}

#if CORE_CALLS_vgPlain_di_notify_mmap

ULong __real_vgPlain_di_notify_mmap(Addr addr, Bool with_writable, Int fd);
ULong __wrap_vgPlain_di_notify_mmap(Addr addr, Bool with_writable, Int fd);

ULong
__wrap_vgPlain_di_notify_mmap(Addr addr, Bool with_writable, Int fd)
{
	return path_at(addr)
		   ? 0
		   : __real_vgPlain_di_notify_mmap(addr, with_writable, fd);
}

#endif

void
jitdump_see_mapping(
    Addr addr, SizeT size, Bool r, Bool w, Bool x, ULong debug_info)
{
	const HChar *path = x ? path_at(addr) : NULL;

	if (!path)
		return;
	path = name_intern(path);
	for (UInt i = 0; i < files.n; i++)
		if (files.paths[i] == path)
			return;
	if (files.n < MAX_FILES)
		files.paths[files.n++] = path;
}

void
jitdump_visit(void (*visit)(const HChar *path))
{
	for (UInt i = 0; i < files.n; i++)
		visit(files.paths[i]);
}
