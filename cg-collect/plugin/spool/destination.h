/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_DESTINATION_H
#define CGCOLLECT_DESTINATION_H

#include "pub_tool_basics.h"

/*
 * Sets where the profile of this process goes: to the file that format names,
 * with %p and %q{VAR} expanded or, unless spool is NULL, into that directory.
 * If forked is true, forked children write their profiles there.  before is the
 * name in the spool of the program that this process ran before its exec, or
 * NULL.  A bad format ends the run.  Returns 0, or the number of an error if
 * the spool cannot be written to; then there is no profile.
 */
Int destination_init(
    const HChar *format, const HChar *spool, Bool forked, const HChar *before);

/* True if profiles go to a spool: cg-collect has started the tool. */
Bool destination_is_spool(void);

/* False if there is to be no profile: in a forked child whose profile would
 * replace its parent's, and in a process that could not write to the spool. */
Bool destination_exists(void);

/* The same, but also false if the spool was removed or is out of reach now. */
Bool destination_can_be_reached(void);

/* True if the program that this process executes next could reach the spool. */
Bool destination_can_be_followed(void);

/* Return the path of the profile, and of the n-th part that is dumped before its
 * end; to be freed. */
HChar *destination_name(void);
HChar *destination_dump_name(UInt n);
HChar *destination_data_name(void);

/* Writes the command line of the program, on one line, to the open file. */
void destination_put_command(void);

/*
 * Change the mark in the spool: before an exec, whether or not the profile was
 * written and the next program should also leave one; after an exec that
 * failed; and at the end, after the profile was written.
 */
void
destination_before_exec(const HChar *program, Bool is_written, Bool is_wanted);
void destination_exec_failed(void);
void destination_end(void);

/* Changes the mark of a program that has no profile because it could not begin.
 * text is ld.so's message about the processor, or NULL. */
void destination_refuse(const HChar *text);

/* Call before a fork; then in the child; and in the parent after the fork, or
 * if it failed. */
void destination_before_fork(void);
void destination_in_child(void);
void destination_after_fork(void);
void destination_fork_failed(void);

#endif
