/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "description.h"
#include "folded_stacks.h"
#include "libcli/cli.h"

const char folded_stacks_key[] = "Folded stacks:";

int64_t
folded_stacks_in(const struct cg_header *header)
{
	static const char before[] = "at most ";
	const char *text = description_find(header, folded_stacks_key);
	size_t skipped = strlen(before);
	int64_t number;

	if (text == NULL || strncmp(text, before, skipped) != 0 ||
	    cg_parse_int(text + skipped, strlen(text) - skipped, &number) <= 0)
		return 0;
	return number > 0 ? number : 0;
}

void
folded_stacks_add(int64_t *sum, const struct cg_header *header)
{
	if (__builtin_add_overflow(*sum, folded_stacks_in(header), sum))
		*sum = INT64_MAX;
}

char *
folded_stacks_describe(int64_t sum)
{
	return cli_format(
	    "%s    at most %lld CEst", folded_stacks_key, (long long)sum);
}
