/* SPDX-License-Identifier: BSD-2-Clause */
/* All faces of a report use the same words, so that people can search for them. */
#include <stdio.h>

#include "inlined_mark.h"

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
