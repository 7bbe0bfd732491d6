/* SPDX-License-Identifier: BSD-2-Clause */
/* cg-names as a child process, and the connection to it. */
#ifndef LIBNAMES_SERVER_H
#define LIBNAMES_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct cg_error;

struct server {
	pid_t pid;
	int socket;
	bool may_wait; /* for servers, which have time limits of their own */
	bool is_late;  /* it was given no more time */
};

/* Starts the program.  Returns -1 if that fails. */
int server_start(struct server *server, struct cg_error *error);

/* False if it has ended, or if it is given no more time. */
bool server_send(struct server *server, const void *data, size_t size);
bool server_receive(struct server *server, void *data, size_t size);

/* Waits until it has ended after all answers.  Returns its status as of waitpid.
 */
int server_end(struct server *server);

/* The same if it ended before, or gave no answer and must be ended. */
int server_kill(struct server *server);

/* True with the error set if this status says that its version is another one. */
bool server_refused(int status, struct cg_error *error);

#endif
