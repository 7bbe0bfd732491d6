/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loops whose cycles a round are compared with native ones by tests/bench/loops.
 *
 *	loop_kernels NAME|all RUNS
 *
 * runs loops and prints a line for each: its name, the nanoseconds of the fastest run, by which part
 * the median run took longer, and the nanoseconds of a cycle.  All data is in the first level of
 * the cache, and what branches do is easy to predict.  Each loop is in a function k_NAME, so that
 * it can be found in a profile, and has a result, so that compilers keep it.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native_runs.h"

#define KERNEL __attribute__((noinline, noclone))

/* Where the linker puts arrays must not matter: a load that is at the same place of a page as
 * a store before it waits for that. */
#define LINES __attribute__((aligned(64)))

enum { SIZE = 4096, SMALL = 1024, STATES = 8, TAPS = 8, SIDE = 32 };

static unsigned char text[SIZE] LINES, other_text[SIZE] LINES;
static unsigned char lower[256], classes[256], steps[STATES][256] LINES;
static uint32_t words[SMALL] LINES, sorted[SMALL] LINES;
static uint64_t limbs[SMALL] LINES, other_limbs[SMALL] LINES;
static float samples[SMALL + TAPS] LINES, filtered[SMALL] LINES, taps[TAPS];
static double reals[SMALL + 2] LINES, others[SMALL + 2] LINES;
static double square[SIDE][SIDE] LINES, row[SIDE];

/* --- loops that were written before any of them was measured --------------------- */

/* zlib's checksum without its tricks */
KERNEL uint64_t
k_adler(void)
{
	uint32_t a = 1, b = 0;

	for (size_t i = 0; i < SIZE; i++) {
		a += text[i];
		b += a;
	}
	return a ^ b;
}

KERNEL uint64_t
k_lower(void)
{
	for (size_t i = 0; i < SIZE; i++)
		other_text[i] = lower[text[i]];
	return other_text[5];
}

KERNEL uint64_t
k_axpy(void)
{
	for (size_t i = 0; i < SMALL; i++)
		others[i] += 0.125 * reals[i];
	return (uint64_t)others[5];
}

/* each output from the last eight inputs */
KERNEL uint64_t
k_filter(void)
{
	for (size_t i = 0; i < SMALL; i++)
		filtered[i] =
		    samples[i] * taps[0] + samples[i + 1] * taps[1] +
		    samples[i + 2] * taps[2] + samples[i + 3] * taps[3] +
		    samples[i + 4] * taps[4] + samples[i + 5] * taps[5] +
		    samples[i + 6] * taps[6] + samples[i + 7] * taps[7];
	return (uint64_t)filtered[5];
}

/* of Gauss and Seidel: each one waits for its neighbour */
KERNEL uint64_t
k_relax(void)
{
	for (size_t i = 1; i < SMALL; i++)
		others[i] = 0.5 * others[i] + 0.25 * (others[i - 1] + reals[i]);
	return (uint64_t)others[5];
}

/* a point that never leaves */
KERNEL uint64_t
k_mandelbrot(void)
{
	double x = 0, y = 0;
	int n = 0;

	while (n < 2000 && x * x + y * y < 4) {
		double next = x * x - y * y - 0.1;

		y = 2 * x * y + 0.1;
		x = next;
		n++;
	}
	return (uint64_t)n + (uint64_t)(x * 1000);
}

KERNEL uint64_t
k_lengths(void)
{
	for (size_t i = 0; i < SMALL; i++)
		filtered[i] = sqrtf(
		    samples[i] * samples[i] + samples[i + 1] * samples[i + 1]);
	return (uint64_t)filtered[5];
}

/* Austin Appleby's hash of words */
KERNEL uint64_t
k_murmur(void)
{
	uint32_t h = 7;

	for (size_t i = 0; i < SMALL; i++) {
		uint32_t k = words[i] * 0xcc9e2d51u;

		k = (k << 15 | k >> 17) * 0x1b873593u;
		h ^= k;
		h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
	}
	return h;
}

/* random numbers into an array */
KERNEL uint64_t
k_xorshift(void)
{
	uint64_t x = 88172645463325252u;

	for (size_t i = 0; i < SMALL; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		limbs[i] = x * 0x2545f4914f6cdd1du;
	}
	return x;
}

/* a regular expression in a table */
KERNEL uint64_t
k_automaton(void)
{
	size_t state = 0;

	for (size_t i = 0; i < SIZE; i++)
		state = steps[state][classes[text[i]]];
	return state;
}

KERNEL uint64_t
k_matrix_vector(void)
{
	double sum = 0;

	for (size_t i = 0; i < SIDE; i++) {
		double dot = 0;

		for (size_t j = 0; j < SIDE; j++)
			dot += square[i][j] * row[j];
		sum += dot;
	}
	return (uint64_t)sum;
}

/* the brightness of red, green and blue */
KERNEL uint64_t
k_gray(void)
{
	for (size_t i = 0; i < SMALL; i++)
		other_text[i] =
		    (unsigned char)((77 * text[3 * i] + 150 * text[3 * i + 1] +
					29 * text[3 * i + 2]) >>
				    8);
	return other_text[5];
}

/* large numbers, with a carry */
KERNEL uint64_t
k_big_add(void)
{
	uint64_t carry = 0;

	for (size_t i = 0; i < SMALL; i++) {
		uint64_t sum = limbs[i] + carry;

		carry = sum < carry;
		sum += other_limbs[i];
		carry += sum < other_limbs[i];
		limbs[i] = sum;
	}
	return carry;
}

/* characters of UTF-8 */
KERNEL uint64_t
k_characters(void)
{
	size_t n = 0;

	for (size_t i = 0; i < SIZE; i++)
		n += (text[i] & 0xc0) != 0x80;
	return n;
}

/* a sound at another speed, between two samples each */
KERNEL uint64_t
k_resample(void)
{
	uint32_t at = 0;

	for (size_t i = 0; i < SMALL; i++) {
		uint32_t whole = at >> 16;
		float part = (float)(at & 0xffff) * (1.0f / 65536);

		filtered[i] = samples[whole] +
			      (samples[whole + 1] - samples[whole]) * part;
		at += 50000;
	}
	return (uint64_t)filtered[5];
}

/* the largest number and where it is */
KERNEL uint64_t
k_largest(void)
{
	uint32_t most = 0;
	size_t where = 0;

	for (size_t i = 0; i < SMALL; i++) {
		where = sorted[i] > most ? i : where;
		most = sorted[i] > most ? sorted[i] : most;
	}
	return most + where;
}

/* --- loops that were written when the model was complete -------------------------------- */

#define ROTATE(x, n) ((x) << (n) | (x) >> (8 * sizeof(x) - (n)))

/* Daniel J. Bernstein's cipher, one quarter of a round at a time */
KERNEL uint64_t
k_quarters(void)
{
	uint32_t a = 1, b = 2, c = 3, d = 4;

	for (int i = 0; i < 400; i++) {
		a += b, d ^= a, d = ROTATE(d, 16);
		c += d, b ^= c, b = ROTATE(b, 12);
		a += b, d ^= a, d = ROTATE(d, 8);
		c += d, b ^= c, b = ROTATE(b, 7);
	}
	return a ^ b ^ c ^ d;
}

/* a hash of words with four parts that are mixed */
KERNEL uint64_t
k_siphash(void)
{
	uint64_t a = 1, b = 2, c = 3, d = 4;

	for (size_t i = 0; i < SMALL; i++) {
		d ^= limbs[i];
		a += b, b = ROTATE(b, 13), b ^= a, a = ROTATE(a, 32);
		c += d, d = ROTATE(d, 16), d ^= c;
		a += d, d = ROTATE(d, 21), d ^= a;
		c += b, b = ROTATE(b, 17), b ^= c, c = ROTATE(c, 32);
		a ^= limbs[i];
	}
	return a ^ b ^ c ^ d;
}

/* a large number times a small one */
KERNEL uint64_t
k_big_multiply(void)
{
	uint64_t carry = 0;

	for (size_t i = 0; i < SMALL; i++) {
		unsigned __int128 product =
		    (unsigned __int128)other_limbs[i] * 0x9e3779b97f4a7c15u +
		    carry;

		limbs[i] = (uint64_t)product;
		carry = (uint64_t)(product >> 64);
	}
	return carry;
}

KERNEL __attribute__((target("fma"))) uint64_t
k_polynomial(void)
{
	double sum = 0;

	for (size_t i = 0; i < SMALL; i++)
		sum = __builtin_fma(sum, 0.5, reals[i]);
	return (uint64_t)sum;
}

typedef double four __attribute__((vector_size(32)));

/* two sums of four each */
KERNEL __attribute__((target("avx2,fma"))) uint64_t
k_dot_wide(void)
{
	const four *a = (const four *)reals, *b = (const four *)others;
	four sum = {0}, other = {0};

	for (size_t i = 0; i < SMALL / 4; i += 2) {
		sum += a[i] * b[i];
		other += a[i + 1] * b[i + 1];
	}
	sum += other;
	return (uint64_t)(sum[0] + sum[1] + sum[2] + sum[3]);
}

KERNEL uint64_t
k_complex(void)
{
	for (size_t i = 0; i < SMALL; i += 2) {
		float re = samples[i], im = samples[i + 1];

		filtered[i] = re * 0.6f - im * 0.8f;
		filtered[i + 1] = re * 0.8f + im * 0.6f;
	}
	return (uint64_t)filtered[5];
}

/* each point from its four neighbours */
KERNEL uint64_t
k_jacobi(void)
{
	for (size_t i = SIDE; i < SIDE * (SIDE - 1); i++)
		others[i] = 0.25 * (reals[i - 1] + reals[i + 1] +
				       reals[i - SIDE] + reals[i + SIDE]);
	return (uint64_t)others[40];
}

/* a sound as integers, which have limits */
KERNEL uint64_t
k_quantise(void)
{
	for (size_t i = 0; i < SMALL; i++) {
		double scaled = reals[i] * 31.5 + 0.5;

		scaled = scaled < 32767 ? scaled : 32767;
		words[i] = (uint32_t)(int32_t)scaled;
	}
	return words[5];
}

/* two sorted lists without branches */
KERNEL uint64_t
k_merge(void)
{
	uint64_t sum = 0;
	size_t i = 0, j = 0;

	for (size_t n = 0; n < SMALL; n++) {
		uint32_t a = sorted[i], b = sorted[j] + 7;
		size_t takes_first = a <= b;

		sum += (takes_first ? a : b) * n;
		i += takes_first;
		j += 1 - takes_first;
	}
	return sum;
}

/* an image over another one */
KERNEL uint64_t
k_blend(void)
{
	for (size_t i = 0; i < SMALL; i++) {
		unsigned mixed =
		    text[i] * 77u + text[i + SMALL] * (255u - 77u) + 128;

		other_text[i] = (unsigned char)((mixed + (mixed >> 8)) >> 8);
	}
	return other_text[5];
}

KERNEL uint64_t
k_prefix_sums(void)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < SMALL; i++) {
		sum += sorted[i];
		words[i] = sum;
	}
	return sum;
}

/* bytes that are written as two digits each */
KERNEL uint64_t
k_digits(void)
{
	for (size_t i = 0; i < SIZE / 2; i++)
		other_text[i] = (unsigned char)(lower[text[2 * i]] << 4 |
						classes[text[2 * i + 1]]);
	return other_text[5];
}

/* a row of the edit distance of two texts */
KERNEL uint64_t
k_distance(void)
{
	uint32_t left = 5, diagonal = 4;

	for (size_t i = 0; i < SMALL; i++) {
		uint32_t up = sorted[i];
		uint32_t best = diagonal + (text[i] != 'e');

		best = up + 1 < best ? up + 1 : best;
		best = left + 1 < best ? left + 1 : best;
		diagonal = up;
		words[i] = left = best;
	}
	return left;
}

/* bits of a register that is fed back */
KERNEL uint64_t
k_shift_register(void)
{
	uint32_t x = 0xace1u, sum = 0;

	for (size_t i = 0; i < SIZE; i++) {
		x = x >> 1 ^ (-(x & 1) & 0xb400u);
		sum += x;
	}
	return sum;
}

/* how many bytes numbers take with seven bits in each */
KERNEL uint64_t
k_sizes(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SMALL; i++)
		sum += (unsigned)(70 - __builtin_clzll(limbs[i] | 1)) / 7;
	return sum;
}

/* words that both texts have */
KERNEL uint64_t
k_equal(void)
{
	size_t n = 0;

	for (size_t i = 0; i + 8 <= SIZE; i += 8) {
		uint64_t a, b;

		memcpy(&a, text + i, 8);
		memcpy(&b, other_text + i, 8);
		n += a == b;
	}
	return n;
}

/* --- all of them ------------------------------------------------------------------- */

#define ROW(name)                     \
	{                             \
#name, k_##name, NULL \
	}

static const struct native_case kernels[] = {
    ROW(adler),
    ROW(lower),
    ROW(axpy),
    ROW(filter),
    ROW(relax),
    ROW(mandelbrot),
    ROW(lengths),
    ROW(murmur),
    ROW(xorshift),
    ROW(automaton),
    ROW(matrix_vector),
    ROW(gray),
    ROW(big_add),
    ROW(characters),
    ROW(resample),
    ROW(largest),
    ROW(quarters),
    ROW(siphash),
    ROW(big_multiply),
    ROW(polynomial),
    ROW(dot_wide),
    ROW(complex),
    ROW(jacobi),
    ROW(quantise),
    ROW(merge),
    ROW(blend),
    ROW(prefix_sums),
    ROW(digits),
    ROW(distance),
    ROW(shift_register),
    ROW(sizes),
    ROW(equal),
};
enum { NKERNELS = sizeof(kernels) / sizeof(*kernels) };

static void
make_data(void)
{
	uint32_t x = 1;

	for (size_t i = 0; i < SIZE; i++) {
		x = x * 1664525 + 1013904223;
		text[i] = (unsigned char)(x >> 24);
	}
	for (int i = 0; i < 256; i++) {
		lower[i] = (unsigned char)(i >= 'A' && i <= 'Z' ? i + 32 : i);
		classes[i] = (unsigned char)(i % 11);
		for (int j = 0; j < STATES; j++)
			steps[j][i] = (unsigned char)((i + 3 * j) % STATES);
	}
	for (size_t i = 0; i < SMALL; i++) {
		x = x * 1664525 + 1013904223;
		words[i] = x >> 3;
		sorted[i] = (uint32_t)i * 1000;
		limbs[i] = other_limbs[i] = x * 0x9e3779b97f4a7c15u;
		samples[i] = (float)(x % 1000);
		reals[i] = x % 1000;
		others[i] = x % 77;
	}
	for (size_t i = 0; i < SIDE * SIDE; i++)
		(&square[0][0])[i] = (double)(i % 13);
	for (size_t i = 0; i < SIDE; i++)
		row[i] = (double)(i % 5);
	for (size_t i = 0; i < TAPS; i++)
		taps[i] = 1.0f / (float)(i + 1);
}

/* Has a name, so that a profile can begin with it. */
KERNEL void
measure(const char *name, size_t nruns)
{
	for (size_t i = 0; i < NKERNELS; i++)
		if (strcmp(name, "all") == 0 ||
		    strcmp(name, kernels[i].name) == 0)
			print_runs(&kernels[i], nruns);
}

int
main(int argc, char **argv)
{
	uint64_t sum = 0;

	if (argc != 3 || atoi(argv[2]) <= 0)
		return 2;
	make_data();
	/* brings data to the caches */
	for (size_t i = 0; i < NKERNELS; i++)
		sum += kernels[i].run();
	measure(sum == 1 ? "" : argv[1], (size_t)atoi(argv[2]));
	return 0;
}
