/* SPDX-License-Identifier: BSD-2-Clause */
/* Only the main thread handles signals. */
#include <signal.h>

#include "cli.h"

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
