/* SPDX-License-Identifier: BSD-2-Clause */
/* Without a description, the program was shown the processor of its machine. */
#include <string.h>

#include "description.h"
#include "libcli/cli.h"
#include "processor.h"

static const char key[] = "CPU:";

char *
processor_difference(
    const struct cg_header *first, const struct cg_header *other)
{
	const char *one = description_find(first, key);
	const char *two = description_find(other, key);

	if ((one == NULL && two == NULL) || description_of_difference(first) ||
	    description_of_difference(other))
		return NULL;
	if (one == NULL)
		return cli_format("the machine's own and %s, by --reproducible "
				  "or --cpu",
		    two);
	if (two == NULL)
		return cli_format("%s, by --reproducible or --cpu, and the "
				  "machine's own",
		    one);
	return strcmp(one, two) != 0 ? cli_format("%s and %s", one, two) : NULL;
}
