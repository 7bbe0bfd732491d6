// SPDX-License-Identifier: BSD-2-Clause
/* A library to be preloaded that makes runs equal: fixes the time, which some
 * programs use as a seed, and the address of the stack, which the C library
 * reads from the memory map. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

time_t
time(time_t *t)
{
	if (t)
		*t = 1000000000;
	return 1000000000;
}

int
gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	(void)zone;
	now->tv_sec = 1000000000;
	now->tv_usec = 0;
	return 0;
}

int
clock_gettime(clockid_t clock, struct timespec *now)
{
	(void)clock;
	now->tv_sec = 1000000000;
	now->tv_nsec = 0;
	return 0;
}

int
pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
	(void)thread;
	(void)attributes;
	return ENOSYS;
}
