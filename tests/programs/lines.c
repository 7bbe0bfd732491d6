/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Accesses bytes of a block that begins at a line.  usage: lines ACTION...
 *
 *	stride N	reads a long at each N-th byte
 *	bytes N		reads a byte at each N-th byte
 *	at OFFSET N	the same, of longs, from the offset on
 *	write N		writes a long at each N-th byte
 *	first N LENGTH	reads a long at each N-th byte of so many bytes
 *	random N	reads 1 to 8 bytes at N places; prints how many bytes these are
 *	fork N		a child does the rest, N bytes away; this process ends after it
 *	times N		does the next action N times
 *	work ACTION	does the action inside of work()
 *	flush		replaces all lines of a D1 of 32 kB
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE (1 << 20)

static char *block, *other;
static volatile int64_t sink;

__attribute__((noinline)) static void
make_block(void)
{
	block = aligned_alloc(4096, SIZE);
}

__attribute__((noinline)) static void
make_other(void)
{
	other = aligned_alloc(4096, 1 << 16);
}

/* The sums are for the translator, which leaves out loads that nobody uses. */
__attribute__((noinline)) static void
read_longs(const char *from, const char *end, long step)
{
	int64_t sum = 0;

	for (; from + sizeof(int64_t) <= end; from += step)
		sum += *(const volatile int64_t *)from;
	sink = sum;
}

__attribute__((noinline)) static void
read_bytes(const char *from, const char *end, long step)
{
	int64_t sum = 0;

	for (; from < end; from += step)
		sum += *(const volatile char *)from;
	sink = sum;
}

__attribute__((noinline)) static void
write_longs(char *from, char *end, long step)
{
	for (; from + sizeof(int64_t) <= end; from += step)
		*(volatile int64_t *)from = 1;
}

__attribute__((noinline)) static int64_t
read_bytes_at(const char *at, int size)
{
	switch (size) {
	case 1:
		return *(const volatile char *)at;
	case 2:
		return *(const volatile int16_t *)at;
	case 4:
		return *(const volatile int32_t *)at;
	default:
		return *(const volatile int64_t *)at;
	}
}

static void
read_random(long n)
{
	static char used[SIZE];
	uint32_t x = 1;
	int nused = 0;

	while (n-- > 0) {
		uint32_t at = (x = x * 1664525 + 1013904223) >> 12;
		int size = 1 << (x >> 10 & 3);

		if (at + 8 > SIZE)
			continue;
		sink = read_bytes_at(block + at, size);
		memset(used + at, 1, (size_t)size);
	}
	for (int i = 0; i < SIZE; i++)
		nused += used[i];
	printf("%d\n", nused);
	fflush(stdout);
}

static char **
act(char **action)
{
	const char *name = *action++;
	long n = strtol(*action++, NULL, 10);
	char *end = block + SIZE;

	if (strcmp(name, "stride") == 0)
		read_longs(block, end, n);
	else if (strcmp(name, "bytes") == 0)
		read_bytes(block, end, n);
	else if (strcmp(name, "write") == 0)
		write_longs(block, end, n);
	else if (strcmp(name, "random") == 0)
		read_random(n);
	else if (strcmp(name, "at") == 0)
		read_longs(block + n, end, strtol(*action++, NULL, 10));
	else if (strcmp(name, "first") == 0)
		read_longs(block, block + strtol(*action++, NULL, 10), n);
	else
		abort();
	return action;
}

/* for --toggle-collect */
__attribute__((noinline)) static char **
work(char **action)
{
	char **next = act(action);

	__asm__ volatile("");
	return next;
}

static void
flush(void)
{
	read_longs(other, other + (1 << 16), 64);
}

static char **
repeat(char **action, long n)
{
	char **next = action;

	while (n-- > 0)
		next = act(action);
	return next;
}

static void
fork_here(long away)
{
	pid_t child = fork();

	if (child == 0) {
		block += away;
		return;
	}
	waitpid(child, NULL, 0);
	_exit(0);
}

int
main(int argc, char **argv)
{
	char **action = argv + 1;

	(void)argc;
	make_block();
	make_other();
	while (*action != NULL) {
		if (strcmp(*action, "flush") == 0) {
			flush();
			action++;
		} else if (strcmp(*action, "work") == 0) {
			action = work(action + 1);
		} else if (strcmp(*action, "fork") == 0) {
			fork_here(strtol(action[1], NULL, 10));
			action += 2;
		} else if (strcmp(*action, "times") == 0) {
			action =
			    repeat(action + 2, strtol(action[1], NULL, 10));
		} else {
			action = act(action);
		}
	}
	return 0;
}
