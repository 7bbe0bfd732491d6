/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shortens the name in the second line, to as many columns as the first byte
 * says.  The result is not longer, is as wide as the function says, and
 * contains no byte that neither the name nor the ellipsis has.
 */
#include <stdlib.h>
#include <string.h>

#include "libreport/names/short_name.h"
#include "target.h"

typedef size_t
shorten(char *to, const char *name, size_t width, const char *ellipsis);

static void
check(shorten *function, const char *name, size_t width, const char *ellipsis)
{
	size_t len = strlen(name);
	char *to = malloc(len + 1);
	size_t result;

	demand(to != NULL, "there is memory");
	result = function(to, name, width, ellipsis);
	demand(strlen(to) <= len, "a short name is not longer");
	demand(result == text_width(to, strlen(to)),
	    "a short name is as wide as is said");
	demand(result <= width || text_width(name, len) > width,
	    "a name that fits stays");
	for (const char *p = to; *p != '\0'; p++)
		demand(strchr(name, *p) != NULL || strchr(ellipsis, *p) != NULL,
		    "a short name has only bytes of the name");
	free(to);
}

static void
run(const uint8_t *data, size_t size)
{
	char *name = text_copy(data + 1, size - 1);
	size_t len = strlen(name), fitting;
	const char *ellipsis = data[0] % 2 == 0 ? "..." : "\xe2\x80\xa6";

	fitting = text_fit(name, len, data[0] / 2);
	demand(fitting <= len && text_width(name, fitting) <= data[0] / 2,
	    "what fits is not wider");
	check(short_function, name, data[0] / 2, ellipsis);
	check(short_path, name, data[0] / 2, ellipsis);
	check(short_text, name, data[0] / 2, ellipsis);
	free(name);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0)
		demand(attempt(run, data, size), "no name is an error");
	return 0;
}
