/* SPDX-License-Identifier: BSD-2-Clause */
/* All faces of a report use the same words, so that people can search for them. */
#include <stdio.h>
#include <string.h>

#include "marks.h"

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

const char *
inlined_mark(enum cg_inlined inlined, bool of_caller)
{
	if (inlined == CG_NOT_INLINED)
		return "";
	return of_caller ? " (inlined here)" : " (inlined)";
}

void
format_ncalls(char to[FORMAT_SIZE], int64_t ncalls, enum cg_inlined inlined)
{
	if (inlined == CG_INLINED_ESTIMATE)
		*to++ = '~';
	format_count(to, ncalls);
}

void
format_places(char to[FORMAT_SIZE], size_t nplaces, bool is_short)
{
	*to = '\0';
	if (nplaces > 0)
		snprintf(to, FORMAT_SIZE, " (inlined at %zu%s)", nplaces,
		    is_short       ? ""
		    : nplaces == 1 ? " place"
				   : " places");
}
