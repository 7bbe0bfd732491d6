/* SPDX-License-Identifier: BSD-2-Clause */
/* Remembers types by their entries; libnames makes equal ones of several units the
 * same. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "layout.h"
#include "type_entry.h"
#include "type_name.h"
#include "type_reply.h"

static int
compare(const struct known_type *x, const struct known_type *y)
{
	uintptr_t left = (uintptr_t)x->entry, right = (uintptr_t)y->entry;

	if (left != right)
		return left < right ? -1 : 1;
	if (x->language != y->language)
		return x->language < y->language ? -1 : 1;
	return (x->cookie > y->cookie) - (x->cookie < y->cookie);
}

/* Returns the index of the type, or where it must be inserted. */
static size_t
find(const struct types *types, const struct known_type *key)
{
	size_t low = 0, high = types->nknown;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(&types->known[middle], key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void
remember(struct types *types, const struct known_type *known)
{
	size_t i = find(types, known);

	types->known =
	    cli_grow(types->known, types->nknown, sizeof(*types->known));
	memmove(types->known + i + 1, types->known + i,
	    (types->nknown - i) * sizeof(*types->known));
	types->known[i] = *known;
	types->nknown++;
}

uint32_t
type_reply_add(struct types *types, enum language language,
    const Dwarf_Die *type, uint64_t cookie)
{
	struct known_type known = {type->addr, language, cookie, 0};
	size_t i = find(types, &known);
	struct names_data_type answer;
	Dwarf_Die die = *type;
	char *name;

	if (i < types->nknown && compare(&types->known[i], &known) == 0)
		return types->known[i].number;
	types_complete(types, &die);
	answer = (struct names_data_type){.size = type_size(&die)};
	if (answer.size != 0) {
		name = type_name(&types->enclosing, language, &die);
		answer.name = reply_string(&types->reply->strings, name);
		free(name);
		answer.nfields = layout_add(types, &die, cookie);
		known.number = data_reply_type(types->reply, &answer);
	}
	remember(types, &known);
	return known.number;
}
