/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Accesses whose misses are of known kinds in a D1 of 32 KiB, 8 ways and 64-byte lines and an LL of
 * 512 KiB, 8 ways; all data are aligned to pages.
 *
 *	rows		32 rows a page apart: 4 sets too few
 *	padded		the same, each a line further
 *	large		twice the size of D1, again and again
 *	huge		twice the size of LL
 *	straddle	accesses to two lines, of which the second is new
 */
#include <stdint.h>
#include <string.h>

enum { ROUNDS = 10, ROWS = 32, PAGE = 4096, LINE = 64 };
enum { LARGE = 64 << 10, HUGE_SIZE = 1 << 20, STRADDLES = 100 };

static char rows[ROWS * PAGE] __attribute__((aligned(PAGE)));
static char padded[ROWS * (PAGE + LINE)] __attribute__((aligned(PAGE)));
static char large[LARGE] __attribute__((aligned(PAGE)));
static char huge[HUGE_SIZE] __attribute__((aligned(PAGE)));
static char straddled[(STRADDLES + 1) * LINE] __attribute__((aligned(PAGE)));

__attribute__((noinline)) static int
read_apart(const char *data, size_t size, size_t step)
{
	int sum = 0;

	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < size; i += step)
			sum += *(const volatile char *)&data[i];
	return sum;
}

__attribute__((noinline)) static int
read_rows(void)
{
	return read_apart(rows, sizeof(rows), PAGE);
}

__attribute__((noinline)) static int
read_padded(void)
{
	return read_apart(padded, sizeof(padded), PAGE + LINE);
}

__attribute__((noinline)) static int
read_large(void)
{
	return read_apart(large, sizeof(large), LINE);
}

__attribute__((noinline)) static int
read_huge(void)
{
	return read_apart(huge, sizeof(huge), LINE);
}

/* The first half of each access was there. */
__attribute__((noinline)) static void
write_straddling(void)
{
	for (size_t i = 1; i <= STRADDLES; i++)
		*(volatile uint64_t *)&straddled[i * LINE - 4] = i;
}

int
main(void)
{
	int sum = read_rows() + read_padded() + read_large() + read_huge();

	write_straddling();
	return sum == 0 ? 0 : 1;
}
