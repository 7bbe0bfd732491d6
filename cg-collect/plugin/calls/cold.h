/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_COLD_H
#define CGCOLLECT_COLD_H

#include "events.h"

#include "pub_tool_basics.h"

struct context;
struct frame;
struct open_calls;
struct thread;

/*
 * Calls that have no contexts of their own.  When contexts have needed too much memory
 * once, a call that has no context yet is cold: it runs in the folded context of its
 * function, as calls do without stacks, and so do its own calls.  If it has cost enough,
 * with what calls of the same stack have lost before, it gets a context, and its callers
 * do: what it has cost so far is then folded below and in that.  So stacks that are
 * different each time cost little more than calls.
 *
 * What stacks have lost is added up in a table by the hash of their functions.  A sum can
 * be of several stacks, so that it is a bound of what one of them has lost.
 */

/* Makes calls without contexts cold from now on, until they have cost that much. */
void cold_begin(ULong least);

/* Call when a context is folded while the program runs, with what it has cost with all
 * that is below it. */
void cold_lose(const struct context *context, ULong cost);

/* Returns the most that a context can have lost. */
ULong cold_lost(void);

/* Call when all counts are set to zero.  New calls are not cold any more. */
void cold_clear(void);

/* --- cold calls of a thread ----------------------------------------------- */

/* Call when the thread's last frame has been pushed, if that is cold. */
void cold_push(struct thread *thread);

/* Call before the thread's last frame is popped, if that is cold.  Cold calls that have
 * cost enough get contexts. */
void cold_end(struct thread *thread, const ULong now[NEVENTS]);

/* Gives contexts to the calls that have cost enough, and counts what the others have lost.
 * After that, the frames must begin now. */
void cold_settle(struct thread *thread, const struct open_calls *calls);

/* Gives contexts to all calls. */
void cold_warm_up(struct thread *thread, const struct open_calls *calls);

/* Forgets what the frame has lost so far. */
void cold_forget(struct frame *frame);

#endif
