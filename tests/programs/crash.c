/* SPDX-License-Identifier: BSD-2-Clause */
/* Works for a while and then writes to an unmapped address. */
static volatile long table[1000];

int
main(int argc, char **argv)
{
	(void)argv;
	for (long i = 0; i < 100000; i++)
		table[i % 1000] += i;
	*(volatile int *)(long)argc = 1;
	return 0;
}
