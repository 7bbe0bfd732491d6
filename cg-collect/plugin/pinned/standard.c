// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Makes the standard descriptors look the same whatever they are.  The C library
 * chooses its buffers by the kind of a file, and other programs the form of their
 * output, so counts would differ on a terminal, in a pipe and in a file.
 *
 * Standard output and standard error look like pipes, which can be written to as
 * anything can that they really are.  Standard input stays what it is, because a
 * program may seek in a file; only devices, such as a terminal and /dev/null, look
 * alike.  Copies of a descriptor look like it, also in later programs.
 */
#include "standard.h"
#include "system_result.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* the descriptors that are watched */
#define NDESCRIPTORS 256

enum { OTHER, INPUT, OUTPUT, ERROR };

static struct {
	UChar kinds[NDESCRIPTORS];
	Off64T offset; /* before a call that may change it */
} standard;

/* --- which descriptors ---------------------------------------------------- */

static UChar
kind_of(UWord descriptor)
{
	return descriptor < NDESCRIPTORS ? standard.kinds[descriptor] : OTHER;
}

static void
set_kind(UWord descriptor, UChar kind)
{
	if (descriptor < NDESCRIPTORS)
		standard.kinds[descriptor] = kind;
}

/* Closed ones are not watched; of kinds of input, only devices are. */
static void
take(UWord descriptor, UChar kind)
{
	struct vg_stat st;

	if (VG_(fstat)((Int)descriptor, &st) == 0 &&
	    (kind != INPUT || VKI_S_ISCHR(st.mode)))
		set_kind(descriptor, kind);
}

void
standard_init(const HChar *passed)
{
	HChar *end;

	if (!passed) {
		take(0, INPUT);
		take(1, OUTPUT);
		take(2, ERROR);
		return;
	}
	while (*passed) {
		Long descriptor = VG_(strtoll10)(passed, &end);

		if (*end != '.')
			return;
		take((UWord)descriptor, (UChar)VG_(strtoll10)(end + 1, &end));
		passed = *end == ',' ? end + 1 : end;
	}
}

const HChar *
standard_list(void)
{
	static HChar list[NDESCRIPTORS * sizeof "255.3,"];
	UInt len = 0;

	list[0] = '\0';
	for (UInt i = 0; i < NDESCRIPTORS; i++)
		if (standard.kinds[i] != OTHER)
			len += VG_(sprintf)(
			    list + len, "%u.%u,", i, standard.kinds[i]);
	return list;
}

static void
close_range(UWord first, UWord last, UWord flags)
{
	enum { CLOEXEC = 4 };

	for (UWord i = first;
	     !(flags & CLOEXEC) && i <= last && i < NDESCRIPTORS; i++)
		standard.kinds[i] = OTHER;
}

static Bool
is_fcntl(UInt syscall)
{
#if defined(__NR_fcntl64)
	if (syscall == __NR_fcntl64)
		return True;
#endif
	return syscall == __NR_fcntl;
}

/* A new descriptor is a copy, or was closed before and is not watched. */
static void
follow(UInt syscall, const UWord *args, UWord result)
{
	if (is_fcntl(syscall) &&
	    (args[1] == VKI_F_DUPFD || args[1] == VKI_F_DUPFD_CLOEXEC))
		set_kind(result, kind_of(args[0]));
	switch (syscall) {
	case __NR_close:
		set_kind(args[0], OTHER);
		break;
	case __NR_dup:
#if defined(__NR_dup2)
	case __NR_dup2:
#endif
	case __NR_dup3:
		set_kind(result, kind_of(args[0]));
		break;
#if defined(__NR_close_range)
	case __NR_close_range:
		close_range(args[0], args[1], args[2]);
		break;
#endif
	}
}

/* --- how they look -------------------------------------------------------- */

/* the numbers of /dev/null, and any for pipes */
#define NULL_MAJOR 1
#define NULL_MINOR 3
#define DEVICE 14
#define BLOCK 4096

static UInt
mode_of(UChar kind)
{
	return kind == INPUT ? VKI_S_IFCHR | 0666 : VKI_S_IFIFO | 0600;
}

static void
describe(struct vki_stat *st, UChar kind)
{
	VG_(memset)(st, 0, sizeof *st);
	st->st_dev = DEVICE;
	st->st_ino = kind;
	st->st_mode = mode_of(kind);
	st->st_nlink = 1;
	st->st_rdev = kind == INPUT ? NULL_MAJOR << 8 | NULL_MINOR : 0;
	st->st_blksize = BLOCK;
}

#if defined(__NR_fstat64)
static void
describe64(struct vki_stat64 *st, UChar kind)
{
	VG_(memset)(st, 0, sizeof *st);
	st->st_dev = DEVICE;
	st->st_ino = kind;
	st->st_mode = mode_of(kind);
	st->st_nlink = 1;
	st->st_rdev = kind == INPUT ? NULL_MAJOR << 8 | NULL_MINOR : 0;
	st->st_blksize = BLOCK;
}
#endif

#if defined(__NR_statx)
static void
describe_extended(struct vki_statx *st, UChar kind)
{
	enum { BASIC = 0x7ff };

	VG_(memset)(st, 0, sizeof *st);
	st->stx_mask = BASIC;
	st->stx_dev_minor = DEVICE;
	st->stx_ino = kind;
	st->stx_mode = (UShort)mode_of(kind);
	st->stx_nlink = 1;
	st->stx_rdev_major = kind == INPUT ? NULL_MAJOR : 0;
	st->stx_rdev_minor = kind == INPUT ? NULL_MINOR : 0;
	st->stx_blksize = BLOCK;
}
#endif

/* True if the call asks for the descriptor, not for a path relative to it. */
static Bool
has_no_path(Addr path, UWord flags)
{
	return flags & VKI_AT_EMPTY_PATH &&
	       (!path || (VG_(am_is_valid_for_client)(path, 1, VKI_PROT_READ) &&
			     *(const HChar *)path == '\0'));
}

static void
pin_description(UInt syscall, const UWord *args)
{
	UChar kind = kind_of(args[0]);

	switch (syscall) {
#if defined(__NR_fstat)
	case __NR_fstat:
		describe((struct vki_stat *)args[1], kind);
		break;
#endif
#if defined(__NR_newfstatat)
	case __NR_newfstatat:
		if (has_no_path(args[1], args[3]))
			describe((struct vki_stat *)args[2], kind);
		break;
#endif
#if defined(__NR_fstat64)
	case __NR_fstat64:
		describe64((struct vki_stat64 *)args[1], kind);
		break;
	case __NR_fstatat64:
		if (has_no_path(args[1], args[3]))
			describe64((struct vki_stat64 *)args[2], kind);
		break;
#endif
#if defined(__NR_statx)
	case __NR_statx:
		if (has_no_path(args[1], args[2]))
			describe_extended((struct vki_statx *)args[4], kind);
		break;
#endif
	}
}

/* The second byte tells what a request is for: 'T', or 't' on some platforms, for
 * terminals.  A few old requests with 'T' are for any file. */
static Bool
is_for_terminal(UWord request)
{
	enum {
		BYTES = 0x541b,
		NONBLOCKING = 0x5421,
		NO_CLOEXEC = 0x5450,
		CLOEXEC = 0x5451,
		ASYNC = 0x5452
	};
	UWord kind = request >> 8 & 0xff;

	return (kind == 'T' || kind == 't') && request != BYTES &&
	       request != NONBLOCKING && request != NO_CLOEXEC &&
	       request != CLOEXEC && request != ASYNC;
}

static Bool
is_seek(UInt syscall)
{
#if defined(__NR__llseek)
	if (syscall == __NR__llseek)
		return True;
#endif
	return syscall == __NR_lseek;
}

/* The flags differ by how a shell opened the file. */
static void
pin_flags(ThreadId thread, UChar kind, UWord flags)
{
	UWord access = kind == INPUT ? VKI_O_RDONLY : VKI_O_WRONLY;

	system_result_set(thread, access | (flags & VKI_O_NONBLOCK));
}

/* --- the interface -------------------------------------------------------- */

void
standard_before(UInt syscall, const UWord *args)
{
	if (is_seek(syscall) && kind_of(args[0]) != OTHER)
		standard.offset = VG_(lseek)((Int)args[0], 0, VKI_SEEK_CUR);
}

void
standard_pin(ThreadId thread, UInt syscall, const UWord *args, SysRes result)
{
	Bool failed = sr_isError(result);
	UChar kind = kind_of(args[0]);

	if (!failed)
		follow(syscall, args, sr_Res(result));
	if (kind == OTHER)
		return;
	if (is_seek(syscall)) {
		if (!failed && standard.offset >= 0)
			VG_(lseek)((Int)args[0], standard.offset, VKI_SEEK_SET);
		system_result_fail(thread, VKI_ESPIPE);
	} else if (syscall == __NR_ioctl && is_for_terminal(args[1])) {
		system_result_fail(thread, VKI_ENOTTY);
	} else if (is_fcntl(syscall) && args[1] == VKI_F_GETFL && !failed) {
		pin_flags(thread, kind, sr_Res(result));
	} else if (!failed) {
		pin_description(syscall, args);
	}
}
