/* SPDX-License-Identifier: BSD-2-Clause */
/* Sets up a table and works on it; with --setup, only sets it up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 5000 };

static unsigned int *
set_up(void)
{
	unsigned int *table = calloc(SIZE, sizeof(*table));

	for (unsigned int i = 0; table != NULL && i < SIZE; i++)
		table[i] = i * 2654435761U;
	return table;
}

static unsigned int
work(const unsigned int *table)
{
	unsigned int sum = 0;

	for (int i = 0; i < SIZE; i++)
		if (table[i] & 1)
			sum += table[i];
	return sum;
}

int
main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	unsigned int *table = set_up();
	unsigned int sum = 0;

	if (strcmp(mode, "--setup") != 0)
		sum = work(table);
	free(table);
	return sum == 1;
}
