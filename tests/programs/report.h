/* SPDX-License-Identifier: BSD-2-Clause */
/* Code that is inlined from a header: a file with costs and few functions. */
static inline unsigned
mix(unsigned x)
{
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x;
}
