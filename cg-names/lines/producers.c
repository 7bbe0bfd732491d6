/* SPDX-License-Identifier: BSD-2-Clause */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "producers.h"
#include "libcli/cli.h"
#include "units.h"

enum {
	MOST_COMPILERS = 100,
	MOST_BYTES = 4000, /* of one with its flags */
};

static int
compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* True if the text is fit for a line of a profile. */
static bool
is_good(const char *producer)
{
	size_t len = strlen(producer);

	for (size_t i = 0; i < len; i++)
		if ((unsigned char)producer[i] < ' ' || producer[i] == 0x7f)
			return false;
	return len > 0 && len <= MOST_BYTES;
}

/* Returns the producer, to be freed; NULL: it is not known.  A command line as Clang records it is cut
 * off, because it has the names of files. */
static char *
producer_of(const struct unit *unit)
{
	Dwarf_Die die = unit_functions(unit);
	Dwarf_Attribute attribute;
	const char *text =
	    dwarf_formstring(dwarf_attr(&die, DW_AT_producer, &attribute));
	const char *command = text != NULL ? strstr(text, " /") : NULL;

	if (text == NULL || !is_good(text))
		return NULL;
	return cli_copy(
	    text, command != NULL ? (size_t)(command - text) : strlen(text));
}

void
producers_find(struct object *object, struct reply *reply)
{
	const char *last = NULL;
	char **list;
	struct units *units;
	size_t n = 0;

	if (object->lines == NULL || object->lines != object->program.elf ||
	    object_dwarf(object) == NULL)
		return;
	units = units_of(object);
	list = cli_alloc(units->n + 1, sizeof(*list));
	for (size_t i = 0; i < units->n; i++) {
		char *producer = producer_of(&units->units[i]);

		/* units of one compiler often follow one another */
		if (producer != NULL && n > 0 &&
		    strcmp(list[n - 1], producer) == 0)
			free(producer);
		else if (producer != NULL)
			list[n++] = producer;
	}
	if (n > 0)
		qsort(list, n, sizeof(*list), compare);
	for (size_t i = 0; i < n && reply->compilers.n < MOST_COMPILERS; i++) {
		uint32_t string;

		if (last != NULL && strcmp(list[i], last) == 0)
			continue;
		last = list[i];
		string = reply_string(reply, last);
		if (reply->compilers.n++ == 0)
			reply->compilers.first = string;
	}
	for (size_t i = 0; i < n; i++)
		free(list[i]);
	free(list);
}
