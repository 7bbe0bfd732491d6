/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks processes that sleep in a system call, in which the tool cannot look at
 * the shared page.  Valgrind's vgdb makes them run a command of the tool.
 */
#ifndef VGDB_H
#define VGDB_H

#include <stdbool.h>
#include <sys/types.h>

#include "command/valgrind.h"
#include "profiles/spool.h"

/*
 * Starts vgdb for each process that has its pipes in the spool.  A process that
 * does not sleep answers, too.  Returns false, with errno set, if vgdb cannot be
 * started.
 */
bool vgdb_ask_all(const struct valgrind *valgrind, const struct spool *spool);

/* Takes the status of a child process that has ended.  Warns if it was a vgdb
 * that could not make a process answer. */
void vgdb_ended(pid_t pid, int status);

#endif
