/* SPDX-License-Identifier: BSD-2-Clause */
/* Integers and escapes, at their edges. */
#include <stdio.h>
#include <string.h>

#include "cgfmt.h"
#include "lex.h"

static int failures;

static void
ok(bool passed, const char *what)
{
	printf("%s - %s\n", passed ? "ok" : "not ok", what);
	failures += !passed;
}

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
	    "no byte beyond the length is read");
	ok(cg_parse_int("1", 0, &value) == 0, "an integer of no bytes");
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
	/* never part of an escape, nor what follows one that does not fit */
	test_escape("a\nb", 3, 3, "a", 4);
	test_escape("a\nb", 3, 4, "a\\n", 4);
	test_escape("a\x01zz", 4, 5, "a", 7);
	ok(cg_escape(NULL, 0, "a\n", 2) == 3, "the length only");
}

/* every byte at every place among harmless ones */
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
	ok(same, "control bytes are found, and nothing else");
}

int
main(void)
{
	test_ints();
	test_escapes();
	test_control();
	return failures > 0;
}
