/* SPDX-License-Identifier: BSD-2-Clause */
/* Name compression, and what the creator of a profile says about its end. */
#include <string.h>

#include "callgrind.h"
#include "lex.h"

size_t
callgrind_id(const char *p, const char *end, uint64_t *number)
{
	int used;

	if (p == end || *p != '(')
		return 0;
	used = lex_natural(p + 1, end, number);
	if (used <= 0 || p + 1 + used == end || p[1 + used] != ')')
		return 0;
	return (size_t)used + 2;
}

static bool
is_created_by(const struct cg_header *header, const char *start)
{
	return header->creator != NULL &&
	       strncmp(header->creator, start, strlen(start)) == 0;
}

/* Callgrind always writes the number of the process; other programs take its
 * name. */
bool
callgrind_promises_totals(const struct cg_header *header)
{
	return (is_created_by(header, "callgrind-") && header->pid != NULL) ||
	       is_created_by(header, "xtree-") || callgrind_is_ours(header);
}

bool
callgrind_may_promise_totals(const struct cg_header *header)
{
	return is_created_by(header, "callgrind-") ||
	       callgrind_promises_totals(header);
}

bool
callgrind_is_foreign(const struct cg_header *header)
{
	return header->creator != NULL && !callgrind_promises_totals(header);
}

bool
callgrind_is_ours(const struct cg_header *header)
{
	return is_created_by(header, "cg-tools");
}

const char callgrind_entries[] = "# entries=";
const char callgrind_folded[] = "# folded=";
const char callgrind_folded_own[] = "# folded own=";

bool
callgrind_describes_stacks(const char *desc)
{
	static const char key[] = "Folded stacks:";

	return strncmp(desc, key, sizeof(key) - 1) == 0;
}

const char *
callgrind_region(const char *desc)
{
	static const char *const keys[] = {
	    "Region:",
	    "Trigger: Client Request:",
	};
	const char *end = desc + strlen(desc), *name;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		name = lex_after(desc, end, keys[i]);
		if (name != NULL)
			name = lex_skip_blanks(name, end);
		if (name != NULL && name < end)
			return name;
	}
	return NULL;
}
