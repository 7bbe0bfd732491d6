/* SPDX-License-Identifier: BSD-2-Clause */
/* Code inlined from a header: a second file with costs in few functions. */
static inline unsigned
mix(unsigned x)
{
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x;
}
