/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_TARGET_H
#define CGCOLLECT_TARGET_H

#include "pub_tool_basics.h"

/*
 * Where this process's profile goes: to the file that format names (%p and
 * %q{VAR} replaced), or into the folder spool (NULL: there is none), where
 * forked says whether forked children have one, too.  A format or a folder
 * that cannot be used ends the run.
 */
void target_init(const HChar *format, const HChar *spool, Bool forked);

/* False where there is to be none: for a forked child whose profile would
 * replace its parent's, and for one that may not write to the spool. */
Bool target_exists(void);

/* The name for this process, the same every time; the caller frees it. */
HChar *target_name(void);

/* Puts the command that runs into the open file, in one line. */
void target_put_command(void);

/* The moments in the life of a program that the spool tells of. */
void target_before_exec(const HChar *program);
void target_exec_failed(void);
void target_end(void);

/* To be called in the process that forks, and then in the child. */
void target_before_fork(void);
void target_in_child(void);

#endif
