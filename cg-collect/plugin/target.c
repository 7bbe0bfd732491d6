// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The name of the profile.  In a spool it is PID.N, where N tells apart the
 * programs that one process runs one after the other through exec.  Two marks
 * beside it tell whoever reads the spool what happened: PID.N.runs, with the
 * command, is there until the program has ended, and PID.N.execs, with the name
 * of the next program, when it became that one.
 */
#include "target.h"
#include "file.h"
#include "names.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

static struct {
	const HChar *format;
	HChar *spool;
	Bool forked;        /* forked children have profiles in the spool */
	HChar *spooled;     /* the name in the spool */
	HChar *before_fork; /* the parent's name */
	Bool is_missing;    /* nothing can or is to be written */
} target;

static HChar *
expand(void)
{
	return VG_(expand_file_name)("--cachegrind-out-file", target.format);
}

/* dir/name, or with nothing between them where that is what is asked for */
static HChar *
join(const HChar *first, const HChar *between, const HChar *second)
{
	Int size = (Int)(VG_(strlen)(first) + VG_(strlen)(between) +
						  VG_(strlen)(second) + 1);
	HChar *joined = VG_(malloc)("cgcollect.target.join", (SizeT)size);

	VG_(snprintf)(joined, size, "%s%s%s", first, between, second);
	return joined;
}

/* The program may change its working directory before the end. */
static HChar *
absolute(const HChar *path)
{
	const HChar *start = VG_(get_startup_wd)();

	if (path[0] == '/' || !start)
		return join("", "", path);
	return join(start, "/", path);
}

static Bool
exists(const HChar *path)
{
	struct vg_stat old;

	return !sr_isError(VG_(stat)(path, &old));
}

/* --- the spool ------------------------------------------------------------ */

static HChar *
mark(const HChar *suffix)
{
	return join(target.spooled, ".", suffix);
}

static Bool
is_taken(void)
{
	HChar *runs = mark("runs");
	Bool taken = exists(target.spooled) || exists(runs);

	VG_(free)(runs);
	return taken;
}

static void
choose_name(void)
{
	HChar name[32];

	for (Int n = 0;; n++) {
		VG_(snprintf)(name, sizeof name, "%d.%d", VG_(getpid)(), n);
		target.spooled = join(target.spool, "/", name);
		if (!is_taken())
			return;
		VG_(free)(target.spooled);
	}
}

static void
put_mark(const HChar *suffix, void (*put)(const void *), const void *what)
{
	HChar *name = mark(suffix);

	file_open(name);
	put(what);
	file_put("\n");
	file_close();
	VG_(free)(name);
}

static void
remove_mark(const HChar *suffix)
{
	HChar *name = mark(suffix);

	VG_(unlink)(name);
	VG_(free)(name);
}

static void
put_escaped(const void *text)
{
	HChar *escaped = name_escape(text);

	file_put(escaped);
	VG_(free)(escaped);
}

static void
put_command(const void *unused)
{
	target_put_command();
}

static void
announce(void)
{
	choose_name();
	put_mark("runs", put_command, NULL);
}

/* A program that was started for another user goes without. */
static Bool
may_enter(const HChar *folder)
{
	SysRes opened = VG_(open)(folder, VKI_O_RDONLY, 0);

	if (sr_isError(opened))
		return sr_Err(opened) != VKI_EACCES;
	VG_(close)((Int)sr_Res(opened));
	return True;
}

static void
init_spool(const HChar *spool, Bool forked)
{
	struct vg_stat folder;

	target.spool = absolute(spool);
	target.forked = forked;
	if (!may_enter(target.spool)) {
		VG_(umsg)("cgcollect: %s: permission denied: this process "
			  "leaves no profile\n",
		    spool);
		target.is_missing = True;
		return;
	}
	if (sr_isError(VG_(stat)(target.spool, &folder)) ||
		!VKI_S_ISDIR(folder.mode)) {
		VG_(fmsg)("cgcollect: %s: not a directory\n", spool);
		VG_(exit)(1);
	}
	announce();
}

/* --- the interface -------------------------------------------------------- */

void
target_init(const HChar *format, const HChar *spool, Bool forked)
{
	target.format = format;
	if (spool)
		init_spool(spool, forked);
	else
		VG_(free)(expand()); /* complains of a bad format now */
}

Bool
target_exists(void)
{
	return !target.is_missing;
}

HChar *
target_name(void)
{
	if (target.spool)
		return join("", "", target.spooled);
	return expand();
}

void
target_put_command(void)
{
	XArray *args = VG_(args_for_client);

	put_escaped(VG_(args_the_exename));
	for (Word i = 0; i < VG_(sizeXA)(args); i++) {
		file_put(" ");
		put_escaped(*(HChar **)VG_(indexXA)(args, i));
	}
}

void
target_before_exec(const HChar *program)
{
	if (target.spool && target_exists())
		put_mark("execs", put_escaped, program);
}

void
target_exec_failed(void)
{
	if (target.spool && target_exists())
		remove_mark("execs");
}

void
target_end(void)
{
	if (target.spool && target_exists())
		remove_mark("runs");
}

void
target_before_fork(void)
{
	VG_(free)(target.before_fork);
	target.before_fork = target.spool ? NULL : expand();
}

static Bool
has_parents_name(void)
{
	if (target.spool)
		return !target.forked;

	HChar *name = expand();
	Bool same = VG_STREQ(name, target.before_fork);

	VG_(free)(name);
	return same;
}

void
target_in_child(void)
{
	target.is_missing = target.is_missing || has_parents_name();
	if (!target.spool || target.is_missing)
		return;
	VG_(free)(target.spooled);
	announce();
}
