/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A checksum, CRC-32, in two ways; see docs/TIME.md.  Without -DBRAIDS, four bytes at a time:
 * the next four wait for the result (M. E. Kounavis, F. L. Berry, "A Systematic Approach to
 * Building High Performance Software-Based CRC Generators", 2005).  With it, five words in
 * turn, as zlib does since version 1.2.12: each waits only for the one that is five before.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 80000, ROUNDS = 20, BLOCK = 5 * 8 };

static unsigned char bytes[SIZE];

/* table[n][b]: what a byte b does to the checksum if n bytes come after it */
static uint32_t table[BLOCK][256];

static void
make_table(void)
{
	for (uint32_t b = 0; b < 256; b++) {
		uint32_t c = b;

		for (int i = 0; i < 8; i++)
			c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
		table[0][b] = c;
	}
	for (int n = 1; n < BLOCK; n++)
		for (int b = 0; b < 256; b++) {
			uint32_t c = table[n - 1][b];

			table[n][b] = c >> 8 ^ table[0][c & 255];
		}
}

#ifdef BRAIDS

/* Returns the checksum after a word, and after as many bytes as `after` says. */
static inline uint32_t
crc_word(uint64_t word, int after)
{
	return table[after + 7][word & 255] ^
	       table[after + 6][word >> 8 & 255] ^
	       table[after + 5][word >> 16 & 255] ^
	       table[after + 4][word >> 24 & 255] ^
	       table[after + 3][word >> 32 & 255] ^
	       table[after + 2][word >> 40 & 255] ^
	       table[after + 1][word >> 48 & 255] ^ table[after][word >> 56];
}

uint32_t
crc32(const unsigned char *p, size_t n)
{
	uint32_t braids[5] = {~0u}, c = 0;
	uint64_t words[5];

	for (; n > BLOCK; n -= BLOCK, p += BLOCK) {
		memcpy(words, p, BLOCK);
		for (int i = 0; i < 5; i++)
			braids[i] = crc_word(words[i] ^ braids[i], BLOCK - 8);
	}
	memcpy(words, p, BLOCK);
	for (int i = 0; i < 5; i++)
		c = crc_word(words[i] ^ braids[i] ^ c, 0);
	return ~c;
}

#else

/* Returns the checksum after four bytes. */
static inline uint32_t
crc_four(uint32_t c, const unsigned char *p)
{
	uint32_t word;

	memcpy(&word, p, 4);
	c ^= word;
	return table[3][c & 255] ^ table[2][c >> 8 & 255] ^
	       table[1][c >> 16 & 255] ^ table[0][c >> 24];
}

uint32_t
crc32(const unsigned char *p, size_t n)
{
	uint32_t c = ~0u;

	for (; n >= 16; n -= 16, p += 16) {
		c = crc_four(c, p);
		c = crc_four(c, p + 4);
		c = crc_four(c, p + 8);
		c = crc_four(c, p + 12);
	}
	return ~c;
}

#endif

int
main(void)
{
	uint32_t sum = 0;

	make_table();
	for (int i = 0; i < SIZE; i++)
		bytes[i] = (unsigned char)(i * 7 + i / 256);
	for (int i = 0; i < ROUNDS; i++) {
		bytes[i]++;
		sum ^= crc32(bytes, SIZE);
	}
	printf("%08x\n", (unsigned)sum);
	return 0;
}
