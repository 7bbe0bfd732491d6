/* SPDX-License-Identifier: BSD-2-Clause */
/* All faces of a report use the same words, so that people can search for them. */
#include <stdio.h>
#include <string.h>

#include "marks.h"

/* Returns the event "X@new" of an event "X@old"; -1 if the event is another, or alone. */
static int
new_side(const struct cg_header *header, size_t event)
{
	const char *name = header->events[event].name;
	const char *at = strrchr(name, '@');
	size_t len;

	if (at == NULL || strcmp(at, "@old") != 0)
		return -1;
	len = (size_t)(at - name);
	for (size_t i = 0; i < header->nevents; i++)
		if (strncmp(header->events[i].name, name, len) == 0 &&
		    strcmp(header->events[i].name + len, "@new") == 0)
			return (int)i;
	return -1;
}

const char *
diff_mark(const struct cg_header *header, const int64_t *counts)
{
	bool is_old = false, is_new = false;

	for (size_t i = 0; i < header->nevents; i++) {
		int new = new_side(header, i);

		is_old |= new >= 0 && counts[i] != 0;
		is_new |= new >= 0 && counts[new] != 0;
	}
	if (is_old == is_new)
		return "";
	return is_new ? " (added)" : " (removed)";
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
