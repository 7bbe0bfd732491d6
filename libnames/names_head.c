/* SPDX-License-Identifier: BSD-2-Clause */
/* Build IDs, and the identity of files without one. */
#include <string.h>

#include "object_names.h"

enum { HEAD = 4096 };

bool
names_is_build_id(const char *id)
{
	size_t len = strlen(id);

	return len > 2 && strspn(id, "0123456789abcdef") == len;
}

uint64_t
names_head(const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < HEAD; i++)
		hash = (hash ^ (i < size ? byte[i] : 0)) * 0x100000001b3u;
	return hash;
}
