/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two threads that work one after the other.  Runs differ only in which thread
 * continues first when the second one is created.
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
	long steps[] = {3, 5};
	pthread_t thread;

	pthread_create(&thread, NULL, work, &steps[0]);
	pthread_join(thread, NULL);
	work(&steps[1]);
	printf("%ld\n", table[1]);
	return 0;
}
