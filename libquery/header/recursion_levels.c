/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "description.h"
#include "recursion_levels.h"

const char recursion_levels_key[] = "Recursion levels:";

int64_t
recursion_levels_in(const struct cg_header *header)
{
	const char *number = description_find(header, recursion_levels_key);
	int64_t levels;

	if (number == NULL || cg_parse_int(number, strlen(number), &levels) !=
				  (int)strlen(number))
		return 0;
	return levels;
}

void
recursion_levels_keep_least(int64_t *least, const struct cg_header *header)
{
	int64_t levels = recursion_levels_in(header);

	if (header->format == CG_CACHEGRIND)
		return;
	if (levels < 1)
		levels = 1;
	if (*least == 0 || levels < *least)
		*least = levels;
}
