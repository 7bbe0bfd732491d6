/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The words of the format: blanks, integers, escapes.  Works on bytes and
 * ignores the locale.
 */
#include <string.h>

#include "cgfmt.h"
#include "lex.h"

bool
lex_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

const char *
lex_skip_blanks(const char *p, const char *end)
{
	while (p < end && lex_is_blank(*p))
		p++;
	return p;
}

const char *
lex_word_end(const char *p, const char *end)
{
	while (p < end && !lex_is_blank(*p))
		p++;
	return p;
}

const char *
lex_trim_end(const char *p, const char *end)
{
	while (end > p && lex_is_blank(end[-1]))
		end--;
	return end;
}

const char *
lex_after_first(const char *p, const char *end, const char *prefix)
{
	for (p++, prefix++; *prefix != '\0'; p++, prefix++)
		if (p == end || *p != *prefix)
			return NULL;
	return p;
}

static bool
is_control(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f;
}

/* true if one of eight bytes is below 0x20 or equal to 0x7f.  The highest bit
 * of that byte is then set; only such a byte borrows from the next. */
static bool
word_has_control(const char *p)
{
	uint64_t ones = 0x0101010101010101u, word, del;

	memcpy(&word, p, sizeof(word));
	del = word ^ ones * 0x7f;
	return ((((word - ones * 0x20) & ~word) | ((del - ones) & ~del)) &
		   ones * 0x80) != 0;
}

bool
lex_has_control(const char *p, const char *end)
{
	for (; end - p >= 8; p += 8)
		if (word_has_control(p))
			return true;
	for (; p < end; p++)
		if (is_control(*p))
			return true;
	return false;
}

/* writes the escape of c to `out`, at most four bytes; returns its length */
static size_t
escape_byte(char *out, char c)
{
	static const char digits[] = "0123456789abcdef";
	static const char named[] = "n\nt\tr\r";

	out[0] = '\\';
	for (const char *n = named; *n != '\0'; n += 2) {
		if (n[1] == c) {
			out[1] = n[0];
			return 2;
		}
	}
	out[1] = 'x';
	out[2] = digits[(unsigned char)c >> 4];
	out[3] = digits[c & 15];
	return 4;
}

size_t
cg_escape(char *to, size_t size, const char *from, size_t len)
{
	size_t whole = 0, written = 0;

	for (size_t i = 0; i < len; i++) {
		char bytes[4] = {from[i]};
		size_t n =
		    is_control(from[i]) ? escape_byte(bytes, from[i]) : 1;

		if (whole + n < size) {
			memcpy(to + whole, bytes, n);
			written = whole + n;
		}
		whole += n;
	}
	if (size > 0)
		to[written] = '\0';
	return whole;
}

/* appends the digits at p to *magnitude; NULL: it does not fit */
static const char *
add_digits(const char *p, const char *end, uint64_t *magnitude)
{
	for (; p < end && *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(*magnitude, 10, magnitude) ||
		    __builtin_add_overflow(
			*magnitude, (uint64_t)(*p - '0'), magnitude))
			return NULL;
	return p;
}

int
cg_parse_int(const char *text, size_t len, int64_t *value)
{
	enum { SAFE_DIGITS = 18 }; /* any number of so many digits fits */
	const char *p = text, *end = text + len;
	bool negative = p < end && *p == '-';
	const char *digits = p += negative;
	const char *safe = end - p > SAFE_DIGITS ? p + SAFE_DIGITS : end;
	uint64_t magnitude = 0;

	while (p < safe && *p >= '0' && *p <= '9')
		magnitude = magnitude * 10 + (uint64_t)(*p++ - '0');
	if (p == digits)
		return 0;
	p = add_digits(p, end, &magnitude);
	if (p == NULL || magnitude > (uint64_t)INT64_MAX + negative)
		return -1;
	*value = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
	return (int)(p - text);
}

/* the value of a hexadecimal digit, or -1 */
static int
digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int
lex_natural(const char *p, const char *end, uint64_t *number)
{
	const char *hex = lex_after(p, end, "0x"), *start = p;
	int value, base = hex != NULL ? 16 : 10;
	bool fits = true;

	if (hex != NULL)
		p = hex;
	if (p == end || digit_value(*p) < 0 || digit_value(*p) >= base)
		return 0;
	*number = 0;
	for (; p < end && (value = digit_value(*p)) >= 0 && value < base; p++)
		if (__builtin_mul_overflow(*number, (uint64_t)base, number) ||
		    __builtin_add_overflow(*number, (uint64_t)value, number))
			fits = false;
	return fits ? (int)(p - start) : -1;
}
