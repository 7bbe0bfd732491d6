/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares the fast functions for rows with plain ones. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cgfmt.h"
#include "numbers.h"
#include "ok.h"

enum { MAX_NUMBERS = 4, ROW_SIZE = 200 };

/* does the work of numbers_read one integer at a time */
static const char *
read_plainly(const char *p, int64_t *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int used = cg_parse_int(p, strlen(p), &numbers[i]);

		if (used <= 0 || used > 18 || *p == '-')
			return NULL;
		p += used;
		if (*p++ != (i + 1 < n ? ' ' : '\n'))
			return NULL;
	}
	return p;
}

/* true if both read the same from the text */
static bool
agree(const char *text, size_t n)
{
	char row[ROW_SIZE] = "";
	int64_t fast[MAX_NUMBERS] = {0}, plain[MAX_NUMBERS] = {0};
	const char *end;

	snprintf(row, sizeof(row) - NUMBERS_SLACK, "%s", text);
	end = numbers_read(row, fast, n);
	if (end != read_plainly(row, plain, n))
		return false;
	return end == NULL || memcmp(fast, plain, n * sizeof(*fast)) == 0;
}

static void
test_row(const char *row, size_t n, bool good)
{
	char text[ROW_SIZE] = "", what[100];
	int64_t numbers[MAX_NUMBERS];

	snprintf(text, sizeof(text) - NUMBERS_SLACK, "%s", row);
	snprintf(what, sizeof(what), "%.*s is %sa row of %zu",
	    (int)strcspn(row, "\r\n"), row, good ? "" : "not ", n);
	ok((numbers_read(text, numbers, n) != NULL) == good && agree(row, n),
	    what);
}

static void
test_rows(void)
{
	test_row("7\n", 1, true);
	test_row("7 0 12\n", 3, true);
	test_row("12345678 123456789 999999999999999999\n", 3, true);
	test_row("1234567890123456789 1\n", 2, false);
	test_row("00000000 000000000000000000\n", 2, true);
	test_row("1 2 3\n", 2, false);
	test_row("1 2\n", 3, false);
	test_row("1  2\n", 2, false);
	test_row("1 2 \n", 2, false);
	test_row("1 2\r\n", 2, false);
	test_row("1 -2\n", 2, false);
	test_row("1 .\n", 2, false);
	test_row("1 12345678", 2, false);
	test_row("", 1, false);
}

/* numbers of every length, before and after others */
static void
test_lengths(void)
{
	static const char digits[] = "98765432109876543210987";
	bool same = true;
	char row[ROW_SIZE];

	for (int a = 1; a < 22; a++) {
		for (int b = 1; b < 22; b++) {
			snprintf(row, sizeof(row), "%.*s %.*s %.*s\n", a,
			    digits, b, digits + 1, a, digits + 1);
			same &= agree(row, 3);
		}
	}
	ok(same, "numbers of all lengths are read");
}

/* every byte at every place of a row */
static void
test_bytes(void)
{
	static const char row[] = "1 23 12345678 1234567890123\n";
	bool same = true;

	for (size_t i = 0; i < strlen(row); i++) {
		for (int c = 0; c < 256; c++) {
			char text[sizeof(row)];

			memcpy(text, row, sizeof(row));
			text[i] = (char)c;
			same &= agree(text, 4);
		}
	}
	ok(same, "any byte in any place is read or rejected");
}

static bool
is_written(int64_t number)
{
	char plain[2 * NUMBERS_CHARS + 1], fast[2 * NUMBERS_CHARS];
	int64_t numbers[] = {number, number};
	char *end = fast + sizeof(fast), *p = numbers_write(end, numbers, 2);

	snprintf(plain, sizeof(plain), " %lld %lld", (long long)number,
	    (long long)number);
	return (size_t)(end - p) == strlen(plain) &&
	       memcmp(p, plain, strlen(plain)) == 0;
}

/* both sides of each power of ten, at which the number of digits changes */
static void
test_writing(void)
{
	bool same = is_written(INT64_MIN) && is_written(INT64_MAX) &&
		    is_written(0) && is_written(-1);

	for (int64_t n = 1; n <= INT64_MAX / 10; n *= 10)
		same &= is_written(n * 10) && is_written(n * 10 - 1) &&
			is_written(-n * 10) && is_written(1 - n * 10);
	ok(same, "numbers of all lengths are written");
}

static void
test_sums(void)
{
	static const int64_t counts[] = {1, 2, 1, 4};
	int64_t to[] = {10, INT64_MAX - 2, INT64_MAX, 40};

	ok(cg_counts_add(to, counts, 4) == 2 && to[0] == 11 &&
		to[1] == INT64_MAX,
	    "sums before one that does not fit are made");
	ok(to[2] == INT64_MAX && to[3] == 40,
	    "counts from one that does not fit on are as they were");
}

int
main(void)
{
	test_rows();
	test_lengths();
	test_bytes();
	test_writing();
	test_sums();
	return failures > 0;
}
