/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Well-formed as Unicode's table 3-7 has it: no form longer than need be, no
 * surrogate, nothing beyond U+10FFFF.  The first byte says how many follow, and
 * for four of them narrows the second.
 */
#include "utf8.h"

static size_t
length_from(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc2)
		return 0;
	if (first < 0xe0)
		return 2;
	if (first < 0xf0)
		return 3;
	return first < 0xf5 ? 4 : 0;
}

size_t
utf8_length(const char *p, const char *end)
{
	unsigned char first = (unsigned char)p[0];
	unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
	unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
	size_t len = length_from(first);

	if ((size_t)(end - p) < len)
		return 0;
	for (size_t i = 1; i < len; i++) {
		unsigned char c = (unsigned char)p[i];

		if (c < low || c > high)
			return 0;
		low = 0x80;
		high = 0xbf;
	}
	return len;
}
