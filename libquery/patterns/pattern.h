/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perl regular expressions on names, by PCRE2.  Names are bytes: no locale, no
 * UTF-8 decoding.
 */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/*
 * Compiles len bytes; flags are PCRE2's.  Ends the program, naming the option,
 * if they are no regular expression.  Free with pcre2_code_free.
 */
pcre2_code *pattern_compile(
    const char *option, const char *text, size_t len, uint32_t flags);

/* True if the pattern matches anywhere in the text. */
bool pattern_matches(const pcre2_code *pattern, const char *text);

/* True if \w matches c: an ASCII letter, a digit or an underscore. */
bool pattern_is_word(char c);

/* Ends the program with PCRE2's message for an error while matching. */
_Noreturn void pattern_die(int error, const char *subject);

#endif
