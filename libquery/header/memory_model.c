/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "description.h"
#include "libcli/cli.h"
#include "memory_model.h"

const char memory_model_key[] = "Memory:";

void
memory_model_demand_same(const struct cg_header *first, const char *first_path,
    const struct cg_header *header, const char *path)
{
	const char *model = description_find(first, memory_model_key);
	const char *other = description_find(header, memory_model_key);

	if (model != NULL && other != NULL && strcmp(model, other) != 0)
		cli_die("%s has misses in the memory system of %s, and %s in "
			"that of %s",
		    first_path, model, path, other);
}
