/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints where its stack, a mapping, a block and its code are, and executes
 * instructions that depend on the first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int
main(void)
{
	enum { SIZE = 1 << 20 };
	char text[200], *block = malloc(100);
	char *map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (block == NULL || map == MAP_FAILED)
		return 1;
	memset(map, 1, SIZE);
	for (int i = 0; i < 100; i++)
		snprintf(text, sizeof(text), "%p %p %p %p\n", (void *)text,
		    (void *)map, (void *)block, (void *)main);
	for (unsigned long n = (unsigned long)text / 4096 % 4093; n > 0; n--)
		block[n % 100] = (char)n;
	return fputs(text, stderr) < 0;
}
