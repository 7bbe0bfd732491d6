/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "data_object.h"

const char data_blocks_event[] = "Al";
const char data_bytes_event[] = "AlB";

const struct cg_event data_misses[NDATA_MISSES] = {
    {.name = "D1m", .long_name = "D1 misses", .formula = "D1mr + D1mw"},
    {.name = "DLm", .long_name = "LL misses of data", .formula = "DLmr + DLmw"},
};

const char *
data_deciding_event(const struct cg_header *header)
{
	const char *misses = data_misses[0].name;
	bool is_derived =
	    cg_header_event(header, "Ir", 2) < 0 &&
	    cg_header_derived(header, misses, strlen(misses)) >= 0;

	return is_derived ? misses : NULL;
}
const char data_partner_begin[] = ", with ";

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
	/* a blank, and the object */
	static const char *const suffixes[] = {" (static)", " (thread-local)",
	    " (stack)", " (mapped)", " (unknown)"};

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (strcmp(object, suffixes[i] + 1) == 0 &&
		    strcmp(object, name) != 0)
			return suffixes[i];
	return "";
}
