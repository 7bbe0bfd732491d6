/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "description.h"

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

bool
description_of_difference(const struct cg_header *header)
{
	return description_find(header, "Files compared:") != NULL;
}
