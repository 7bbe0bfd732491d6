/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: TARGET [--mutate=N] FILE...
 *
 * Runs a target without libFuzzer, for compilers that lack it: once for each
 * file, then with N mutations of it.  Prints how often the target ran.  The
 * name of the file is printed if the target ends the program.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "target.h"
#include "mutator.h"

enum { MOST_BYTES = 1 << 20 };

static const char *current; /* the file being run */

static void
name_file(int signal_number)
{
	static const char before[] = "the target ended with the file ";

	if (write(STDERR_FILENO, before, sizeof(before) - 1) < 0 ||
	    write(STDERR_FILENO, current, strlen(current)) < 0 ||
	    write(STDERR_FILENO, "\n", 1) < 0)
		_exit(2);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static size_t
read_file(const char *path, uint8_t *to)
{
	FILE *file = fopen(path, "rb");
	size_t size;

	if (file == NULL) {
		perror(path);
		exit(2);
	}
	size = fread(to, 1, MOST_BYTES, file);
	fclose(file);
	return size;
}

/* Stands in for libFuzzer's function: changes one bit. */
size_t
LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
	(void)most;
	if (size > 0)
		data[(size_t)rand() % size] ^= (uint8_t)(1 << rand() % 8);
	return size;
}

/* The mutator of targets that have no other. */
static size_t
change_bit(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
	(void)seed;
	return LLVMFuzzerMutate(data, size, most);
}

/* A copy in memory of its own size, so that a read beyond the end is seen. */
static void
run(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size > 0 ? size : 1);

	demand(copy != NULL, "there is memory");
	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

int
main(int argc, char **argv)
{
	static uint8_t seed[MOST_BYTES], data[MOST_BYTES];
	size_t (*mutate)(uint8_t *, size_t, size_t, unsigned int) =
	    LLVMFuzzerCustomMutator != NULL ? LLVMFuzzerCustomMutator
					    : change_bit;
	unsigned long nmutations = 0, nruns = 0;
	static const char option[] = "--mutate=";
	int i = 1;

	if (argc > 1 && strncmp(argv[1], option, strlen(option)) == 0)
		nmutations = strtoul(argv[i++] + strlen(option), NULL, 10);
	signal(SIGABRT, name_file);
	signal(SIGSEGV, name_file);
	for (; i < argc; i++) {
		size_t size = read_file(argv[i], seed), len = size;

		current = argv[i];
		run(seed, size);
		nruns++;
		for (unsigned long n = 0; n < nmutations; n++) {
			/* now and then begins anew */
			if (n % 8 == 0) {
				memcpy(data, seed, size);
				len = size;
			}
			len = mutate(
			    data, len, MOST_BYTES, (unsigned int)(n + nruns));
			run(data, len);
			nruns++;
		}
	}
	printf("%lu\n", nruns);
	return 0;
}
