/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs Valgrind and waits.  Signals are not handled but held back and waited
 * for, together with the end of the child: nothing can come in between.
 *
 * Processes that outlive the program are found by adopting them.  A pipe that
 * they inherit would show in the program's descriptors, and one that closes all
 * it does not know would be lost.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect.h"

static void
held_signals(sigset_t *set)
{
	static const int signals[] = {
	    SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1};

	sigemptyset(set);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		sigaddset(set, signals[i]);
}

void
signals_hold(sigset_t *before)
{
	sigset_t held;

	held_signals(&held);
	sigprocmask(SIG_BLOCK, &held, before);
	/* whoever started us may have ignored it, and then waitpid finds
	 * nobody */
	signal(SIGCHLD, SIG_DFL);
}

static _Noreturn void
become(const struct child *child, const sigset_t *before)
{
	sigprocmask(SIG_SETMASK, before, NULL);
	cli_signals_restore();
	/* what it does once we were killed is measured for nobody */
	prctl(PR_SET_PDEATHSIG, (long)SIGTERM);
	if (getppid() != child->parent)
		_exit(EXIT_FAILED);
	if (child->output >= 0 && dup2(child->output, STDOUT_FILENO) < 0)
		cli_die("standard output of the program: %s", strerror(errno));
	if (setenv("VALGRIND_LIB", child->valgrind->lib, 1) < 0)
		cli_die("out of memory");
	if (child->variables != NULL) {
		reproducible_pin_processor();
		environment_become(
		    child->variables, child->command, child->valgrind);
	}
	execv(child->valgrind->path, (char *const *)child->command);
	cli_die("cannot run %s: %s", child->valgrind->path, strerror(errno));
}

/* takes in who has ended; whether there is nobody left to wait for */
static bool
reap(struct child *child, bool *running)
{
	pid_t pid;
	int status;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		if (pid == child->pid) {
			child->status = status;
			*running = false;
		}
	return !*running && (!child->descendants || pid < 0);
}

/* the next of the signals, or 0 where the watch has something to do first */
static int
next_signal(const struct watch *watch)
{
	int pause = watch_pause(watch);
	struct timespec time = {pause / 1000, pause % 1000 * 1000000L};
	sigset_t held;
	int number;

	held_signals(&held);
	number = pause < 0 ? sigwaitinfo(&held, NULL)
			   : sigtimedwait(&held, NULL, &time);
	return number < 0 ? 0 : number;
}

static bool
ends_programs(int number)
{
	return number != 0 && number != SIGCHLD && number != SIGUSR1;
}

static void
take_signal(struct child *child, int number)
{
	if (ends_programs(number))
		watch_end_line(child->watch);
	if (number == SIGTERM || number == SIGHUP)
		kill(child->pid, number);
	if (number == SIGUSR1)
		watch_request_profile(child->watch);
}

static void
wait_for(struct child *child)
{
	bool running = true;

	while (!reap(child, &running)) {
		int number = next_signal(child->watch);

		if (ends_programs(number) && !running) {
			cli_warn("processes that are still running are not in "
				 "the profile");
			return;
		}
		take_signal(child, number);
		watch_tick(child->watch);
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
	wait_for(child);
	return 0;
}
