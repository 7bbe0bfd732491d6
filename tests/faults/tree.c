/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program for tests of the collector's faults.  Its parts are programs or
 * processes; each has a function of its own, burn_N, so that a profile shows of
 * which parts it has the work.
 *
 *	tree plain	one process
 *	tree exec	goes on as part 7
 *	tree fork	a child with a child of its own
 *	tree vfork	a child by vfork, which goes on as part 3
 *	tree dump	asks cg-collect for a profile so far, then kills a child
 *	tree remove	removes the directory "tmp" in the middle
 *	tree whole	exec, fork and vfork, and a child that goes on as part 5
 *
 * Each part adds a line to the file "log" when it begins and when it ends, and
 * the parents print how their children ended; see struct line.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 2000 };

static volatile long sink;

#define BURN(n)                                   \
	static void burn_##n(void)                \
	{                                         \
		for (long i = 0; i < ROUNDS; i++) \
			sink = sink + i + n;      \
	}
BURN(0)
BURN(1)
BURN(2)
BURN(3)
BURN(4)
BURN(5)
BURN(6)
BURN(7)

static void (*const burn[])(void) = {
    burn_0, burn_1, burn_2, burn_3, burn_4, burn_5, burn_6, burn_7};

/* A line of the log and the output.  Numbers are binary, because the cost of
 * formatting depends on the number. */
struct line {
	char what, part, blanks[2];
	int number;
};

static const char *self;

static void
write_all(int fd, const void *line, size_t size)
{
	if (write(fd, line, size) != (ssize_t)size)
		_exit(98);
}

static void
say(char what, int part)
{
	struct line line = {what, (char)('0' + part), {' ', ' '}, getpid()};
	int fd = open("log", O_WRONLY | O_CREAT | O_APPEND, 0600);

	write_all(fd, &line, sizeof(line));
	close(fd);
}

static void
work(int part)
{
	say('b', part);
	burn[part]();
	say('e', part);
}

static void
report(int part, pid_t child)
{
	struct line line = {'c', (char)('0' + part), {' ', ' '}, -1};

	if (child > 0)
		waitpid(child, &line.number, 0);
	write_all(STDOUT_FILENO, &line, sizeof(line));
}

static void
go_on(int part)
{
	char number[2] = {(char)('0' + part), '\0'};

	execl(self, self, "part", number, (char *)NULL);
}

static pid_t
begin_child(int part)
{
	pid_t child = fork();

	if (child == 0)
		work(part);
	return child;
}

static void
fork_parts(void)
{
	pid_t child = begin_child(1), grandchild;

	if (child == 0) {
		grandchild = begin_child(2);
		if (grandchild == 0)
			_exit(3);
		report(2, grandchild);
		_exit(4);
	}
	report(1, child);
}

static void
vfork_part(void)
{
	pid_t child = vfork();

	if (child == 0) {
		execl(self, self, "part", "3", (char *)NULL);
		_exit(126);
	}
	report(3, child);
}

static void
exec_part(void)
{
	pid_t child = begin_child(4);

	if (child == 0) {
		go_on(5);
		_exit(126);
	}
	report(4, child);
}

/* --- profiles so far ------------------------------------------------------ */

/* true if the process has a profile in the spool */
static int
has_profile(pid_t pid)
{
	DIR *directory = opendir("tmp");
	struct dirent *entry;
	char path[512];
	int found = 0;

	while (directory != NULL && (entry = readdir(directory)) != NULL) {
		snprintf(path, sizeof(path), "tmp/%.256s/spool/%ld.0.0",
		    entry->d_name, (long)pid);
		found = found || access(path, F_OK) == 0;
	}
	if (directory != NULL)
		closedir(directory);
	return found;
}

static void
dump_parts(void)
{
	pid_t parent = getpid(), child;
	int ends[2];
	char byte;

	if (pipe(ends) != 0)
		_exit(98);
	child = begin_child(6);
	if (child == 0) {
		write_all(ends[1], "", 1);
		while (getppid() == parent)
			usleep(10000);
		_exit(0);
	}
	close(ends[1]);
	/* unless the child was killed before */
	if (read(ends[0], &byte, 1) == 1)
		kill(getppid(), SIGUSR1);
	for (int i = 0; i < 50 && child > 0; i++) {
		if (has_profile(parent) && has_profile(child))
			break;
		usleep(20000);
	}
	if (child > 0)
		kill(child, SIGKILL);
	report(6, child);
}

static void
remove_tmp(void)
{
	pid_t child = fork();

	if (child == 0) {
		execl("/bin/rm", "rm", "-rf", "tmp", (char *)NULL);
		_exit(126);
	}
	report(7, child);
}

int
main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "plain";

	self = argv[0];
	if (strcmp(what, "part") == 0) {
		work(atoi(argv[2]));
		return 5;
	}
	work(0);
	if (strcmp(what, "fork") == 0 || strcmp(what, "whole") == 0)
		fork_parts();
	if (strcmp(what, "vfork") == 0 || strcmp(what, "whole") == 0)
		vfork_part();
	if (strcmp(what, "whole") == 0)
		exec_part();
	if (strcmp(what, "dump") == 0)
		dump_parts();
	if (strcmp(what, "remove") == 0)
		remove_tmp();
	if (strcmp(what, "exec") == 0 || strcmp(what, "whole") == 0)
		go_on(7);
	say('e', 9);
	write_all(STDOUT_FILENO, "done\n", 5);
	return 7;
}
