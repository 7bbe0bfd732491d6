// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Watches ld.so, which runs before the program.  It ends the process if a
 * library is missing or needs a newer processor; then there is nothing to
 * profile.  ld.so is the file that holds the first instruction, unless that is
 * the program's own.
 *
 * Programs without ld.so are watched until they write something: their C
 * library checks the processor, too.
 */
#include "loader.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* types of entries in the auxiliary vector, as in elf.h */
enum { TYPE_END = 0, TYPE_ENTRY = 9 };

#define STANDARD_ERROR 2

static struct {
	Addr entry;     /* the program's first instruction */
	ULong dev, ino; /* the file of ld.so */
	Bool is_done;
	Bool may_refuse;
	Bool succeeded;
	const HChar *refusal;
} loader = {.is_done = True};

static Addr
find_entry(const UWord *stack)
{
	const UWord *entry = stack + 1 + stack[0] + 1;

	while (*entry++)
		;
	for (; entry[0] != TYPE_END; entry += 2)
		if (entry[0] == TYPE_ENTRY)
			return entry[1];
	return 0;
}

void
loader_start(ThreadId thread, Addr first)
{
	const NSegment *segment = VG_(am_find_nsegment)(first);

	loader.entry = find_entry((const UWord *)VG_(get_SP)(thread));
	loader.is_done = loader.entry == first || !segment;
	loader.may_refuse = True;
	if (segment) {
		loader.dev = segment->dev;
		loader.ino = segment->ino;
	}
}

Bool
loader_is_done(void)
{
	return loader.is_done;
}

static void
end_loading(void)
{
	loader.is_done = True;
	loader.may_refuse = False;
}

void
loader_see_superblock(Addr addr)
{
	if (!loader.is_done && addr == loader.entry)
		end_loading();
}

/* --- what it writes ------------------------------------------------------- */

/* the most that is read of a message */
#define MAX_TEXT 1000

struct text {
	HChar bytes[MAX_TEXT + 1];
	SizeT len;
};

static void
append(struct text *text, Addr start, SizeT len)
{
	if (len > MAX_TEXT - text->len)
		len = MAX_TEXT - text->len;
	if (len == 0 || !VG_(am_is_valid_for_client)(start, len, VKI_PROT_READ))
		return;
	VG_(memcpy)(text->bytes + text->len, (const void *)start, len);
	text->len += len;
}

static void
take_written(struct text *text, UInt number, const UWord *args)
{
	const struct vki_iovec *parts = (const struct vki_iovec *)args[1];

	text->len = 0;
	if (number == __NR_write)
		append(text, args[1], args[2]);
	else if (args[2] <= MAX_TEXT &&
		 VG_(am_is_valid_for_client)(
		     args[1], args[2] * sizeof *parts, VKI_PROT_READ))
		for (UWord i = 0; i < args[2]; i++)
			append(text, (Addr)parts[i].iov_base, parts[i].iov_len);
	text->bytes[text->len] = '\0';
}

/* Takes the texts of the GNU C library, which are not translated. */
static Bool
is_refusal(const HChar *text)
{
	return VG_(strstr)(text, "CPU ISA level is lower than required") ||
	       VG_(strstr)(text, "CPU does not support x86-64-v");
}

static void
check_written(UInt number, const UWord *args)
{
	struct text text;
	HChar *end;

	take_written(&text, number, args);
	if (!is_refusal(text.bytes))
		return;
	end = VG_(strchr)(text.bytes, '\n');
	if (end)
		*end = '\0';
	loader.refusal = VG_(strdup)("cgcollect.refusal", text.bytes);
}

/* --- system calls --------------------------------------------------------- */

static Bool
is_inside(ThreadId thread)
{
	const NSegment *segment = VG_(am_find_nsegment)(VG_(get_IP)(thread));

	return segment && segment->dev == loader.dev &&
	       segment->ino == loader.ino;
}

void
loader_see_syscall(ThreadId thread, UInt number, const UWord *args)
{
	Bool writes = number == __NR_write || number == __NR_writev;

	if (!loader.is_done && !is_inside(thread))
		end_loading();
	if (!loader.is_done && number == __NR_exit_group)
		loader.succeeded = args[0] == 0;
	if (writes && loader.may_refuse && args[0] == STANDARD_ERROR)
		check_written(number, args);
	if (writes)
		loader.may_refuse = loader.may_refuse && !loader.is_done;
}

const HChar *
loader_refusal(void)
{
	return loader.refusal;
}

/* A library may also crash while it initialises itself. */
Bool
loader_failed(void)
{
	ThreadId thread = VG_(get_running_tid)();

	return !loader.is_done && !loader.succeeded &&
	       (thread == VG_INVALID_THREADID || is_inside(thread));
}
