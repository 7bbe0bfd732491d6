// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds the name of the profile.  In a spool it is PID.P.N: P distinguishes
 * processes with the same number, in several PID namespaces or one after the
 * other, and N the programs that one process executes.  PID.P.N.D is the D-th part
 * that was dumped before its end, and PID.P.N.data has the misses by data.  A file next to it, the mark, is made before anything else and reserves the name for this process.
 * Its name is PID.P.N.runs, it holds the command line, and it is removed when
 * the profile is complete.  When the process executes another program, the mark
 * is renamed to PID.P.N.execs if that program should also leave a profile, and
 * to PID.P.N.leaves if not, and gets the program's name as a second line.  If
 * the program could not begin, the mark becomes PID.P.N.refused, with the reason as
 * a second line.
 */
#include "containers/interned.h"
#include "control.h"
#include "destination.h"
#include "exec.h"
#include "file.h"

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
	Bool forked; /* forked children have profiles in the spool */
	Int process; /* P and N of the name in the spool */
	Int n;
	HChar *spooled;      /* the path with that name */
	const HChar *marked; /* the suffix of its mark */
	HChar *before_fork;  /* the parent's expanded format */
	Bool is_forking;     /* a child that may not exist yet is counted */
	Bool is_unwanted;    /* nothing is to be written */
	Bool is_lost;        /* nothing can be written */
} destination;

static const HChar runs[] = "runs", execs[] = "execs", leaves[] = "leaves",
		   refused[] = "refused";

static HChar *
expand(void)
{
	return VG_(expand_file_name)(
	    "--cachegrind-out-file", destination.format);
}

/* Returns the three strings as a new one. */
static HChar *
join(const HChar *first, const HChar *between, const HChar *second)
{
	Int size = (Int)(VG_(strlen)(first) + VG_(strlen)(between) +
			 VG_(strlen)(second) + 1);
	HChar *joined = VG_(malloc)("cgcollect.destination.join", (SizeT)size);

	VG_(snprintf)(joined, size, "%s%s%s", first, between, second);
	return joined;
}

/* Needed because the program may change its directory. */
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

/* Returns 0 or the number of an error, EEXIST if there is such a file. */
static Int
check_is_new(const HChar *path)
{
	struct vg_stat old;
	SysRes found = VG_(stat)(path, &old);

	if (!sr_isError(found))
		return VKI_EEXIST;
	return sr_Err(found) == VKI_ENOENT ? 0 : (Int)sr_Err(found);
}

/* --- the spool ------------------------------------------------------------ */

static HChar *
mark(const HChar *suffix)
{
	return join(destination.spooled, ".", suffix);
}

static void
set_name(void)
{
	HChar name[64];

	VG_(snprintf)(name, sizeof name, "%d.%d.%d", VG_(getpid)(),
	    destination.process, destination.n);
	VG_(free)(destination.spooled);
	destination.spooled = join(destination.spool, "/", name);
	destination.marked = runs;
}

static void
change_mark(const HChar *suffix)
{
	HChar *old = mark(destination.marked), *new = mark(suffix);

	if (VG_(rename)(old, new) == 0)
		destination.marked = suffix;
	VG_(free)(old);
	VG_(free)(new);
}

static void
remove_mark(void)
{
	HChar *name = mark(destination.marked);

	VG_(unlink)(name);
	VG_(free)(name);
}

static void
put_escaped(const HChar *text)
{
	HChar *escaped = name_escape(text);

	file_put(escaped);
	VG_(free)(escaped);
}

/*
 * Reserves the name.  Returns 0 or the number of an error, EEXIST if the name
 * has been used: a process that has ended has left its profile and no mark.
 */
static Int
take_name(void)
{
	HChar *name = mark(runs);
	Int error = file_create_mark(name);

	VG_(free)(name);
	if (error)
		return error;
	destination_put_command();
	file_put("\n");
	file_close();
	error = check_is_new(destination.spooled);
	if (error)
		remove_mark();
	return error;
}

/* Returns 0 or the number of an error. */
static Int
announce(void)
{
	Int error;

	for (set_name(); (error = take_name()) == VKI_EEXIST; set_name())
		destination.process++;
	destination.is_lost = error != 0;
	return error;
}

/*
 * Takes P and N from the PID.P.N of the program that this process ran before
 * its exec.  If the pid differs, it is another process, which the core did not
 * see being made.
 */
static void
continue_name(const HChar *before)
{
	HChar *end;
	Long pid = VG_(strtoll10)(before, &end), process, n;

	if (*end != '.' || pid != VG_(getpid)())
		return;
	process = VG_(strtoll10)(end + 1, &end);
	if (*end != '.')
		return;
	n = VG_(strtoll10)(end + 1, &end);
	destination.process = (Int)process;
	destination.n = (Int)n + 1;
}

/* --- the interface -------------------------------------------------------- */

Int
destination_init(
    const HChar *format, const HChar *spool, Bool forked, const HChar *before)
{
	destination.format = format;
	if (!spool) {
		VG_(free)(expand()); /* a bad format ends the run now */
		return 0;
	}
	destination.spool = absolute(spool);
	destination.forked = forked;
	if (before)
		continue_name(before);
	return announce();
}

Bool
destination_exists(void)
{
	return !destination.is_unwanted && !destination.is_lost;
}

Bool
destination_is_spool(void)
{
	return destination.spool != NULL;
}

Bool
destination_can_be_reached(void)
{
	HChar *name;
	Bool reached;

	if (!destination.spool || !destination_exists())
		return destination_exists();
	name = mark(destination.marked);
	reached = exists(name);
	VG_(free)(name);
	return reached;
}

Bool
destination_can_be_followed(void)
{
	SysRes directory;

	if (!destination.spool)
		return True;
	directory = VG_(open)(destination.spool, VKI_O_RDONLY, 0);
	if (sr_isError(directory))
		return False;
	VG_(close)((Int)sr_Res(directory));
	return True;
}

HChar *
destination_name(void)
{
	if (destination.spool)
		return join("", "", destination.spooled);
	return expand();
}

HChar *
destination_dump_name(UInt n)
{
	HChar number[16], *name = destination_name(), *dump;

	VG_(snprintf)(number, sizeof number, "%u", n);
	dump = join(name, ".", number);
	VG_(free)(name);
	return dump;
}

HChar *
destination_data_name(void)
{
	HChar *name = destination_name(), *data = join(name, ".", "data");

	VG_(free)(name);
	return data;
}

void
destination_put_command(void)
{
	XArray *args = VG_(args_for_client);

	put_escaped(VG_(args_the_exename));
	for (Word i = 0; i < VG_(sizeXA)(args); i++) {
		file_put(" ");
		put_escaped(*(HChar **)VG_(indexXA)(args, i));
	}
}

static void
add_line(const HChar *text)
{
	HChar *name = mark(destination.marked);

	file_append_to_mark(name);
	put_escaped(text);
	file_put("\n");
	file_close();
	VG_(free)(name);
}

void
destination_before_exec(const HChar *program, Bool is_written, Bool is_wanted)
{
	if (!destination.spool || destination.is_unwanted)
		return;
	/* even without a mark, so that the next program knows that it is not
	 * the first one */
	exec_pass_option(
	    "--spool-after=", VG_(strrchr)(destination.spooled, '/') + 1);
	if (destination.is_lost || !is_written)
		return;
	change_mark(is_wanted ? execs : leaves);
	add_line(program);
}

void
destination_exec_failed(void)
{
	if (destination.spool && destination_exists() &&
	    destination.marked != runs)
		change_mark(runs);
}

void
destination_end(void)
{
	if (destination.spool && destination_exists())
		remove_mark();
}

void
destination_refuse(const HChar *text)
{
	if (!destination.spool || !destination_exists())
		return;
	change_mark(refused);
	if (text)
		add_line(text);
}

/* Counts the child as lost before it exists, because it may be killed before it
 * leaves a mark. */
void
destination_before_fork(void)
{
	VG_(free)(destination.before_fork);
	destination.before_fork = destination.spool ? NULL : expand();
	destination.is_forking = destination.spool && destination.forked;
	if (destination.is_forking)
		control_add_lost(1);
}

void
destination_after_fork(void)
{
	destination.is_forking = False;
}

void
destination_fork_failed(void)
{
	if (destination.is_forking)
		control_add_lost(-1);
	destination.is_forking = False;
}

static Bool
has_parents_name(void)
{
	if (destination.spool)
		return !destination.forked;

	HChar *name = expand();
	Bool same = VG_STREQ(name, destination.before_fork);

	VG_(free)(name);
	return same;
}

void
destination_in_child(void)
{
	destination.is_forking = False;
	destination.is_unwanted = destination.is_unwanted || has_parents_name();
	if (!destination.spool || destination.is_unwanted)
		return;
	destination.process = destination.n = 0;
	if (announce() == 0)
		control_add_lost(-1);
}
