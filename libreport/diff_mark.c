/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the sides of a difference by the names of its events. */
#include <string.h>

#include "diff_mark.h"

/* True if any event with the suffix has a count. */
static bool
has_counts(
    const struct cg_header *header, const int64_t *counts, const char *suffix)
{
	for (size_t i = 0; i < header->nevents; i++) {
		const char *at = strrchr(header->events[i].name, '@');

		if (at != NULL && strcmp(at, suffix) == 0 && counts[i] != 0)
			return true;
	}
	return false;
}

const char *
diff_mark(const struct cg_header *header, const int64_t *counts)
{
	bool old = has_counts(header, counts, "@old");
	bool new = has_counts(header, counts, "@new");

	if (old == new)
		return "";
	return new ? " (added)" : " (removed)";
}
