/* SPDX-License-Identifier: BSD-2-Clause */
/* Two threads count, each for itself. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct counters {
	volatile long first;
#ifdef APART
	_Alignas(64) /* in the next line */
#endif
	    volatile long second;
};

static struct counters *counters;
static long times = 100000;

static void *
count(void *counter)
{
	for (long i = 0; i < times; i++)
		++*(volatile long *)counter;
	return NULL;
}

int
main(int argc, char **argv)
{
	pthread_t one, other;

	if (argc > 1)
		times = atol(argv[1]);
	counters = aligned_alloc(64, 128);
	counters->first = counters->second = 0;
	pthread_create(&one, NULL, count, (void *)&counters->first);
	pthread_create(&other, NULL, count, (void *)&counters->second);
	pthread_join(one, NULL);
	pthread_join(other, NULL);
	printf("%ld\n", counters->first + counters->second);
	return 0;
}
