// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds the program that a process executes next, and decides whether that runs
 * under Valgrind.  The core has not checked the arguments yet: a path may run
 * into memory that cannot be read.
 */
#include "core.h"
#include "destination.h"
#include "exec.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

/* of the core, but not in its headers for tools */
extern Bool VG_(clo_trace_children);
extern const HChar *VG_(name_of_launcher);
Bool VG_(should_we_trace_this_child)(const HChar *program, const HChar **argv);
Int VG_(access)(const HChar *path, Bool read, Bool write, Bool execute);

Bool
exec_is(UInt syscall)
{
	return syscall == __NR_execve || syscall == __NR_execveat;
}

/* returns the text; NULL if its end cannot be read or is too far away */
static const HChar *
client_text(Addr start)
{
	for (Addr at = start; at - start < VKI_PATH_MAX; at++) {
		if ((at == start || at % VKI_PAGE_SIZE == 0) &&
		    !VG_(am_is_valid_for_client)(at, 1, VKI_PROT_READ))
			return NULL;
		if (*(const HChar *)at == '\0')
			return (const HChar *)start;
	}
	return NULL;
}

static Bool
may_exist(const HChar *path)
{
	struct vg_stat file;
	SysRes found = VG_(stat)(path, &file);

	return !sr_isError(found) || sr_Err(found) != VKI_ENOENT;
}

/* Files that do not exist are ruled out, because a search along PATH tries
 * many. */
const HChar *
exec_program(UInt syscall, const UWord *args)
{
	const HChar *program;

	if (!exec_is(syscall))
		return NULL;
	program = client_text(args[syscall == __NR_execveat ? 1 : 0]);
	if (program && syscall == __NR_execve && !may_exist(program))
		return NULL;
	return program;
}

/* returns an argument of execve that is a list; NULL if it cannot be read */
static const HChar **
client_list(UInt syscall, const UWord *args, UInt which)
{
	UWord list = args[which + (syscall == __NR_execveat ? 1 : 0)];

	if (!VG_(am_is_valid_for_client)(list, sizeof list, VKI_PROT_READ))
		return NULL;
	return (const HChar **)list;
}

Bool
exec_is_followed(const HChar *program, UInt syscall, const UWord *args)
{
	const HChar **argv = client_list(syscall, args, 1);

	return VG_(should_we_trace_this_child)(
	    program, argv && *argv ? argv : NULL);
}

void
exec_pass_option(const HChar *option, const HChar *value)
{
	XArray *args = VG_(args_for_valgrind);
	SizeT len = VG_(strlen)(option), size = len + VG_(strlen)(value) + 1;
	HChar *arg = VG_(malloc)("cgcollect.exec.option", size);

	VG_(snprintf)(arg, (Int)size, "%s%s", option, value);
	for (Word i = 0; i < VG_(sizeXA)(args); i++) {
		HChar **old = VG_(indexXA)(args, i);

		if (VG_(strncmp)(*old, option, (Int)len) == 0) {
			*old = arg;
			return;
		}
	}
	VG_(addToXA)(args, &arg);
}

void
exec_leave(Bool leave)
{
	static Bool left;

	if (leave == left)
		return;
	left = leave;
	VG_(clo_trace_children) = !leave;
}

/* returns the directory that Valgrind would use for temporary files */
static const HChar *
next_tmpdir(const HChar **environment)
{
	static const HChar name[] = "TMPDIR=";

	for (; environment && *environment; environment++)
		if (VG_(strncmp)(*environment, name, sizeof name - 1) == 0 &&
		    (*environment)[sizeof name - 1] != '\0')
			return *environment + sizeof name - 1;
	return "/tmp";
}

static Bool
may_read(const HChar *path)
{
	return VG_(access)(path, True, False, False) == 0;
}

/* true if the directory of the tool has the file */
static Bool
has_file(const HChar *name)
{
	SizeT size = VG_(strlen)(VG_(libdir)) + VG_(strlen)(name) + 2;
	HChar path[size];

	VG_(snprintf)(path, (Int)size, "%s/%s", VG_(libdir), name);
	return may_read(path);
}

static Bool
is_32_bit(const HChar *program)
{
	SysRes opened = VG_(open)(program, VKI_O_RDONLY, 0);
	HChar start[5];
	Int n;

	if (sr_isError(opened))
		return False;
	n = VG_(read)((Int)sr_Res(opened), start, sizeof start);
	VG_(close)((Int)sr_Res(opened));
	return n == sizeof start && VG_(memcmp)(start, "\177ELF\1", 5) == 0;
}

/* Checks for all that Valgrind cannot start without. */
Bool
exec_can_follow(const HChar *program, UInt syscall, const UWord *args)
{
	const HChar *launcher = VG_(name_of_launcher);
	const HChar *tmpdir = next_tmpdir(client_list(syscall, args, 2));

	return launcher && VG_(access)(launcher, True, False, True) == 0 &&
	       has_file("default.supp") &&
	       (!is_32_bit(program) || has_file("cgcollect-x86-linux")) &&
	       may_read("/proc/self/maps") &&
	       VG_(access)(tmpdir, False, True, True) == 0;
}

/* --- the environment ------------------------------------------------------ */

#if CORE_CALLS_vgPlain_env_remove_valgrind_env_stuff

/* of the core, which calls it with the environment of the next program; the strings may be
 * the client's */
void __real_vgPlain_env_remove_valgrind_env_stuff(
    HChar **environment, Bool read_only, void (*free_string)(void *string));
void __wrap_vgPlain_env_remove_valgrind_env_stuff(
    HChar **environment, Bool read_only, void (*free_string)(void *string));

/* Removes VALGRIND_LIB, which cg-collect has set: another Valgrind would look for its own
 * tools there.  If the program is followed, the core sets it again. */
void
__wrap_vgPlain_env_remove_valgrind_env_stuff(
    HChar **environment, Bool read_only, void (*free_string)(void *string))
{
	static const HChar name[] = "VALGRIND_LIB=";
	HChar **kept = environment;

	__real_vgPlain_env_remove_valgrind_env_stuff(
	    environment, read_only, free_string);
	if (!destination_is_spool())
		return;
	for (; *environment; environment++)
		if (VG_(strncmp)(*environment, name, sizeof name - 1) != 0)
			*kept++ = *environment;
	*kept = NULL;
}

#endif
