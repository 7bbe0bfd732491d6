/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The private directory, and the process that removes it if a signal that
 * cannot be caught ends this one.  That process also makes the directory,
 * because we could be killed between making it and starting the process.  It
 * reports the name through a connection, and then waits until the connection
 * ends: only we hold the other end.  It is in a session of its own, because a
 * signal may go to our whole process group, and it is no child of ours, because
 * we wait until there are no children.
 *
 * The first process of a container has all orphans as children, and if it is killed, so are all
 * others. There the process ends as soon as the directory is made.
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

/* the directory for files, and its name while it is being removed */
static const char inner[] = "spool", gone[] = "gone";

enum { NLETTERS = 6 }; /* that mkdtemp chooses, at the end of the path */

/* what the process reports of the directory */
struct reply {
	int error; /* its number, or 0 if the directory was made */
	char letters[NLETTERS];
};

/* Makes the directory and the one for files in it, and fills in the X's of both
 * paths.  Returns 0 or the number of an error. */
static int
directory_make(char *path, char *files)
{
	int error;

	if (mkdtemp(path) == NULL)
		return errno;
	memcpy(files, path, strlen(path));
	if (mkdir(files, 0700) == 0)
		return 0;
	error = errno;
	rmdir(path);
	return error;
}

/* keeps the first errno; a file that does not exist is no error */
static void
keep_error(int status, int *error)
{
	if (status < 0 && errno != ENOENT && *error == 0)
		*error = errno;
}

/* removes the directory `name` of the other one and the files in it */
static void
remove_inner(int outer, const char *name, int *error)
{
	int fd = openat(
	    outer, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;

	keep_error(directory != NULL ? 0 : -1, error);
	while (directory != NULL &&
	       (errno = 0, entry = readdir(directory)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			keep_error(unlinkat(fd, entry->d_name, 0), error);
	if (directory != NULL) {
		keep_error(errno == 0 ? 0 : -1, error);
		closedir(directory);
	} else if (fd >= 0) {
		close(fd);
	}
	keep_error(unlinkat(outer, name, AT_REMOVEDIR), error);
}

/*
 * The files' directory is renamed first, so that processes which still run
 * cannot add files to it while it is being emptied.
 */
int
directory_remove(const char *path)
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
	DIR *directory = opendir("/proc/self/fd");
	struct dirent *entry;
	bool complete;

	if (directory == NULL)
		return false;
	while (errno = 0, (entry = readdir(directory)) != NULL) {
		int fd = atoi(entry->d_name);

		if (entry->d_name[0] != '.' && fd != kept &&
		    fd != dirfd(directory))
			close(fd);
	}
	complete = errno == 0;
	closedir(directory);
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

/* Waits for cleanup_cancel or the end of the connection.  That is an error if
 * we are killed before we read the reply. */
static bool
is_cancelled(int connection)
{
	char byte;

	return read(connection, &byte, 1) == 1;
}

static _Noreturn void
own_directory(char *path, char *files, bool waits, const int ends[2])
{
	struct reply reply;
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setsid();
	close(ends[1]);
	reply.error = directory_make(path, files);
	memcpy(reply.letters, path + strlen(path) - NLETTERS, NLETTERS);
	if (send(ends[0], &reply, sizeof(reply), MSG_NOSIGNAL) == sizeof(reply))
		close_all_but(ends[0]);
	else
		close(ends[0]);
	if (waits && reply.error == 0 && chdir("/") == 0 &&
	    !is_cancelled(ends[0]))
		directory_remove(path);
	_exit(0);
}

/* starts the process as a child of one that ends; 0, or -1 with errno set */
static int
fork_twice(char *path, char *files, const int ends[2])
{
	bool is_first = getpid() == 1;
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		pid = fork();
		if (pid == 0)
			own_directory(path, files, !is_first, ends);
		_exit(pid < 0 ? errno : 0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return -1;
	errno = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
	return errno == 0 ? 0 : -1;
}

int
cleanup_start(char *path)
{
	char *files = cli_format("%s/%s", path, inner);
	int ends[2], status;

	status = socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	if (status == 0) {
		status = fork_twice(path, files, ends);
		close(ends[0]);
		if (status < 0)
			close(ends[1]);
	}
	free(files);
	if (status < 0)
		return -1;
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return ends[1];
}

char *
cleanup_directory(int cleanup, char *path)
{
	struct reply reply;
	size_t len = 0;
	ssize_t n;

	while (len < sizeof(reply) && ((n = read(cleanup, (char *)&reply + len,
					    sizeof(reply) - len)) > 0 ||
					  (n < 0 && errno == EINTR)))
		if (n > 0)
			len += (size_t)n;
	if (len < sizeof(reply))
		reply.error = n < 0 ? errno : ECHILD;
	if (reply.error != 0) {
		close(cleanup);
		errno = reply.error;
		return NULL;
	}
	memcpy(path + strlen(path) - NLETTERS, reply.letters, NLETTERS);
	return cli_format("%s/%s", path, inner);
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
