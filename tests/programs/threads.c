/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that work one after the other, so that every run is the same.
 */
#include <pthread.h>
#include <stdio.h>

static long table[4096];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *
work(void *arg)
{
	long step = *(long *)arg;

	for (long i = 0; i < 50000; i++) {
		pthread_mutex_lock(&lock);
		table[i * step % 4096] += i;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int
main(void)
{
	for (long step = 1; step < 8; step += 2) {
		pthread_t thread;

		pthread_create(&thread, NULL, work, &step);
		pthread_join(thread, NULL);
	}
	printf("%ld\n", table[1]);
	return 0;
}
