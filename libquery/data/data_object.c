/* SPDX-License-Identifier: BSD-2-Clause */
/* No path of a program begins with a parenthesis in practice, but only these
 * names stand for data. */
#include <string.h>

#include "data_object.h"

const char data_blocks_event[] = "Al";
const char data_bytes_event[] = "AlB";
const char data_partner_begin[] = ", with ";

static const struct {
	const char *object;
	const char *suffix;
} kinds[] = {
    {"(heap)", ""},
    {"(static)", " (static)"},
    {"(thread-local)", " (thread-local)"},
    {"(stack)", " (stack)"},
    {"(mapped)", " (mapped)"},
    {"(unknown)", " (unknown)"},
};
enum { NKINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* Returns the number of the object; NKINDS: it does not stand for data. */
static size_t
find(const char *object)
{
	size_t i = 0;

	while (i < NKINDS && strcmp(object, kinds[i].object) != 0)
		i++;
	return i;
}

bool
is_data_object(const char *object)
{
	return find(object) < NKINDS;
}

bool
is_data_sharing_event(const char *event)
{
	return strcmp(event, "ShT") == 0 || strcmp(event, "ShF") == 0;
}

bool
is_data_offset(const char *name)
{
	size_t len = strlen(name), digits = 0;

	while (digits < len && '0' <= name[len - digits - 1] &&
	       name[len - digits - 1] <= '9')
		digits++;
	return 0 < digits && digits < len && name[len - digits - 1] == '+';
}

const char *
data_partner(const char *name, const char *of)
{
	size_t len = strlen(of), before = strlen(", ");

	return strncmp(name, of, len) == 0 &&
		       strncmp(name + len, data_partner_begin,
			   strlen(data_partner_begin)) == 0
		   ? name + len + before
		   : NULL;
}

const char *
data_object_suffix(const char *object, const char *name)
{
	size_t i = find(object);

	return i == NKINDS || strcmp(object, name) == 0 ? "" : kinds[i].suffix;
}
