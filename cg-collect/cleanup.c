/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The private folder, and the process that removes it if a signal that cannot
 * be caught ends this one.  That process waits for the end of a connection
 * whose other end only we hold.  It is in a session of its own, because a
 * signal may go to our whole process group, and it is no child of ours, because
 * we wait until there are no children.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "libcli/cli.h"

/* the folder for files, and its name while it is being removed */
static const char inner[] = "spool", gone[] = "gone";

char *
folder_make(char *path)
{
	/* before there is anything that would stay */
	char *files = cli_format("%s/%s", path, inner);
	int error;

	if (mkdtemp(path) == NULL) {
		error = errno;
	} else {
		memcpy(files, path, strlen(path));
		if (mkdir(files, 0700) == 0)
			return files;
		error = errno;
		rmdir(path);
	}
	free(files);
	errno = error;
	return NULL;
}

/* keeps the first errno; a file that does not exist is no error */
static void
keep_error(int status, int *error)
{
	if (status < 0 && errno != ENOENT && *error == 0)
		*error = errno;
}

/* removes the folder `name` of the other one and the files in it */
static void
remove_inner(int outer, const char *name, int *error)
{
	int fd = openat(
	    outer, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;

	keep_error(folder != NULL ? 0 : -1, error);
	while (folder != NULL && (errno = 0, entry = readdir(folder)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			keep_error(unlinkat(fd, entry->d_name, 0), error);
	if (folder != NULL) {
		keep_error(errno == 0 ? 0 : -1, error);
		closedir(folder);
	} else if (fd >= 0) {
		close(fd);
	}
	keep_error(unlinkat(outer, name, AT_REMOVEDIR), error);
}

/*
 * The files' folder is renamed first, so that processes which still run cannot
 * add files to it while it is being emptied.
 */
int
folder_remove(const char *path)
{
	int outer = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int error = 0;

	if (outer < 0)
		return errno == ENOENT ? 0 : -1;
	keep_error(renameat(outer, inner, outer, gone), &error);
	remove_inner(outer, gone, &error);
	remove_inner(outer, inner, &error);
	keep_error(rmdir(path), &error);
	close(outer);
	errno = error;
	return error == 0 ? 0 : -1;
}

/* closes the descriptors that /proc lists; false if it cannot be read */
static bool
close_listed(int kept)
{
	DIR *folder = opendir("/proc/self/fd");
	struct dirent *entry;
	bool complete;

	if (folder == NULL)
		return false;
	while (errno = 0, (entry = readdir(folder)) != NULL) {
		int fd = atoi(entry->d_name);

		if (entry->d_name[0] != '.' && fd != kept &&
		    fd != dirfd(folder))
			close(fd);
	}
	complete = errno == 0;
	closedir(folder);
	return complete;
}

/* inherited descriptors would keep files, pipes and terminals in use */
static void
close_all_but(int kept)
{
	/* the usual maximum of Linux; the limit may be infinite */
	enum { USUAL_MAXIMUM = 1 << 20 };
	long limit;

	if (close_listed(kept))
		return;
	limit = sysconf(_SC_OPEN_MAX);
	if (limit < 0 || limit > USUAL_MAXIMUM)
		limit = USUAL_MAXIMUM;
	for (int fd = 0; fd < limit; fd++)
		if (fd != kept)
			close(fd);
}

static _Noreturn void
wait_for_end(const char *path, const int ends[2])
{
	sigset_t all;
	char byte;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setsid();
	close(ends[1]);
	close_all_but(ends[0]);
	if (chdir("/") == 0 && read(ends[0], &byte, 1) == 0)
		folder_remove(path);
	_exit(0);
}

/* starts the process as a child of one that ends; 0, or -1 with errno set */
static int
fork_twice(const char *path, const int ends[2])
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		pid = fork();
		if (pid == 0)
			wait_for_end(path, ends);
		_exit(pid < 0 ? errno : 0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return -1;
	errno = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
	return errno == 0 ? 0 : -1;
}

int
cleanup_start(const char *path)
{
	int ends[2], status;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
		return -1;
	status = fork_twice(path, ends);
	close(ends[0]);
	if (status < 0) {
		close(ends[1]);
		return -1;
	}
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return ends[1];
}

void
cleanup_cancel(int cleanup)
{
	send(cleanup, "", 1, MSG_NOSIGNAL);
	close(cleanup);
}

void
cleanup_run(int cleanup)
{
	close(cleanup);
}
