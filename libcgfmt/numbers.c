/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Most counts have one digit.  Longer ones are read eight digits at a time, as
 * the bytes of one word, without a branch for each digit.
 */
#include <stdbool.h>
#include <string.h>

#include "cgfmt.h"
#include "numbers.h"

enum { WORD_DIGITS = 8, MAX_DIGITS = 18 };

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* loads eight characters, the first in the lowest byte, with '0' as 0 */
static uint64_t
load_digits(const char *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof(word));
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		word = __builtin_bswap64(word);
	return word ^ 0x3030303030303030u;
}

/* how many bytes of the word come before the first that is not a digit */
static unsigned int
count_digits(uint64_t word)
{
	uint64_t others =
	    ((word + 0x7676767676767676u) | word) & 0x8080808080808080u;

	return others != 0 ? (unsigned int)__builtin_ctzll(others) / 8
			   : WORD_DIGITS;
}

/* joins eight digits to a number: pairs, then fours, then all */
static uint64_t
join_digits(uint64_t word)
{
	word = word * 10 + (word >> 8);
	return ((word & 0x000000ff000000ffu) * 0x000f424000000064u +
		   (word >> 16 & 0x000000ff000000ffu) * 0x0000271000000001u) >>
	       32;
}

/* reads a number of two digits or more; NULL: there are too many */
static const char *
read_long(const char *p, uint64_t *number)
{
	uint64_t word = load_digits(p);
	unsigned int ndigits = count_digits(word);
	const char *end = p + ndigits, *limit = p + MAX_DIGITS;

	*number = join_digits(word << (WORD_DIGITS - ndigits) * 8);
	if (ndigits < WORD_DIGITS)
		return end;
	for (; is_digit(*end); end++) {
		if (end == limit)
			return NULL;
		*number = *number * 10 + (uint64_t)(*end - '0');
	}
	return end;
}

const char *
numbers_read(const char *p, int64_t *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t number = (uint64_t)(*p - '0');

		if (!is_digit(*p))
			return NULL;
		if (!is_digit(p[1]))
			p++;
		else if ((p = read_long(p, &number)) == NULL)
			return NULL;
		if (*p++ != (i + 1 < n ? ' ' : '\n'))
			return NULL;
		numbers[i] = (int64_t)number;
	}
	return p;
}

/* writes two digits at a time, from the last to the first */
static char *
write_magnitude(char *end, uint64_t rest)
{
	static const char pairs[] = "00010203040506070809"
				    "10111213141516171819"
				    "20212223242526272829"
				    "30313233343536373839"
				    "40414243444546474849"
				    "50515253545556575859"
				    "60616263646566676869"
				    "70717273747576777879"
				    "80818283848586878889"
				    "90919293949596979899";

	for (; rest >= 10; rest /= 100)
		memcpy(end -= 2, pairs + rest % 100 * 2, 2);
	if (rest > 0)
		*--end = (char)('0' + rest);
	return end;
}

char *
numbers_write(char *end, const int64_t *numbers, size_t n)
{
	while (n-- > 0) {
		uint64_t number = (uint64_t)numbers[n];

		if (number < 10)
			*--end = (char)('0' + number);
		else if (numbers[n] > 0)
			end = write_magnitude(end, number);
		else {
			end = write_magnitude(end, 0 - number);
			*--end = '-';
		}
		*--end = ' ';
	}
	return end;
}

size_t
cg_counts_add(int64_t *restrict to, const int64_t *restrict counts, size_t n)
{
	size_t i = 0;
	int64_t sum;

	for (; i < n && !__builtin_add_overflow(to[i], counts[i], &sum); i++)
		to[i] = sum;
	return i;
}
