/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_TARGET_H
#define CGCOLLECT_TARGET_H

#include "pub_tool_basics.h"

/*
 * Where this process's profile goes: to the file that format names (%p and
 * %q{VAR} replaced), or into the folder spool (NULL: there is none), where
 * forked says whether forked children have one, too.  before is the name in
 * the spool of the program that this process was until its exec, NULL if there
 * was none.  A format that cannot be used ends the run; a spool that cannot be
 * written to does not: the program runs on without a profile.
 */
void target_init(
    const HChar *format, const HChar *spool, Bool forked, const HChar *before);

/* False if there is to be none: for a forked child whose profile would replace
 * its parent's, and for one that could not write to the spool. */
Bool target_exists(void);

/* The same, and false too if the spool is gone or out of reach by now: then
 * nothing could be written, and nobody who still runs would read it. */
Bool target_can_be_reached(void);

/* True if a program that this process goes on as could reach the spool. */
Bool target_can_be_followed(void);

/* The name for this process, the same every time; the caller frees it. */
HChar *target_name(void);

/* Puts the command that runs into the open file, in one line. */
void target_put_command(void);

/*
 * The moments in the life of a program that the spool tells of: before an exec,
 * with its profile written or not, and the next program wanted or not to leave
 * one, too; after an exec that failed; and at the end, with its profile
 * written.
 */
void target_before_exec(const HChar *program, Bool is_written, Bool is_wanted);
void target_exec_failed(void);
void target_end(void);

/* To be called in the process that forks, and then in the child. */
void target_before_fork(void);
void target_in_child(void);

#endif
