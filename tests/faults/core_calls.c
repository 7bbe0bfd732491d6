// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Makes calls of Valgrind's core fail in the tool.  In the checked build, each
 * function fault_NAME here replaces the core's function vgPlain_NAME in the
 * tool's objects.  The option
 *
 *	--fault=KIND,NTH,FORM,ERROR,FILE
 *
 * of that build names the calls that fail:
 *
 *	KIND	one of the names below
 *	NTH	the first call of the kind that fails, in all processes of a
 *		tree, from 1; 0: none
 *	FORM	once; from, if all later calls fail, too; short, if a write
 *		does only a part; kill, if SIGKILL ends the process instead
 *	ERROR	the number of the error
 *	FILE	counts the calls of all kinds, and those that failed: as many
 *		struct call_count as there are kinds, zero at first
 */
#include "core.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

enum kind {
	MEMORY,
	PAGES,
	MAP,
	STACK,
	OPEN,
	READ,
	WRITE,
	RENAME,
	UNLINK,
	STAT,
	FSTAT,
	READLINK,
	ACCESS,
	NKINDS,
};

static const HChar *const names[NKINDS] = {
    [MEMORY] = "memory",
    [PAGES] = "pages",
    [MAP] = "map",
    [STACK] = "stack",
    [OPEN] = "open",
    [READ] = "read",
    [WRITE] = "write",
    [RENAME] = "rename",
    [UNLINK] = "unlink",
    [STAT] = "stat",
    [FSTAT] = "fstat",
    [READLINK] = "readlink",
    [ACCESS] = "access",
};

struct call_count {
	HChar name[24];
	UInt calls, failed;
};

static struct {
	struct call_count *counts; /* NULL: no option was given */
	enum kind kind;
	UInt nth;
	Bool is_lasting, is_short, kills;
	Int error;
} fault;

/* of the core, but not in its headers for tools */
SysRes VG_(am_shared_mmap_file_float_valgrind)(
    SizeT length, UInt prot, Int fd, Off64T offset);
Int VG_(access)(const HChar *path, Bool read, Bool write, Bool execute);
Bool VG_(extend_stack)(ThreadId thread, Addr address);
SysRes VG_(mk_SysRes_Error)(UWord error);
Int VG_(kill)(Int pid, Int signal);

/* Newer cores have the third parameter, and others ignore it. */
void out_of_memory(const HChar *who, SizeT size, UWord error) __asm__(
    "vgPlain_out_of_memory_NORETURN");

/* --- the option ----------------------------------------------------------- */

static void
map_counts(const HChar *path)
{
	SysRes file = VG_(open)(path, VKI_O_RDWR, 0);
	SysRes page = VG_(am_shared_mmap_file_float_valgrind)(4096,
	    VKI_PROT_READ | VKI_PROT_WRITE,
	    sr_isError(file) ? -1 : (Int)sr_Res(file), 0);

	if (sr_isError(page)) {
		VG_(fmsg)("cgcollect: --fault: cannot map %s\n", path);
		VG_(exit)(1);
	}
	VG_(close)((Int)sr_Res(file));
	fault.counts = (struct call_count *)sr_Res(page);
	for (Int i = 0; i < NKINDS; i++)
		VG_(strcpy)(fault.counts[i].name, names[i]);
}

/* Copies the text up to the next comma to `word`; returns the rest. */
static const HChar *
take_word(const HChar *text, HChar *word, Int size)
{
	Int len = 0;

	while (text[len] != '\0' && text[len] != ',' && len < size - 1) {
		word[len] = text[len];
		len++;
	}
	word[len] = '\0';
	return text[len] == ',' ? text + len + 1 : text + len;
}

static void
read_fault(const HChar *text)
{
	HChar word[24];

	text = take_word(text, word, sizeof word);
	for (fault.kind = 0; fault.kind < NKINDS; fault.kind++)
		if (VG_STREQ(word, names[fault.kind]))
			break;
	text = take_word(text, word, sizeof word);
	fault.nth = (UInt)VG_(strtoll10)(word, NULL);
	text = take_word(text, word, sizeof word);
	fault.is_lasting = VG_STREQ(word, "from");
	fault.is_short = VG_STREQ(word, "short");
	fault.kills = VG_STREQ(word, "kill");
	text = take_word(text, word, sizeof word);
	fault.error = (Int)VG_(strtoll10)(word, NULL);
	map_counts(text);
}

static Bool (*take_tool_option)(const HChar *);

static Bool
take_option(const HChar *arg)
{
	const HChar *text;

	if VG_STR_CLO (arg, "--fault", text) {
		read_fault(text);
		return True;
	}
	return take_tool_option(arg);
}

void
fault_needs_command_line_options(Bool (*process)(const HChar *),
    void (*print_usage)(void), void (*print_debug_usage)(void))
{
	take_tool_option = process;
	VG_(needs_command_line_options)(
	    take_option, print_usage, print_debug_usage);
}

/* True if this call is to fail, or to be short. */
static Bool
fails(enum kind kind)
{
	UInt call;
	Bool is_hit;

	if (!fault.counts)
		return False;
	call =
	    __atomic_add_fetch(&fault.counts[kind].calls, 1, __ATOMIC_RELAXED);
	is_hit = kind == fault.kind && fault.nth > 0 &&
		 (call == fault.nth || (fault.is_lasting && call > fault.nth));
	if (is_hit)
		__atomic_add_fetch(
		    &fault.counts[kind].failed, 1, __ATOMIC_RELAXED);
	if (is_hit && fault.kills)
		VG_(kill)(VG_(getpid)(), VKI_SIGKILL);
	return is_hit;
}

static SysRes
error_result(void)
{
	return VG_(mk_SysRes_Error)((UWord)fault.error);
}

/* --- memory --------------------------------------------------------------- */

/* The core never returns NULL: it prints a message and exits. */
static void
allocate(SizeT size)
{
	if (fails(MEMORY))
		out_of_memory("fault", size, (UWord)fault.error);
}

void *
fault_malloc(const HChar *purpose, SizeT size)
{
	allocate(size);
	return VG_(malloc)(purpose, size);
}

void *
fault_calloc(const HChar *purpose, SizeT n, SizeT size)
{
	allocate(size);
	return VG_(calloc)(purpose, n, size);
}

void *
fault_realloc(const HChar *purpose, void *old, SizeT size)
{
	allocate(size);
	return VG_(realloc)(purpose, old, size);
}

HChar *
fault_strdup(const HChar *purpose, const HChar *text)
{
	allocate(VG_(strlen)(text) + 1);
	return VG_(strdup)(purpose, text);
}

void *
fault_perm_malloc(SizeT size, Int alignment)
{
	allocate(size);
	return VG_(perm_malloc)(size, alignment);
}

/* The core returns new pages as an address or, since 3.21, as a SysRes. */
static __attribute__((unused)) void *
no_pages_at(void *pages)
{
	return NULL;
}

static __attribute__((unused)) SysRes
no_pages_of(SysRes pages)
{
	return error_result();
}

__typeof__(VG_(am_shadow_alloc)(0))
fault_am_shadow_alloc(SizeT size)
{
	__typeof__(VG_(am_shadow_alloc)(0)) pages = VG_(am_shadow_alloc)(size);

	if (!fails(PAGES))
		return pages;
	return _Generic((pages), SysRes
			: no_pages_of, default
			: no_pages_at)(pages);
}

SysRes
fault_am_shared_mmap_file_float_valgrind(
    SizeT length, UInt prot, Int fd, Off64T offset)
{
	return fails(MAP) ? error_result()
			  : VG_(am_shared_mmap_file_float_valgrind)(
				length, prot, fd, offset);
}

Bool
fault_extend_stack(ThreadId thread, Addr address)
{
	return !fails(STACK) && VG_(extend_stack)(thread, address);
}

/* --- files ---------------------------------------------------------------- */

SysRes
fault_open(const HChar *path, Int flags, Int mode)
{
	return fails(OPEN) ? error_result() : VG_(open)(path, flags, mode);
}

Int
fault_read(Int fd, void *to, Int n)
{
	return fails(READ) ? -fault.error : VG_(read)(fd, to, n);
}

Int
fault_write(Int fd, const void *from, Int n)
{
	if (!fails(WRITE))
		return VG_(write)(fd, from, n);
	return fault.is_short ? VG_(write)(fd, from, n > 1 ? n / 2 : n)
			      : -fault.error;
}

Int
fault_rename(const HChar *old, const HChar *new)
{
	return fails(RENAME) ? -1 : VG_(rename)(old, new);
}

Int
fault_unlink(const HChar *path)
{
	return fails(UNLINK) ? -1 : VG_(unlink)(path);
}

SysRes
fault_stat(const HChar *path, struct vg_stat *status)
{
	return fails(STAT) ? error_result() : VG_(stat)(path, status);
}

Int
fault_fstat(Int fd, struct vg_stat *status)
{
	return fails(FSTAT) ? -1 : VG_(fstat)(fd, status);
}

__typeof__(VG_(readlink)(0, 0, 0))
fault_readlink(const HChar *path, HChar *to, __typeof__(sizeof 0) size)
{
	return fails(READLINK) ? -1 : VG_(readlink)(path, to, size);
}

Int
fault_access(const HChar *path, Bool read, Bool write, Bool execute)
{
	return fails(ACCESS) ? -1 : VG_(access)(path, read, write, execute);
}
