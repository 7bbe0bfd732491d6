/* SPDX-License-Identifier: BSD-2-Clause */
/* Integers, formulas, escapes and messages, at their edges. */
#include <stdio.h>
#include <string.h>

#include "cgfmt.h"
#include "events/formula.h"
#include "lex.h"
#include "ok.h"

static void
test_int(const char *text, int used, int64_t expected)
{
	enum { UNTOUCHED = 77 };
	int64_t value = UNTOUCHED;
	char what[100];

	snprintf(
	    what, sizeof(what), "the integer at the start of \"%s\"", text);
	ok(cg_parse_int(text, strlen(text), &value) == used &&
		value == (used > 0 ? expected : UNTOUCHED),
	    what);
}

static void
test_ints(void)
{
	int64_t value;

	test_int("0", 1, 0);
	test_int("-0", 2, 0);
	test_int("007", 3, 7);
	test_int("12 13", 2, 12);
	test_int("12x", 2, 12);
	test_int("-1-", 2, -1);
	test_int("", 0, 0);
	test_int("-", 0, 0);
	test_int("--1", 0, 0);
	test_int("+1", 0, 0);
	test_int(" 1", 0, 0);
	test_int("x", 0, 0);
	test_int("9223372036854775807", 19, INT64_MAX);
	test_int("-9223372036854775808", 20, INT64_MIN);
	test_int("00000000000000000000000000000009223372036854775807", 50,
	    INT64_MAX);
	test_int("9223372036854775808", -1, 0);
	test_int("-9223372036854775809", -1, 0);
	test_int("18446744073709551616", -1, 0);
	test_int("18446744073709551617", -1, 0);
	test_int("99999999999999999999999999999999999999999", -1, 0);
	ok(cg_parse_int("123", 2, &value) == 2 && value == 12,
	    "an integer is not read beyond the length");
	ok(cg_parse_int("1", 0, &value) == 0,
	    "no integer is read from no bytes");
}

static void
test_natural(const char *text, int used, uint64_t expected)
{
	enum { UNTOUCHED = 77 };
	uint64_t value = UNTOUCHED;
	char what[100];

	snprintf(what, sizeof(what), "the number at the start of \"%s\"", text);
	ok(lex_natural(text, text + strlen(text), &value) == used &&
		(used < 0 || value == (used > 0 ? expected : UNTOUCHED)),
	    what);
}

static void
test_naturals(void)
{
	test_natural("0", 1, 0);
	test_natural("12x", 2, 12);
	test_natural("0x1fG", 4, 31);
	test_natural("0xABcd", 6, 0xabcd);
	test_natural("1f", 1, 1);
	test_natural("0x", 0, 0);
	test_natural("", 0, 0);
	test_natural("-1", 0, 0);
	test_natural("18446744073709551615", 20, UINT64_MAX);
	test_natural("0xffffffffffffffff", 18, UINT64_MAX);
	test_natural("18446744073709551616", -1, 0);
	test_natural("0x10000000000000000", -1, 0);
}

/* lists the terms of a formula as "2*A,1*B", or the error */
static void
test_formula(const char *formula, const char *expected)
{
	struct cg_error error;
	struct term term;
	const char *p = formula;
	char found[200] = "";
	int got;

	do {
		size_t len = strlen(found);

		got = formula_next(&p, &term, &error);
		if (got >= 0)
			snprintf(found + len, sizeof(found) - len,
			    "%lld*%.*s%s", (long long)term.factor,
			    (int)term.len, term.name, got == 1 ? "," : "");
	} while (got == 1);
	ok(strcmp(got < 0 ? error.text : found, expected) == 0, formula);
}

static void
test_formulas(void)
{
	int64_t counts[] = {3, -4}, factors[] = {10, 1}, sum;

	test_formula("A", "1*A");
	test_formula(" 2A+-3 * cpu(ns) ", "2*A,-3*cpu(ns)");
	test_formula("0 A + 9223372036854775807B", "0*A,9223372036854775807*B");
	test_formula("", "expected the name of an event");
	test_formula("A +", "expected the name of an event");
	test_formula("2", "expected the name of an event");
	test_formula("A B", "expected \"+\" or the end");
	test_formula(
	    "9223372036854775808 A", "a factor does not fit in 64 bits");
	ok(formula_value(factors, counts, 2, &sum) && sum == 26,
	    "a formula is evaluated");
	counts[0] = INT64_MAX;
	ok(!formula_value(factors, counts, 2, &sum),
	    "a value that does not fit in 64 bits is reported");
	factors[0] = 2;
	counts[1] = -counts[0];
	ok(formula_value(factors, counts, 2, &sum) && sum == INT64_MAX,
	    "a value is exact if only its parts do not fit in 64 bits");
	factors[0] = factors[1] = counts[0] = counts[1] = INT64_MIN;
	ok(!formula_value(factors, counts, 2, &sum),
	    "a value of 127 bits is reported");
	counts[1] = INT64_MIN + 1;
	factors[1] = -INT64_MAX;
	counts[0]++;
	factors[0] = INT64_MAX;
	ok(formula_value(factors, counts, 2, &sum) && sum == 0,
	    "large products of both signs cancel out");
}

static void
test_escape(const char *from, size_t len, size_t size, const char *expected,
    size_t whole)
{
	char to[32], what[100];

	memset(to, '#', sizeof(to));
	snprintf(what, sizeof(what), "\"%s\" in %zu bytes", expected, size);
	ok(cg_escape(to, size, from, len) == whole &&
		strcmp(to, expected) == 0 && to[size] == '#',
	    what);
}

static void
test_escapes(void)
{
	test_escape("abc", 3, 10, "abc", 3);
	test_escape("abc", 3, 4, "abc", 3);
	test_escape("abc", 3, 3, "ab", 3);
	test_escape("abc", 3, 1, "", 3);
	test_escape("", 0, 1, "", 0);
	test_escape("\n\t\r", 3, 10, "\\n\\t\\r", 6);
	test_escape("\x01\x1f\x7f", 3, 20, "\\x01\\x1f\\x7f", 12);
	test_escape("a\0b", 3, 20, "a\\x00b", 6);
	test_escape("\\n \x80\xff", 5, 20, "\\n \x80\xff", 5);
	/* never part of an escape, and nothing after one that does not fit */
	test_escape("a\nb", 3, 3, "a", 4);
	test_escape("a\nb", 3, 4, "a\\n", 4);
	test_escape("a\x01zz", 4, 5, "a", 7);
	ok(cg_escape(NULL, 0, "a\n", 2) == 3,
	    "the length is computed without a buffer");
}

static void
test_printable(const char *character, size_t len, size_t expected)
{
	char what[100], clean[40];

	cg_escape(clean, sizeof(clean), character, len);
	snprintf(what, sizeof(what), "\"%s\" is %s", clean,
	    expected > 0 ? "printable" : "not printable");
	ok(cg_printable_length(character, character + len) == expected, what);
}

static void
test_printables(void)
{
	test_printable("a", 1, 1);
	test_printable("\xc3\xa9", 2, 2);
	test_printable("\xe2\x82\xac", 3, 3);
	test_printable("\xe2\x80\x8d", 3, 3); /* joins characters of scripts */
	test_printable("\xf0\x9f\x98\x80", 4, 4);
	test_printable("\x1b", 1, 0);
	test_printable("\x7f", 1, 0);
	test_printable("\xc2\x80", 2, 0);
	test_printable("\xc2\x9f", 2, 0);
	test_printable("\xc2\xa0", 2, 2);
	test_printable("\xd8\x9c", 2, 0);
	test_printable("\xe2\x80\xa7", 3, 3);
	test_printable("\xe2\x80\xa8", 3, 0);
	test_printable("\xe2\x80\xae", 3, 0);
	test_printable("\xe2\x81\xa6", 3, 0);
	test_printable("\xe2\x81\xa9", 3, 0);
	test_printable("\x9b", 1, 0);
	test_printable("\xe9", 1, 0);
	test_printable("\xe2\x82", 2, 0);
	test_printable("\xed\xa0\x80", 3, 0);
	test_printable("\xc0\xaf", 2, 0);
}

static void __attribute__((format(printf, 3, 4)))
test_message(size_t size, const char *expected, const char *format, ...)
{
	char to[200], what[240];
	va_list arguments;

	memset(to, '#', sizeof(to));
	snprintf(what, sizeof(what), "message %s", expected);
	va_start(arguments, format);
	cg_message(to, size, format, arguments);
	va_end(arguments);
	ok(strcmp(to, expected) == 0 && to[size] == '#', what);
}

static void
test_messages(void)
{
	static char longest[100001];
	static const char e_acute[] =
	    "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
	    "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
	    "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9";

	memset(longest, 'x', sizeof(longest) - 1);
	test_message(
	    50, "a.c:7: 50% of \\n", "%s:%d: 50%% of %s", "a.c", 7, "\n");
	test_message(50, "\\x1b[1m \\xc2\\x9b \\x9b \xc3\xa9",
	    "%s \xc2\x9b \x9b \xc3\xa9", "\x1b[1m");
	test_message(50, "\\xe2\\x80\\xae", "%s", "\xe2\x80\xae");
	/* the ends of names and of the message stay */
	test_message(40, "xxxxxxxxxxx...xxxxxxxxxxx: not a number",
	    "%s: not a number", longest);
	test_message(62,
	    "xxxxxxxxxxx...xxxxxxxxxxx: expected xxxxxxxxxxx...xxxxxxxxxxx",
	    "%s: expected %s", longest, longest);
	test_message(60,
	    "xxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxx: 7 of y",
	    "%s: %lld of %.*s", longest, 7LL, 1, "yz");
	/* characters and escapes stay whole */
	test_message(30,
	    "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9..."
	    "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9: why",
	    "%s: why", e_acute);
	test_message(30, "\\x1b\\x1b...\\x1b\\x1b\\x1b: why", "%s: why",
	    "\033\033\033\033\033\033\033\033");
	test_message(30, "\\x1b\\x1b...\\x1b\\x1b\\x1b: why", "%s: why",
	    "\\x1b\\x1b\\x1b\\x1b\\x1b\\x1b\\x1b\\x1b");
}

/* every byte in every place among harmless ones */
static void
test_control(void)
{
	static const char harmless[] = " ~\x80\xff  some long name";
	const size_t len = sizeof(harmless) - 1;
	bool same = true;

	for (size_t i = 0; i < len; i++) {
		for (int c = 0; c < 256; c++) {
			char text[sizeof(harmless)];

			memcpy(text, harmless, sizeof(harmless));
			text[i] = (char)c;
			same &= lex_has_control(text, text + len) ==
				(c < 0x20 || c == 0x7f);
		}
	}
	ok(same, "control bytes are found, and no others");
}

int
main(void)
{
	test_ints();
	test_naturals();
	test_formulas();
	test_escapes();
	test_printables();
	test_messages();
	test_control();
	return failures > 0;
}
