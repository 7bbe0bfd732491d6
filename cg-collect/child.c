/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs Valgrind and waits.  Signals are blocked and waited for, together with
 * the end of the child, so that none can come between a check and the wait.
 *
 * Processes that outlive the program become our children, which are waited for.
 * A pipe that they inherit would not do: the program could see the descriptor,
 * and a process that closes all descriptors would be missed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "command/options.h"
#include "command/reproducible.h"
#include "libcli/cli.h"
#include "vgdb.h"

extern char **environ;

static void
blocked_signals(sigset_t *set)
{
	static const int signals[] = {
	    SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1};

	sigemptyset(set);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		sigaddset(set, signals[i]);
}

void
signals_block(sigset_t *before)
{
	sigset_t blocked;

	blocked_signals(&blocked);
	sigprocmask(SIG_BLOCK, &blocked, before);
	/* if it is ignored, as it can be from the start, waitpid reports no
	 * child */
	signal(SIGCHLD, SIG_DFL);
}

/* how much of the stack exec takes for the texts */
static unsigned long long
stack_size(char *const *texts)
{
	unsigned long long size = 0;

	for (; *texts != NULL; texts++)
		size += strlen(*texts) + 1 + sizeof(*texts);
	return size;
}

/*
 * Ends this process if its stack may not grow to what Valgrind is started with.
 * Linux lets this be a quarter of the stack, or 128 KiB if the stack has room
 * for as much, and Valgrind needs a little more.
 */
static void
check_stack(const struct child *child)
{
	enum { ALWAYS = 128 << 10, MORE = 12 << 10 };
	unsigned long long size =
	    stack_size((char *const *)child->command) + stack_size(environ);
	unsigned long long needed = size > ALWAYS ? 4 * size : size + MORE;
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < needed)
		cli_die("cannot run %s: its arguments and variables need a "
			"stack of %llu KiB, and ulimit -s is %llu",
		    child->valgrind->path, (needed + 1023) / 1024,
		    (unsigned long long)limit.rlim_cur / 1024);
}

/*
 * Opens /dev/null for the standard descriptors that are closed: cli_begin has put
 * files there that are closed when another program is executed.
 */
static void
open_standard(void)
{
	for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++) {
		int flags = fcntl(i, F_GETFD);
		int file;

		if (flags >= 0 && (flags & FD_CLOEXEC) == 0)
			continue;
		file = open("/dev/null", O_RDWR);
		if (file >= 0 && file != i) {
			dup2(file, i);
			close(file);
		}
	}
}

static _Noreturn void
become(const struct child *child, const sigset_t *before)
{
	sigprocmask(SIG_SETMASK, before, NULL);
	cli_signals_restore();
	/* if we are killed, end it: nobody would read its profile */
	prctl(PR_SET_PDEATHSIG, (long)SIGTERM);
	if (getppid() != child->parent)
		_exit(EXIT_FAILED);
	if (child->output >= 0 && dup2(child->output, STDOUT_FILENO) < 0)
		cli_die("standard output of the program: %s", strerror(errno));
	if (setenv("VALGRIND_LIB", child->lib, 1) < 0)
		cli_die("out of memory");
	if (child->variables != NULL) {
		open_standard();
		reproducible_pin_processor();
		environment_become(
		    child->variables, child->command, child->valgrind);
	}
	check_stack(child);
	execv(child->valgrind->path, (char *const *)child->command);
	cli_die("cannot run %s: %s", child->valgrind->path, strerror(errno));
}

/* reaps ended processes; true if there is none left to wait for */
static bool
reap(struct child *child, bool *running)
{
	pid_t pid;
	int status;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		if (pid == child->pid) {
			child->status = status;
			*running = false;
		} else {
			vgdb_ended(pid, status);
		}
	return !*running && (!child->descendants || pid < 0);
}

/* the next of the signals, or 0 if progress_tick is due first */
static int
next_signal(const struct progress *progress)
{
	int timeout = progress_timeout(progress);
	struct timespec time = {timeout / 1000, timeout % 1000 * 1000000L};
	sigset_t blocked;
	int number;

	blocked_signals(&blocked);
	number = timeout < 0 ? sigwaitinfo(&blocked, NULL)
			     : sigtimedwait(&blocked, NULL, &time);
	return number < 0 ? 0 : number;
}

static bool
ends_programs(int number)
{
	return number != 0 && number != SIGCHLD && number != SIGUSR1;
}

static void
wait_for(struct child *child)
{
	bool running = true;

	while (!reap(child, &running)) {
		int number = next_signal(child->progress);

		if (ends_programs(number) && !running) {
			cli_warn("processes that are still running are not in "
				 "the profile");
			return;
		}
		if (ends_programs(number))
			progress_end_line(child->progress);
		if (number == SIGTERM || number == SIGHUP)
			kill(child->pid, number);
		if (number == SIGUSR1)
			progress_request_profile(child->progress);
		progress_tick(child->progress);
	}
}

int
child_run(struct child *child, const sigset_t *before)
{
	if (child->descendants && prctl(PR_SET_CHILD_SUBREAPER, 1L) < 0)
		return -1;
	child->parent = getpid();
	child->pid = fork();
	if (child->pid < 0)
		return -1;
	if (child->pid == 0)
		become(child, before);
	/* of a tree, the time of one process says little */
	child->progress->slowdown.pid = child->descendants ? 0 : child->pid;
	wait_for(child);
	return 0;
}
