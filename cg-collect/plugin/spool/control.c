// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Answers cg-collect through the page that it shares with all processes.  The
 * page is read whenever a thread starts to run: the program would notice a
 * signal or a descriptor.
 */
#include "../../shared_page.h"
#include "core.h"
#include "control.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* the core maps the page of its debugger's server with it; in no header */
SysRes VG_(am_shared_mmap_file_float_valgrind)(
    SizeT length, UInt prot, Int fd, Off64T offset);

static struct {
	struct shared_page *page; /* NULL: there is none */
	const struct control_actions *actions;
	UInt requests; /* answered so far, as are the next two */
	UInt profile_requests;
	UInt count_requests;
	ULong instructions; /* of this process, in the page's sum */
	Bool ended;
} control;

Int
control_init(const HChar *path, const struct control_actions *actions)
{
#if CORE_SHARES_PAGES
	SysRes file = VG_(open)(path, VKI_O_RDWR, 0);

	if (sr_isError(file))
		return (Int)sr_Err(file);

	SysRes page = VG_(am_shared_mmap_file_float_valgrind)(SHARED_PAGE_SIZE,
	    VKI_PROT_READ | VKI_PROT_WRITE, (Int)sr_Res(file), 0);

	VG_(close)((Int)sr_Res(file));
	if (sr_isError(page))
		return (Int)sr_Err(page);
	control.actions = actions;
	control.page = (struct shared_page *)sr_Res(page);
	control.requests = control.page->requests;
	control.profile_requests = control.page->profile_requests;
	control.count_requests = control.page->count_requests;
#endif
	return 0;
}

static void
report_instructions(ULong now)
{
	__atomic_fetch_add(&control.page->instructions,
	    now - control.instructions, __ATOMIC_RELAXED);
	control.instructions = now;
}

static void
answer(void)
{
	control.requests = control.page->requests;
	if (control.page->count_requests != control.count_requests) {
		control.count_requests = control.page->count_requests;
		report_instructions(control.actions->count_instructions());
	}
	if (control.page->profile_requests != control.profile_requests) {
		control.profile_requests = control.page->profile_requests;
		if (control.actions->write_profile())
			__atomic_fetch_add(
			    &control.page->nprofiles, 1, __ATOMIC_RELEASE);
	}
}

void
control_poll(void)
{
	if (control.page && control.page->requests != control.requests)
		answer();
}

void
control_add_lost(Int n)
{
	if (control.page)
		__atomic_fetch_add(
		    &control.page->nlost, (UInt)n, __ATOMIC_RELEASE);
}

void
control_add_dump(void)
{
	if (control.page)
		__atomic_fetch_add(&control.page->ndumps, 1, __ATOMIC_RELEASE);
}

void
control_forget(ULong instructions)
{
	if (control.page && !control.ended)
		report_instructions(instructions);
	control.instructions = 0;
}

void
control_in_child(void)
{
	control.instructions = 0;
}

/* true if what is written ends with the end of a line, or if that is not known */
static Bool
ends_line(UInt number, const UWord *args)
{
	Addr last = args[1] + args[2] - 1;

	return number != __NR_write || args[2] == 0 ||
	       !VG_(am_is_valid_for_client)(last, 1, VKI_PROT_READ) ||
	       *(const HChar *)last == '\n';
}

void
control_before_syscall(UInt number, const UWord *args)
{
	struct shared_page *page = control.page;

	if ((number != __NR_write && number != __NR_writev) || !page ||
	    (args[0] != 1 && args[0] != 2) ||
	    !(page->on_terminal & 1u << args[0]))
		return;
	page->is_within_line = !ends_line(number, args);
	if (__atomic_exchange_n(&page->is_drawn, 0, __ATOMIC_RELAXED))
		VG_(printf)("\r\033[K");
}

void
control_end(void)
{
	if (!control.page || control.ended)
		return;
	control.ended = True;
	report_instructions(control.actions->count_instructions());
	__atomic_fetch_add(&control.page->nends, 1, __ATOMIC_RELEASE);
	if (__atomic_exchange_n(&control.page->is_drawn, 0, __ATOMIC_RELAXED))
		VG_(printf)("\r\033[K");
}
