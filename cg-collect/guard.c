/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Removes a folder when this process dies of a signal that nobody can catch.
 * A process of its own waits for the end of a connection whose other end only
 * we hold.  It is in a session of its own, for those who kill a whole group,
 * and no child of ours, for we wait until there are none.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect.h"

void
folder_remove(const char *path)
{
	/* whoever still writes here cannot add to it under another name */
	char *gone = cli_format("%s.gone", path);
	DIR *folder = rename(path, gone) == 0 ? opendir(gone) : NULL;
	struct dirent *entry;

	while (folder != NULL && (entry = readdir(folder)) != NULL)
		unlinkat(dirfd(folder), entry->d_name, 0);
	if (folder != NULL)
		closedir(folder);
	rmdir(gone);
	free(gone);
}

/* descriptors of ours would keep files, pipes and terminals in use */
static void
close_all_but(int kept)
{
	DIR *folder = opendir("/proc/self/fd");
	struct dirent *entry;

	while (folder != NULL && (entry = readdir(folder)) != NULL) {
		int fd = atoi(entry->d_name);

		if (entry->d_name[0] != '.' && fd != kept &&
		    fd != dirfd(folder))
			close(fd);
	}
	if (folder != NULL)
		closedir(folder);
}

static _Noreturn void
stand_guard(const char *path, int end)
{
	sigset_t all;
	char byte;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setsid();
	close_all_but(end);
	if (chdir("/") == 0 && read(end, &byte, 1) == 0)
		folder_remove(path);
	_exit(0);
}

/* starts the guard as a child of one that ends; 0, or -1 with errno set */
static int
fork_twice(const char *path, int end)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		pid = fork();
		if (pid == 0)
			stand_guard(path, end);
		_exit(pid < 0 ? errno : 0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return -1;
	errno = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
	return errno == 0 ? 0 : -1;
}

int
guard_post(const char *path)
{
	int ends[2], status;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
		return -1;
	status = fork_twice(path, ends[0]);
	close(ends[0]);
	if (status < 0) {
		close(ends[1]);
		return -1;
	}
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return ends[1];
}

void
guard_dismiss(int guard)
{
	send(guard, "", 1, MSG_NOSIGNAL);
	close(guard);
}
