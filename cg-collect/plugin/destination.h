/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_DESTINATION_H
#define CGCOLLECT_DESTINATION_H

#include "pub_tool_basics.h"

/*
 * Where this process's profile goes: to the file that format names (%p and
 * %q{VAR} replaced), or into the folder spool (NULL: there is none), where
 * forked says whether forked children have one, too.  before is the name in
 * the spool of the program that this process was until its exec, NULL if there
 * was none.  A format that cannot be used ends the run; a spool that cannot be
 * written to does not: the program runs on without a profile.
 */
void destination_init(
    const HChar *format, const HChar *spool, Bool forked, const HChar *before);

/* False if there is to be none: for a forked child whose profile would replace
 * its parent's, and for one that could not write to the spool. */
Bool destination_exists(void);

/* The same, and false too if the spool is gone or out of reach by now: then
 * nothing could be written, and nobody who still runs would read it. */
Bool destination_can_be_reached(void);

/* True if a program that this process goes on as could reach the spool. */
Bool destination_can_be_followed(void);

/* The name for this process, the same every time; the caller frees it. */
HChar *destination_name(void);

/* Puts the command that runs into the open file, in one line. */
void destination_put_command(void);

/*
 * The moments in the life of a program that the spool tells of: before an exec,
 * with its profile written or not, and the next program wanted or not to leave
 * one, too; after an exec that failed; and at the end, with its profile
 * written.
 */
void destination_before_exec(const HChar *program, Bool is_written, Bool is_wanted);
void destination_exec_failed(void);
void destination_end(void);

/* To be called in the process that forks, and then in the child. */
void destination_before_fork(void);
void destination_in_child(void);

#endif
