/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "description.h"
#include "libcli/cli.h"

const char *
description_value(const char *desc, const char *key)
{
	size_t len = strlen(key);

	if (strncmp(desc, key, len) != 0)
		return NULL;
	return desc + len + strspn(desc + len, " ");
}

const char *
description_find(const struct cg_header *header, const char *key)
{
	const char *value = NULL;

	for (size_t i = 0; i < header->ndescs && value == NULL; i++)
		value = description_value(header->descs[i], key);
	return value;
}

const char **
description_drop(struct cg_header *header, const char *key)
{
	const char **descs = cli_alloc(header->ndescs, sizeof(*descs));
	size_t n = 0;

	for (size_t i = 0; i < header->ndescs; i++)
		if (description_value(header->descs[i], key) == NULL)
			descs[n++] = header->descs[i];
	header->descs = descs;
	header->ndescs = n;
	return descs;
}

bool
description_of_difference(const struct cg_header *header)
{
	return description_find(header, "Files compared:") != NULL;
}
