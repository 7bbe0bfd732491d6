/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "description.h"
#include "folded_stacks.h"
#include "libcli/cli.h"

const char folded_stacks_key[] = "Folded stacks:";

static const char folded[] = "at most ";
static const char kept[] = "; those kept lack at most ";

/* Returns the number after the words, if the text begins with them, or else 0. */
static int64_t
number_after(const char *words, const char *text)
{
	size_t skipped = strlen(words);
	int64_t number;

	if (text == NULL || strncmp(text, words, skipped) != 0 ||
	    cg_parse_int(text + skipped, strlen(text) - skipped, &number) <= 0)
		return 0;
	return number > 0 ? number : 0;
}

struct folded_stacks
folded_stacks_in(const struct cg_header *header)
{
	const char *text = description_find(header, folded_stacks_key);
	struct folded_stacks stacks = {.most = number_after(folded, text)};

	if (stacks.most > 0)
		stacks.lacking = number_after(kept, strchr(text, ';'));
	if (stacks.lacking > stacks.most)
		stacks.lacking = stacks.most;
	return stacks;
}

static int64_t
add(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

void
folded_stacks_add(struct folded_stacks *sum, const struct cg_header *header)
{
	struct folded_stacks one = folded_stacks_in(header);

	if (sum->has_profiles) {
		int64_t in_sum = add(sum->lacking, one.most);
		int64_t in_one = add(sum->most, one.lacking);

		one.lacking = in_sum > in_one ? in_sum : in_one;
		one.most = add(sum->most, one.most);
	}
	*sum = one;
	sum->has_profiles = true;
}

char *
folded_stacks_describe(const struct folded_stacks *sum)
{
	char *text = cli_format("%s    %s%lld CEst", folded_stacks_key, folded,
	    (long long)sum->most);

	if (sum->lacking != 0)
		cli_append(&text, "%s%lld CEst", kept, (long long)sum->lacking);
	return text;
}
