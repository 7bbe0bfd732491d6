/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares names with patterns as Valgrind does for its tools. */
#include "cli.h"

bool
cli_wildcard_matches(const char *pattern, const char *name)
{
	const char *star = NULL, *rest = NULL;

	while (*name != '\0') {
		if (*pattern == '*') {
			star = pattern++;
			rest = name;
		} else if (*pattern == '?' || *pattern == *name) {
			pattern++;
			name++;
		} else if (star != NULL) {
			pattern = star + 1;
			name = ++rest;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}
