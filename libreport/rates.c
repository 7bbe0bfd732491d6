/* SPDX-License-Identifier: BSD-2-Clause */
/* Computes the miss rates of Cachegrind's totals, of reads and writes together.
 */
#include <stdio.h>

#include "rates.h"

void
rates_find(struct rates *rates, const struct cg_header *header)
{
	rates->n = 0;
	for (size_t i = 0; i < NRATES; i++) {
		const struct known_misses *known = &known_misses[i];
		struct rate rate = {.name = known->name};

		if (known_events_find(&rate.misses, header, known->misses) &&
		    known_events_find(&rate.accesses, header, known->accesses))
			rates->list[rates->n++] = rate;
	}
}

/* In a difference, accesses can be below 0: no misses are then 0 %, not -0 %.
 */
bool
rate_of(__int128 misses, __int128 accesses, double *percent)
{
	if (accesses == 0)
		return false;
	*percent = misses == 0 ? 0 : (double)misses * 100.0 / (double)accesses;
	return true;
}

bool
rate_compute(const struct rate *rate, const int64_t *counts, double *percent)
{
	return rate_of(event_sum_of(&rate->misses, counts),
	    event_sum_of(&rate->accesses, counts), percent);
}

/*
 * Valgrind's own printf rounds ties down: 0.125 becomes 0.12, and 0.375, which
 * any C library makes 0.38, becomes 0.37.
 */
int
rate_format(char to[FORMAT_SIZE], double percent, int decimals)
{
	static const unsigned int powers[] = {1, 10, 100};
	static const double large = 1e15; /* has no exact decimals */
	double size = percent < 0 ? -percent : percent, rest;
	unsigned long long whole;
	unsigned int digits;

	if (size >= large)
		return snprintf(to, FORMAT_SIZE, "%.0f", percent);
	whole = (unsigned long long)size;
	rest = (size - (double)whole) * powers[decimals];
	digits = (unsigned int)rest;
	if (rest - digits > 0.5)
		digits++;
	whole += digits / powers[decimals];
	digits %= powers[decimals];
	if (decimals == 2 && percent >= 0 && whole < 10) {
		to[0] = (char)('0' + whole);
		to[1] = '.';
		to[2] = (char)('0' + digits / 10);
		to[3] = (char)('0' + digits % 10);
		to[4] = '\0';
		return 4;
	}
	return snprintf(to, FORMAT_SIZE, "%s%llu.%0*u",
	    percent < 0 && whole + digits > 0 ? "-" : "", whole, decimals,
	    digits);
}
