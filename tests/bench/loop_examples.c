/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Four loops that docs/LOOPS.md makes faster; -DFASTER has the changes.
 *
 *	loop_examples [runs]
 *
 * prints the microseconds of the fastest run of each.
 */
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIZE = 32768, PIXELS = 16384 };

static char text[SIZE];
static unsigned char gray[PIXELS], stretched[PIXELS];
static double prices[4096];

/* a parser: the fields and lines of a table */
static __attribute__((noinline, noclone)) uint64_t
count_fields(void)
{
	uint64_t fields = 0, lines = 0;

	for (int i = 0; i < SIZE; i++) {
#ifdef FASTER
		fields += text[i] == ',';
		lines += text[i] == '\n';
#else
		switch (text[i]) {
		case ',':
			fields++;
			break;
		case '\n':
			lines++;
			break;
		}
#endif
	}
	return fields * 1000 + lines;
}

/* numbers: how much prices vary */
static __attribute__((noinline, noclone)) uint64_t
variance(void)
{
	double mean = 500;
#ifdef FASTER
	double a = 0, b = 0, c = 0, d = 0;

	for (int i = 0; i < 4096; i += 4) {
		a += (prices[i] - mean) * (prices[i] - mean);
		b += (prices[i + 1] - mean) * (prices[i + 1] - mean);
		c += (prices[i + 2] - mean) * (prices[i + 2] - mean);
		d += (prices[i + 3] - mean) * (prices[i + 3] - mean);
	}
	return (uint64_t)(a + b + c + d);
#else
	double sum = 0;

	for (int i = 0; i < 4096; i++)
		sum += (prices[i] - mean) * (prices[i] - mean);
	return (uint64_t)sum;
#endif
}

/* a hash of a string, as Java has it */
static __attribute__((noinline, noclone)) uint64_t
hash(void)
{
	uint32_t h = 0;

#ifdef FASTER
	for (int i = 0; i < SIZE; i += 4)
		h = h * (31u * 31 * 31 * 31) +
		    (uint32_t)text[i] * (31u * 31 * 31) +
		    (uint32_t)text[i + 1] * (31u * 31) +
		    (uint32_t)text[i + 2] * 31u + (uint32_t)text[i + 3];
#else
	for (int i = 0; i < SIZE; i++)
		h = h * 31 + (uint32_t)text[i];
#endif
	return h;
}

/* an image: more contrast */
static __attribute__((noinline, noclone)) uint64_t
stretch(unsigned low, unsigned high)
{
	unsigned range = high - low;
#ifdef FASTER
	unsigned factor = ((255u << 16) + range - 1) / range;
#endif

	for (int i = 0; i < PIXELS; i++) {
		unsigned from_low = gray[i] - low;

#ifdef FASTER
		stretched[i] = (unsigned char)(from_low * factor >> 16);
#else
		stretched[i] = (unsigned char)(from_low * 255 / range);
#endif
	}
	return stretched[5];
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e6 * (double)t.tv_sec + (double)t.tv_nsec / 1e3;
}

int
main(int argc, char **argv)
{
	int runs = argc > 1 ? atoi(argv[1]) : 3;
	double least[4] = {1e9, 1e9, 1e9, 1e9};
	uint64_t results[4] = {0, 0, 0, 0};
	uint32_t x = 1;

	for (int i = 0; i < 4096; i++)
		prices[i] = (double)((x = x * 1664525 + 1013904223) >> 22);
	for (int i = 0; i < PIXELS; i++)
		gray[i] =
		    (unsigned char)(30 + (x = x * 1664525 + 1013904223) % 150);
	for (int run = 0; run < runs; run++) {
		double times[5];

		for (int i = 0; i < SIZE; i++) {
			x = x * 1664525 + 1013904223;
			text[i] = (x >> 24) % 5 == 0    ? ','
				  : (x >> 24) % 41 == 1 ? '\n'
							: (char)('0' + x % 10);
		}
		times[0] = now();
		results[0] = count_fields();
		times[1] = now();
		results[1] = variance();
		times[2] = now();
		results[2] = hash();
		times[3] = now();
		results[3] = stretch((unsigned)runs % 2 + 29, 180);
		times[4] = now();
		for (int i = 0; i < 4; i++)
			if (times[i + 1] - times[i] < least[i])
				least[i] = times[i + 1] - times[i];
	}
	printf("count_fields %.1f, variance %.1f, hash %.1f, stretch %.1f\n",
	    least[0], least[1], least[2], least[3]);
	return results[0] + results[1] + results[2] + results[3] == 0;
}
