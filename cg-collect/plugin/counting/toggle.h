/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_TOGGLE_H
#define CGCOLLECT_TOGGLE_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* What entering or leaving a function does, as in Callgrind. */
enum toggle_action {
	TOGGLE_COLLECT, /* toggles counting, and when it is left back */
	TOGGLE_ZERO_BEFORE,
	TOGGLE_DUMP_BEFORE,
	TOGGLE_DUMP_AFTER,
};

/* Takes one of the options that name functions, --toggle-collect and the others,
 * or --collect-atstart, which says whether threads count when they start.  The
 * former implies the latter's no. */
Bool toggle_option(const HChar *arg);

/* True if functions are watched. */
Bool toggle_is_watching(void);

/* Toggles counting in the thread, which runs. */
void toggle_request(ThreadId thread);

/* What is done with the counts when a function is entered or left. */
struct toggle_actions {
	void (*dump)(const HChar *trigger);
	void (*zero)(void);
};

/* Call once before the first superblock. */
void toggle_init(const struct toggle_actions *actions);

/* Adds code before the first instruction of the superblock that detects when
 * functions are entered and left. */
void toggle_watch(IRSB *superblock, Addr addr, const VexGuestLayout *layout);

/* Call before the thread runs. */
void toggle_run(ThreadId thread);

/* Call when a thread ends, and in a forked child, which has only the running
 * thread. */
void toggle_end_thread(ThreadId thread);
void toggle_in_child(void);

/* Call when a signal handler begins and ends.  Handlers are outside of the
 * functions that they interrupt. */
void toggle_begin_handler(ThreadId thread, Bool alternate_stack);
void toggle_end_handler(ThreadId thread);

/* Calls the functions with what each pattern of a function says that matches none of
 * those that were entered, and then with the paths of the objects in which such
 * a function could be. */
void toggle_visit_unmatched(
    void (*visit)(const HChar *function), void (*visit_object)(const HChar *));

/* Prints the patterns that match none of the functions that were entered. */
void toggle_report(void);

#endif
