/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The start and the end of a tool.  The output to abandon is kept in a global
 * variable, because exit() passes no argument to its handlers.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"

static struct {
	void (*abandon)(void *output);
	void *output; /* NULL: none is open */
} unfinished;

static struct sigaction size_limit_before;

/*
 * The access modes make reading standard input and writing standard output
 * fail, as on closed streams.
 */
static void
reserve_standard_streams(void)
{
	if (fcntl(STDIN_FILENO, F_GETFD) < 0)
		open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (fcntl(STDOUT_FILENO, F_GETFD) < 0)
		open("/dev/null", O_RDONLY | O_CLOEXEC);
	/* inherited: Valgrind fails to start some programs without it */
	if (fcntl(STDERR_FILENO, F_GETFD) < 0)
		open("/dev/null", O_WRONLY);
}

static void
abandon_unfinished(void)
{
	if (unfinished.output != NULL)
		unfinished.abandon(unfinished.output);
	unfinished.output = NULL;
}

void
cli_begin(void)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	reserve_standard_streams();
	sigaction(SIGXFSZ, &ignore, &size_limit_before);
	atexit(abandon_unfinished);
}

void
cli_signals_restore(void)
{
	sigaction(SIGXFSZ, &size_limit_before, NULL);
}

void
cli_unfinished(void (*abandon)(void *output), void *output)
{
	unfinished.abandon = abandon;
	unfinished.output = output;
}

void
cli_finished(void)
{
	unfinished.output = NULL;
}

/* Only the main thread handles signals. */
bool
cli_thread_start(
    pthread_t *thread, void *(*run)(void *argument), void *argument)
{
	sigset_t all, before;
	int status;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	status = pthread_create(thread, NULL, run, argument);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return status == 0;
}
