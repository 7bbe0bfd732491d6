/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sends Callgrind's client requests.  Each argument is one: start, stop, toggle,
 * zero, dump, at=NAME; or runs a function: a loop of 1,000 rounds, work, or one
 * that calls it, outer; or outer=REQUEST, which sends the request in the middle
 * of the call.  skip=PATH leaves an object out of the calls.  thread=, handler= and child= do the same elsewhere; kill ends the
 * program; monitor=COMMAND sends a command as gdb would; sleep says so and sleeps.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <valgrind/callgrind.h>

/* CodSpeed's CALLGRIND_ADD_OBJ_SKIP, which other versions of the header lack */
#define ADD_OBJ_SKIP(path)               \
	VALGRIND_DO_CLIENT_REQUEST_STMT( \
	    VG_USERREQ_TOOL_BASE('C', 'T') + 6, path, 0, 0, 0, 0)

__attribute__((noinline)) static void
work(long rounds)
{
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
}

static int obey(const char *action);

__attribute__((noinline)) static void
outer(const char *action)
{
	work(1000);
	if (action != NULL)
		obey(action);
	work(500);
}

__attribute__((noinline)) static long
recurse(long depth)
{
	work(100);
	return depth > 0 ? 1 + recurse(depth - 1) : 0;
}

static const char *volatile handled;

static void
handle(int signo)
{
	(void)signo;
	work(300);
	obey(handled);
	work(200);
}

static void *
run(void *action)
{
	work(700);
	obey(action);
	work(70);
	return NULL;
}

static void
in_thread(const char *action)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run, (void *)action);
	pthread_join(thread, NULL);
}

static void
in_child(const char *action)
{
	pid_t pid = fork();

	if (pid == 0) {
		obey(action);
		work(400);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static void
in_handler(const char *action)
{
	handled = action;
	signal(SIGUSR2, handle);
	raise(SIGUSR2);
}

/* Not with the C library, whose functions take longer for some addresses. */
static const char *
after(const char *action, const char *name)
{
	while (*name != '\0' && *action == *name) {
		action++;
		name++;
	}
	return *name == '\0' ? action : NULL;
}

static int
is(const char *action, const char *name)
{
	const char *rest = after(action, name);

	return rest != NULL && *rest == '\0';
}

static int
obey_request(const char *action)
{
	const char *rest;

	if (is(action, "start"))
		CALLGRIND_START_INSTRUMENTATION;
	else if (is(action, "stop"))
		CALLGRIND_STOP_INSTRUMENTATION;
	else if (is(action, "toggle"))
		CALLGRIND_TOGGLE_COLLECT;
	else if (is(action, "zero"))
		CALLGRIND_ZERO_STATS;
	else if (is(action, "dump"))
		CALLGRIND_DUMP_STATS;
	else if ((rest = after(action, "at=")) != NULL)
		CALLGRIND_DUMP_STATS_AT(rest);
	else if ((rest = after(action, "skip=")) != NULL)
		ADD_OBJ_SKIP(rest);
	else
		return 0;
	return 1;
}

static void
fall_asleep(void)
{
	puts("asleep");
	fflush(stdout);
	sleep(60);
}

static int
obey(const char *action)
{
	const char *rest;

	if (obey_request(action))
		return 0;
	if (is(action, "work"))
		work(1000);
	else if ((rest = after(action, "monitor=")) != NULL)
		(void)VALGRIND_MONITOR_COMMAND(rest);
	else if (is(action, "sleep"))
		fall_asleep();
	else if (is(action, "kill"))
		in_child("end");
	else if (is(action, "end"))
		kill(getppid(), SIGKILL);
	else if (is(action, "recurse"))
		recurse(3);
	else if (is(action, "outer"))
		outer(NULL);
	else if ((rest = after(action, "outer=")) != NULL)
		outer(rest);
	else if ((rest = after(action, "thread=")) != NULL)
		in_thread(rest);
	else if ((rest = after(action, "child=")) != NULL)
		in_child(rest);
	else if ((rest = after(action, "handler=")) != NULL)
		in_handler(rest);
	else
		return fprintf(stderr, "requests: unknown: %s\n", action);
	return 0;
}

int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (obey(argv[i]) != 0)
			return 1;
	return 0;
}
