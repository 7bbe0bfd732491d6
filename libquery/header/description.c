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
