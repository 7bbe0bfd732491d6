// SPDX-License-Identifier: BSD-2-Clause
/*
 * measure FILE PROGRAM [ARGUMENT...]: runs the program and appends a line to
 * the file with the seconds of processor time that it took itself, its peak of
 * memory in MB, and the seconds that passed.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int
append(const char *path, const struct rusage *usage, double seconds)
{
	FILE *file = fopen(path, "a");

	if (!file)
		return 2;
	fprintf(file, "%ld.%03ld %.1f %.3f\n", (long)usage->ru_utime.tv_sec,
	    (long)usage->ru_utime.tv_usec / 1000,
	    (double)usage->ru_maxrss / 1024, seconds);
	return fclose(file) == 0 ? 0 : 2;
}

int
main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	double start = now();
	pid_t child;

	if (argc < 3)
		return 2;
	child = fork();
	if (child < 0)
		return 2;
	if (child == 0) {
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	if (wait4(child, &status, 0, &usage) < 0)
		return 2;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return 1;
	return append(argv[1], &usage, now() - start);
}
