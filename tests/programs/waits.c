/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Waits until times have come, in several ways, and prints how often it has looked at
 * the clock, and what the clocks show.
 */
#include <poll.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long
nanoseconds(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

int
main(void)
{
	static const struct timespec nap = {0, 300000000};
	long long start = nanoseconds(CLOCK_MONOTONIC), before;
	struct timespec until;
	struct timeval day;
	long n = 0;

	while (nanoseconds(CLOCK_MONOTONIC) - start < 500000)
		n++;
	printf("looked %ld\n", n);
	before = nanoseconds(CLOCK_MONOTONIC);
	nanosleep(&nap, NULL);
	poll(NULL, 0, 400);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 100000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL);
	printf(
	    "slept %lld\n", (nanoseconds(CLOCK_MONOTONIC) - before) / 10000000);
	gettimeofday(&day, NULL);
	printf("day %ld\n", (long)day.tv_sec);
	printf("time %ld\n", (long)time(NULL));
	return 0;
}
