/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * PCRE2's native code has a small stack.  Names that are too long for it (some
 * kilobytes, as C++ templates make them) are matched again by the interpreter,
 * which has no such limit.
 */
#include <string.h>

#include "libcli/cli.h"
#include "pattern.h"

enum { MESSAGE_SIZE = 128 };

pcre2_code *
pattern_compile(
    const char *option, const char *text, size_t len, uint32_t flags)
{
	int error;
	PCRE2_SIZE offset;
	pcre2_code *code =
	    pcre2_compile((PCRE2_SPTR)text, len, flags, &error, &offset, NULL);

	if (code == NULL) {
		unsigned char reason[MESSAGE_SIZE];

		pcre2_get_error_message(error, reason, sizeof(reason));
		cli_usage("%s: \"%.*s\": %s at byte %zu", option, (int)len,
		    text, (char *)reason, offset + 1);
	}
	/* without support for the processor, matching is interpreted */
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	return code;
}

bool
pattern_matches(const pcre2_code *pattern, const char *text)
{
	pcre2_match_data *match =
	    pcre2_match_data_create_from_pattern(pattern, NULL);
	size_t len = strlen(text);
	int status;

	if (match == NULL)
		cli_die("out of memory");
	status = pcre2_match(pattern, (PCRE2_SPTR)text, len, 0, 0, match, NULL);
	if (status == PCRE2_ERROR_JIT_STACKLIMIT)
		status = pcre2_match(pattern, (PCRE2_SPTR)text, len, 0,
		    PCRE2_NO_JIT, match, NULL);
	if (status < 0 && status != PCRE2_ERROR_NOMATCH)
		pattern_die(status, text);
	pcre2_match_data_free(match);
	return status >= 0;
}

bool
pattern_is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_';
}

void
pattern_die(int error, const char *subject)
{
	unsigned char reason[MESSAGE_SIZE];

	pcre2_get_error_message(error, reason, sizeof(reason));
	cli_die("\"%s\": %s", subject, (char *)reason);
}
