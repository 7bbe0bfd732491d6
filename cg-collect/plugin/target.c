// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The name of the profile.  In a spool it is PID.N, where N tells apart the
 * programs that one process runs one after the other through exec.
 */
#include "target.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

static struct {
	const HChar *format;
	HChar *spool;
	HChar *spooled;     /* the name in the spool, once chosen */
	HChar *before_fork; /* the parent's name */
	Bool is_parents;    /* the name is the parent's: nothing is written */
} target;

static HChar *
expand(void)
{
	return VG_(expand_file_name)("--cachegrind-out-file", target.format);
}

/* The program may change its working directory before the end. */
static HChar *
absolute(const HChar *path)
{
	const HChar *start = VG_(get_startup_wd)();

	if (path[0] == '/' || !start)
		return VG_(strdup)("cgcollect.spool", path);

	Int size = (Int)(VG_(strlen)(start) + VG_(strlen)(path) + 2);
	HChar *joined = VG_(malloc)("cgcollect.spool", (SizeT)size);

	VG_(snprintf)(joined, size, "%s/%s", start, path);
	return joined;
}

void
target_init(const HChar *format, const HChar *spool)
{
	struct vg_stat folder;

	target.format = format;
	if (!spool) {
		VG_(free)(expand()); /* complains of a bad format now */
		return;
	}
	target.spool = absolute(spool);
	if (sr_isError(VG_(stat)(target.spool, &folder)) ||
		!VKI_S_ISDIR(folder.mode)) {
		VG_(fmsg)("cgcollect: %s: not a directory\n", spool);
		VG_(exit)(1);
	}
}

Bool
target_exists(void)
{
	return !target.is_parents;
}

static HChar *
first_free_name(void)
{
	Int size = (Int)VG_(strlen)(target.spool) + 32;
	HChar *name = VG_(malloc)("cgcollect.spooled", (SizeT)size);
	struct vg_stat old;

	for (Int n = 0;; n++) {
		VG_(snprintf)(
		    name, size, "%s/%d.%d", target.spool, VG_(getpid)(), n);
		if (sr_isError(VG_(stat)(name, &old)))
			return name;
	}
}

HChar *
target_name(void)
{
	if (!target.spool)
		return expand();
	if (!target.spooled)
		target.spooled = first_free_name();
	return VG_(strdup)("cgcollect.target", target.spooled);
}

void
target_before_fork(void)
{
	VG_(free)(target.before_fork);
	target.before_fork = target.spool ? NULL : expand();
}

void
target_in_child(void)
{
	VG_(free)(target.spooled);
	target.spooled = NULL;
	if (target.spool)
		return;

	HChar *name = expand();

	if (VG_STREQ(name, target.before_fork))
		target.is_parents = True;
	VG_(free)(name);
}
