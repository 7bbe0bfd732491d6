/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perl regular expressions on names, by PCRE2.  Names are bytes: no locale, no
 * UTF-8 decoding.
 */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/*
 * Compiles len bytes; flags are PCRE2's.  Ends the program where they are no
 * regular expression, naming the option.  Free with pcre2_code_free.
 */
pcre2_code *pattern_compile(
    const char *option, const char *text, size_t len, uint32_t flags);

/* whether the pattern matches anywhere in the text */
bool pattern_matches(const pcre2_code *pattern, const char *text);

/* ends the program with PCRE2's reason for an error at run time */
_Noreturn void pattern_die(int error, const char *subject);

#endif
