// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes a file through a buffer, with checks, under a temporary name in the
 * same directory, and renames it when it is complete.
 */
#include "file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#define NOT_OPEN (-1)
#define NOT_RENAMED (-1) /* the core's rename returns no error number */

static struct {
	const HChar *name;
	HChar *temporary; /* NULL: the file is written in place */
	Int fd;
	Int error; /* number of the first one; 0: none */
	Bool is_mark;
	UInt used;
	HChar buffer[1 << 16];
} file;

const HChar *
file_reason(Int error)
{
	static const struct {
		Int number;
		const HChar *text;
	} reasons[] = {
	    {NOT_RENAMED, "its temporary file could not be renamed"},
	    {VKI_EACCES, "permission denied"},
	    {VKI_EPERM, "operation not permitted"},
	    {VKI_ENOENT, "no such file or directory"},
	    {VKI_EISDIR, "is a directory"},
	    {VKI_ENOSPC, "no space left on device"},
	    {VKI_EIO, "input/output error"},
	    {VKI_EFBIG, "file too large"},
	    {VKI_EPIPE, "broken pipe"},
	    {VKI_EMFILE, "too many open files"},
	    {VKI_ENOMEM, "out of memory"},
	    {20 /* ENOTDIR */, "not a directory"},
	    {30 /* EROFS */, "read-only file system"},
	    {36 /* ENAMETOOLONG */, "file name too long"},
	    {122 /* EDQUOT */, "disk quota exceeded"},
	};
	static HChar other[32];

	for (UInt i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (reasons[i].number == error)
			return reasons[i].text;
	VG_(snprintf)(other, sizeof other, "error %d", error);
	return other;
}

/* A new file has the permissions of Cachegrind's. */
#define NEW_FILE_MODE (VKI_S_IRUSR | VKI_S_IWUSR)

static Bool
is_symbolic_link(const HChar *name)
{
	HChar c;

	return VG_(readlink)(name, &c, 1) >= 0;
}

static void
open_as(const HChar *name, Int flags, Int mode)
{
	SysRes opened =
	    VG_(open)(name, VKI_O_WRONLY | VKI_O_CREAT | flags, mode);

	if (sr_isError(opened))
		file.error = (Int)sr_Err(opened);
	else
		file.fd = (Int)sr_Res(opened);
}

static void
reset(const HChar *name, Bool is_mark)
{
	file.name = name;
	file.temporary = NULL;
	file.fd = NOT_OPEN;
	file.error = 0;
	file.used = 0;
	file.is_mark = is_mark;
}

void
file_open(const HChar *name)
{
	struct vg_stat old;
	Bool exists = !sr_isError(VG_(stat)(name, &old));
	Int mode = exists ? (Int)(old.mode & 0777) : NEW_FILE_MODE;

	reset(name, False);
	if ((exists && !VKI_S_ISREG(old.mode)) || is_symbolic_link(name)) {
		open_as(name, VKI_O_TRUNC, mode);
		return;
	}

	Int size = (Int)VG_(strlen)(name) + 32;

	file.temporary = VG_(malloc)("cgcollect.temporary", (SizeT)size);
	VG_(snprintf)(file.temporary, size, "%s.%d.tmp", name, VG_(getpid)());
	/* an earlier process with our number may have left it */
	VG_(unlink)(file.temporary);
	open_as(file.temporary, VKI_O_EXCL, mode);
}

Int
file_create_mark(const HChar *name)
{
	reset(name, True);
	open_as(name, VKI_O_EXCL, NEW_FILE_MODE);
	return file.error;
}

void
file_append_to_mark(const HChar *name)
{
	reset(name, True);
	open_as(name, VKI_O_APPEND, NEW_FILE_MODE);
}

static void
flush(void)
{
	UInt written = 0;

	while (!file.error && written < file.used) {
		Int n = VG_(write)(
		    file.fd, file.buffer + written, (Int)(file.used - written));

		if (n >= 0)
			written += (UInt)n;
		else if (n != -VKI_EINTR)
			file.error = -n;
	}
	file.used = 0;
}

static void
put_char(HChar c)
{
	if (file.used == sizeof file.buffer)
		flush();
	file.buffer[file.used++] = c;
}

void
file_put(const HChar *text)
{
	while (*text)
		put_char(*text++);
}

void
file_put_number(ULong number)
{
	HChar digits[24];
	HChar *first = digits + sizeof digits - 1;

	*first = '\0';
	do {
		*--first = (HChar)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	file_put(first);
}

void
file_put_hex(ULong number)
{
	HChar digits[24];
	HChar *first = digits + sizeof digits - 1;

	*first = '\0';
	do {
		*--first = "0123456789abcdef"[number % 16];
		number /= 16;
	} while (number > 0);
	file_put("0x");
	file_put(first);
}

Bool
file_close(void)
{
	Bool is_removed = False;
	struct vg_stat stat;

	flush();
	if (file.fd != NOT_OPEN)
		VG_(close)(file.fd);
	if (file.temporary && !file.error &&
	    VG_(rename)(file.temporary, file.name) != 0)
		file.error = NOT_RENAMED;
	/* if cg-collect is gone, its directory can go while a file is written */
	if (file.error == NOT_RENAMED &&
	    sr_isError(VG_(stat)(file.temporary, &stat)))
		is_removed = True;
	if (file.temporary && file.error && file.fd != NOT_OPEN)
		VG_(unlink)(file.temporary);
	if (file.error && !file.is_mark && !is_removed)
		VG_(printf)("cgcollect: %s: cannot write: %s\n", file.name,
		    file_reason(file.error));
	VG_(free)(file.temporary);
	return !file.error;
}

Int
file_empty(Int descriptor)
{
	HChar path[32];
	struct vg_stat st;
	SysRes emptied;

	if (VG_(fstat)(descriptor, &st) != 0)
		return VKI_EIO;
	if (!VKI_S_ISREG(st.mode))
		return 0;
	VG_(sprintf)(path, "/proc/self/fd/%d", descriptor);
	emptied = VG_(open)(path, VKI_O_WRONLY | VKI_O_TRUNC, 0);
	if (sr_isError(emptied))
		return (Int)sr_Err(emptied);
	VG_(close)((Int)sr_Res(emptied));
	return 0;
}
