/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What else begins with "0x" is a name: "0x", "0x12 (inlined)".  The name of a file may have
 * ":" in it.
 */
#include <string.h>

#include "cgfmt.h"
#include "address_name.h"

/* Returns the length of an address, or of "???" if there is an object; 0: neither. */
static size_t
length_of(const char *name, bool has_object)
{
	size_t len = 0;

	if (strncmp(name, "0x", 2) == 0)
		len = 2 + strspn(name + 2, "0123456789abcdef");
	else if (has_object &&
		 strncmp(name, cg_unknown_name, strlen(cg_unknown_name)) == 0)
		len = strlen(cg_unknown_name);
	return len > 2 && (name[len] == '\0' || name[len] == '\'') ? len : 0;
}

bool
address_name_parse(struct address_name *parts, const char *name)
{
	const char *end = name + strcspn(name, "'"), *p = name;
	size_t len = length_of(name, false);

	while (len == 0) {
		p = memchr(p, ':', (size_t)(end - p));
		if (p == NULL)
			return false;
		if (p++ > name)
			len = length_of(p, true);
	}
	parts->nobject = p > name ? (size_t)(p - name) - 1 : 0;
	parts->n = (size_t)(p - name) + len;
	return true;
}
