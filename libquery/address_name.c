/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What else begins with "0x" is a name: "0x", "0x12 (inlined)".
 */
#include <string.h>

#include "address_name.h"

size_t
address_name_length(const char *name)
{
	size_t len;

	if (strncmp(name, "0x", 2) != 0)
		return 0;
	len = 2 + strspn(name + 2, "0123456789abcdef");
	return len > 2 && (name[len] == '\0' || name[len] == '\'') ? len : 0;
}
