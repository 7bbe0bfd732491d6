/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Executes its arguments as commands, in order:
 *
 *	print TEXT		writes TEXT to standard output
 *	work N			loops N times in the function burn()
 *	close			closes the standard streams
 *	close-all		closes every descriptor
 *	sleep SECONDS
 *	raise SIGNAL
 *	fork ... join		a child executes these commands; waits for it
 *	fork ... leave		the same without waiting
 *	kill SIGNAL		kills the last child after it stopped (raise 19)
 *	kill-parent SIGNAL
 *	exec PROGRAM [ARGUMENT...]
 *	exit STATUS
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;

static void
burn(long rounds)
{
	for (long i = 0; i < rounds; i++)
		sink = sink + i;
}

static void
close_below(int n)
{
	for (int fd = 0; fd < n; fd++)
		close(fd);
}

static pid_t child;

static void
kill_child(int number)
{
	waitpid(child, NULL, WUNTRACED);
	kill(child, number);
	waitpid(child, NULL, 0);
}

/* returns the next command: after "fork", and in the parent after its end */
static char **
branch(char **next)
{
	child = fork();
	if (child == 0)
		return next;
	while (strcmp(*next, "join") != 0 && strcmp(*next, "leave") != 0)
		next++;
	if (strcmp(*next, "join") == 0)
		waitpid(child, NULL, 0);
	return next + 1;
}

int
main(int argc __attribute__((unused)), char **argv)
{
	char **next = argv + 1;

	while (*next != NULL) {
		const char *what = *next++;

		if (strcmp(what, "print") == 0)
			dprintf(STDOUT_FILENO, "%s\n", *next++);
		else if (strcmp(what, "work") == 0)
			burn(atol(*next++));
		else if (strcmp(what, "close") == 0)
			close_below(3);
		else if (strcmp(what, "close-all") == 0)
			close_below((int)sysconf(_SC_OPEN_MAX));
		else if (strcmp(what, "sleep") == 0)
			sleep((unsigned)atol(*next++));
		else if (strcmp(what, "raise") == 0)
			raise(atoi(*next++));
		else if (strcmp(what, "kill") == 0)
			kill_child(atoi(*next++));
		else if (strcmp(what, "kill-parent") == 0)
			kill(getppid(), atoi(*next++));
		else if (strcmp(what, "fork") == 0)
			next = branch(next);
		else if (strcmp(what, "join") == 0 ||
			 strcmp(what, "leave") == 0)
			return 0;
		else if (strcmp(what, "exec") == 0)
			return execvp(*next, next), 1;
		else if (strcmp(what, "exit") == 0)
			return atoi(*next);
	}
	return 0;
}
