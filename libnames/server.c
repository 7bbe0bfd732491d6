/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starts cg-names and talks to it through a socket, because writing to a pipe
 * would raise SIGPIPE if it has died.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "protocol.h"
#include "server.h"

extern char **environ;

/* cg-names limits its own processor time; this is for what only waits, such as
 * a file of a network that does not answer */
enum { PATIENCE = 600 * 1000 };

/* the child starts with the usual signals: some tools block or ignore some */
static int
set_signals(posix_spawnattr_t *attributes)
{
	sigset_t none, usual;
	int status;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGXCPU);
	sigaddset(&usual, SIGXFSZ);
	status = posix_spawnattr_setsigmask(attributes, &none);
	if (status == 0)
		status = posix_spawnattr_setsigdefault(attributes, &usual);
	if (status == 0)
		status = posix_spawnattr_setflags(
		    attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	return status;
}

/* its messages are for nobody: its status says enough */
static int
set_files(posix_spawn_file_actions_t *actions, int socket)
{
	int status =
	    posix_spawn_file_actions_adddup2(actions, socket, STDIN_FILENO);

	if (status == 0)
		status = posix_spawn_file_actions_adddup2(
		    actions, socket, STDOUT_FILENO);
	if (status == 0)
		status = posix_spawn_file_actions_addopen(
		    actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	return status;
}

static int
spawn(pid_t *pid, const char *path, int socket)
{
	char name[] = "cg-names", serve[] = "--serve=" CG_VERSION;
	char *arguments[] = {name, serve, NULL};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int status = posix_spawn_file_actions_init(&actions);

	if (status != 0)
		return status;
	status = posix_spawnattr_init(&attributes);
	if (status == 0) {
		status = set_signals(&attributes);
		if (status == 0)
			status = set_files(&actions, socket);
		if (status == 0)
			status = posix_spawn(pid, path, &actions, &attributes,
			    arguments, environ);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return status;
}

/* -1 with errno set if that fails */
static int
start(struct server *server, const char *path)
{
	int ends[2], error;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
		return -1;
	/* a child that inherits our end does not see it closed */
	if (fcntl(ends[0], F_SETFD, FD_CLOEXEC) < 0 ||
	    fcntl(ends[1], F_SETFD, FD_CLOEXEC) < 0)
		error = errno;
	else
		error = spawn(&server->pid, path, ends[1]);
	close(ends[1]);
	if (error != 0)
		close(ends[0]);
	server->socket = ends[0];
	errno = error;
	return error == 0 ? 0 : -1;
}

int
server_start(struct server *server, struct cg_error *error)
{
	char *path = cli_program_beside("cg-names");
	int status = path == NULL ? -1 : start(server, path);

	if (status < 0 && errno == ENOENT)
		snprintf(error->text, sizeof(error->text),
		    "cg-names, of the package cg-collect, is not installed");
	else if (status < 0)
		snprintf(error->text, sizeof(error->text), "cannot run %s: %s",
		    path != NULL ? path : "cg-names", strerror(errno));
	free(path);
	return status;
}

/* waits until data can be sent or received */
static bool
wait_for(struct server *server, short event)
{
	struct pollfd poll_fd = {.fd = server->socket, .events = event};
	int n;

	do
		n = poll(&poll_fd, 1, server->may_wait ? -1 : PATIENCE);
	while (n < 0 && errno == EINTR);
	server->is_late = n == 0;
	return n > 0;
}

bool
server_send(struct server *server, const void *data, size_t size)
{
	const char *next = data;

	while (size > 0) {
		ssize_t n;

		if (!wait_for(server, POLLOUT))
			return false;
		n = send(
		    server->socket, next, size, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return false;
		if (n > 0) {
			next += n;
			size -= (size_t)n;
		}
	}
	return true;
}

bool
server_receive(struct server *server, void *data, size_t size)
{
	char *next = data;

	while (size > 0) {
		ssize_t n;

		if (!wait_for(server, POLLIN))
			return false;
		n = recv(server->socket, next, size, MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
			return false;
		if (n > 0) {
			next += n;
			size -= (size_t)n;
		}
	}
	return true;
}

int
server_end(struct server *server)
{
	int status = 0;

	close(server->socket);
	while (waitpid(server->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

int
server_kill(struct server *server)
{
	/* it ends at the end of its input, but not while it waits for a file */
	kill(server->pid, SIGKILL);
	return server_end(server);
}

bool
server_refused(int status, struct cg_error *error)
{
	if (!WIFEXITED(status) || WEXITSTATUS(status) != NAMES_OTHER_VERSION)
		return false;
	snprintf(error->text, sizeof(error->text),
	    "the cg-names along PATH has another version than " CG_VERSION);
	return true;
}
