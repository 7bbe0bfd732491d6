/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A comparison of memory with a constant is not fused by all, and arithmetic that loads is not
 * either, so they are not here.
 */
#include <string.h>

#include "fused_jumps.h"

/* True if a mnemonic is the name, with or without the letter of a size. */
static bool
is_named(const char *text, const char *name)
{
	size_t len = strlen(name), rest;

	if (strncmp(text, name, len) != 0)
		return false;
	rest = strcspn(text + len, " \t");
	return rest == 0 || (rest == 1 && strchr("bwlq", text[len]) != NULL);
}

bool
fused_jumps_have(enum fused_jumps fuses, const struct core_code *first,
    const struct core_code *second)
{
	const char *text = first->text;
	bool has_memory = strchr(text, '(') != NULL;

	if (fuses == FUSES_NONE || second->kind != INSTRUCTION_BRANCH)
		return false;
	if (is_named(text, "cmp") || is_named(text, "test"))
		return !has_memory || strchr(text, '$') == NULL;
	return fuses == FUSES_ARITHMETIC && !has_memory &&
	       (is_named(text, "add") || is_named(text, "sub") ||
		   is_named(text, "and"));
}
