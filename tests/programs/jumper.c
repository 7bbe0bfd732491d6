// SPDX-License-Identifier: BSD-2-Clause
/*
 * Jumps through a table, and from one file to another: once, in two processes
 * or in two threads, one after the other.
 */
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

static __attribute__((noinline)) int
choose(int n)
{
	switch (n) { /* switch */
	case 0:
		return sink / 3;
	case 1:
		sink = 7;
		return 2;
	case 2:
		return sink * 5;
	case 3:
		sink++;
		sink ^= 4;
		return 1;
	case 4:
		sink -= 2;
		return sink;
	default:
		return 9;
	}
}

static __attribute__((noinline)) void *
work(void *unused)
{
	for (int i = 0; i < 20; i++) {
#include "jumper.h"
	}
	return unused;
}

int
main(int argc, char **argv)
{
	pthread_t thread;

	if (argc != 2)
		return 2;
	if (strcmp(argv[1], "thread") == 0) {
		if (pthread_create(&thread, NULL, work, NULL) != 0)
			return 1;
		pthread_join(thread, NULL);
	} else if (strcmp(argv[1], "fork") == 0) {
		pid_t child = fork();

		if (child != 0)
			waitpid(child, NULL, 0);
	}
	work(NULL);
	return 0;
}
