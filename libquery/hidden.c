/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A cycle is named after its first function and not by a number, because the
 * output may be added to profiles in which the same cycle has another number.
 * If the first function is itself a hidden part, the cycle has its name.
 */
#include <string.h>

#include "libcli/cli.h"
#include "hidden.h"

static const char below[] = "(filtered "; /* of "(filtered 1)", a level */

bool
hidden_is_level(const char *file, const char *function)
{
	return cg_is_filtered(file) &&
	       (cg_is_filtered(function) ||
		   strncmp(function, below, strlen(below)) == 0);
}

char *
hidden_name_level(size_t level)
{
	return level == 0 ? cli_format("%s", cg_filtered)
			  : cli_format("%s%zu)", below, level);
}

char *
hidden_name_cycle(const struct cg_record *first)
{
	bool known = *first->object != '\0';

	if (cg_is_filtered(first->def_file))
		return cli_format("%s", first->function);
	return cli_format("(cycle of %s:%s%s%s%s)", first->def_file,
	    first->function, known ? " [" : "", first->object,
	    known ? "]" : "");
}
