// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Instructions are counted here by whole superblocks, whether or not the profile counts
 * them, because a program that waits for a time must get there.  Valgrind hides the
 * vDSO, so that the C library asks the kernel for the time.
 *
 * A thread that sleeps until a time of this clock sleeps too long or not at all by the
 * kernel's, but when it wakes up, the time has come.
 */
#include "ir.h"
#include "pinned/system_result.h"
#include "counted_clock.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#define NANOSECONDS 1000000000ull
#define START \
	(1577836800 * NANOSECONDS) /* 2020-01-01, if the time has a date */
#define TIMER_ABSOLUTE 1

/* of 32-bit systems */
#define NR_CLOCK_GETTIME64 403
#define NR_CLOCK_NANOSLEEP_TIME64 407

static Bool is_shown;
static ULong now; /* nanoseconds since the program began */

Bool
counted_clock_option(const HChar *arg)
{
	Bool counted = VG_(strcmp)(arg, "--clock=counted") == 0;

	if (!counted && VG_(strcmp)(arg, "--clock=real") != 0)
		return False;
	is_shown = counted;
	return True;
}

Bool
counted_clock_is_shown(void)
{
	return is_shown;
}

static ULong
count_instructions(const IRSB *superblock)
{
	ULong n = 0;

	for (Int i = 0; i < superblock->stmts_used; i++)
		n += superblock->stmts[i]->tag == Ist_IMark;
	return n;
}

void
counted_clock_watch(IRSB *superblock)
{
	IRSB *out = deepCopyIRSBExceptStmts(superblock);
	IRExpr *address = mkIRExpr_HWord((HWord)&now);
	IRTemp before =
	    ir_assign(out, Ity_I64, IRExpr_Load(WORD_ORDER, Ity_I64, address));
	IRTemp after = ir_assign(out, Ity_I64,
	    IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(before),
		IRExpr_Const(IRConst_U64(count_instructions(superblock)))));

	addStmtToIRSB(
	    out, IRStmt_Store(WORD_ORDER, address, IRExpr_RdTmp(after)));
	for (Int i = 0; i < superblock->stmts_used; i++)
		addStmtToIRSB(out, superblock->stmts[i]);
	*superblock = *out;
}

/* --- the time of each clock ----------------------------------------------- */

static Bool
has_date(UWord clock)
{
	return clock == VKI_CLOCK_REALTIME || clock == 5 /* _COARSE */ ||
	       clock == 11 /* CLOCK_TAI */;
}

static ULong
time_of(UWord clock)
{
	return has_date(clock) ? START + now : now;
}

static void
put_time(struct vki_timespec *to, ULong time)
{
	to->tv_sec = (long)(time / NANOSECONDS);
	to->tv_nsec = (long)(time % NANOSECONDS);
}

static void
put_day(struct vki_timeval *to, ULong time)
{
	if (!to)
		return;
	to->tv_sec = (long)(time / NANOSECONDS);
	to->tv_usec = (long)(time % NANOSECONDS / 1000);
}

#if defined(__NR_time)
static void
put_seconds(ThreadId thread, UWord *to, ULong time)
{
	UWord seconds = (UWord)(time / NANOSECONDS);

	if (to)
		*to = seconds;
	system_result_set(thread, seconds);
}
#endif

#if VG_WORDSIZE == 4
/* of 32-bit programs that know of years after 2038 */
struct long_time {
	Long seconds, nanoseconds;
};

static void
put_long_time(struct long_time *to, ULong time)
{
	to->seconds = (Long)(time / NANOSECONDS);
	to->nanoseconds = (Long)(time % NANOSECONDS);
}

static ULong
long_time_in(const struct long_time *time)
{
	return (ULong)time->seconds * NANOSECONDS + (ULong)time->nanoseconds;
}
#endif

/* --- sleep ---------------------------------------------------------------- */

static ULong
time_in(const struct vki_timespec *time)
{
	return (ULong)time->tv_sec * NANOSECONDS + (ULong)time->tv_nsec;
}

/* Call after the thread has slept so long, or until this time. */
static void
end_sleep(UWord clock, Bool is_until, ULong time)
{
	if (!is_until)
		now += time;
	else if (time > time_of(clock))
		now += time - time_of(clock);
}

/* Call after the thread has waited for files, at most for so many milliseconds. */
static void
end_wait(UWord milliseconds, SysRes result)
{
	if (sr_Res(result) == 0 && (Int)milliseconds > 0)
		now += (ULong)milliseconds * (NANOSECONDS / 1000);
}

/* --- system calls --------------------------------------------------------- */

void
counted_clock_pin(
    ThreadId thread, UInt syscall, const UWord *args, SysRes result)
{
	if (!is_shown || sr_isError(result))
		return;
	switch (syscall) {
	case __NR_clock_gettime:
		put_time((struct vki_timespec *)args[1], time_of(args[0]));
		break;
	case __NR_gettimeofday:
		put_day((struct vki_timeval *)args[0], START + now);
		break;
#if defined(__NR_time)
	case __NR_time:
		put_seconds(thread, (UWord *)args[0], START + now);
		break;
#endif
	case __NR_nanosleep:
		end_sleep(0, False, time_in((struct vki_timespec *)args[0]));
		break;
	case __NR_clock_nanosleep:
		end_sleep(args[0], args[1] & TIMER_ABSOLUTE,
		    time_in((struct vki_timespec *)args[2]));
		break;
#if defined(__NR_poll)
	case __NR_poll:
		end_wait(args[2], result);
		break;
	case __NR_epoll_wait:
#endif
	case __NR_epoll_pwait:
		end_wait(args[3], result);
		break;
#if VG_WORDSIZE == 4
	case NR_CLOCK_GETTIME64:
		put_long_time((struct long_time *)args[1], time_of(args[0]));
		break;
	case NR_CLOCK_NANOSLEEP_TIME64:
		end_sleep(args[0], args[1] & TIMER_ABSOLUTE,
		    long_time_in((struct long_time *)args[2]));
		break;
#endif
	default:
		break;
	}
}
