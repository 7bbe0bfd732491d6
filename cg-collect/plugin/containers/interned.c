// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names of files and functions, each stored once.  Control characters are
 * escaped, because a newline in a name would forge a line of the profile.
 */
#include "interned.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

struct interned {
	struct interned *next;
	UWord hash;
	const HChar *text;
};

static struct {
	VgHashTable *table;
} names;

static Bool
is_control(HChar c)
{
	return (UChar)c < 0x20 || c == 0x7f;
}

static UInt
escape_char(HChar *to, HChar c)
{
	switch (c) {
	case '\n':
		return VG_(sprintf)(to, "\\n");
	case '\t':
		return VG_(sprintf)(to, "\\t");
	case '\r':
		return VG_(sprintf)(to, "\\r");
	default:
		return VG_(sprintf)(to, "\\x%02x", (UInt)(UChar)c);
	}
}

HChar *
name_escape(const HChar *text)
{
	HChar *escaped =
	    VG_(malloc)("cgcollect.escape", 4 * VG_(strlen)(text) + 1);
	HChar *to = escaped;

	for (; *text; text++) {
		if (is_control(*text))
			to += escape_char(to, *text);
		else
			*to++ = *text;
	}
	*to = '\0';
	return escaped;
}

static const HChar *
permanent_copy(const HChar *text)
{
	HChar *copy = VG_(perm_malloc)(VG_(strlen)(text) + 1, 1);

	VG_(strcpy)(copy, text);
	return copy;
}

UWord
name_hash(const HChar *text)
{
	UWord hash = 5381;

	for (; *text; text++)
		hash = hash * 33 + (UChar)*text;
	return hash;
}

static Word
compare_texts(const void *a, const void *b)
{
	const struct interned *left = a, *right = b;

	return VG_(strcmp)(left->text, right->text);
}

static const HChar *
intern_printable(const HChar *text)
{
	struct interned wanted = {.hash = name_hash(text), .text = text};

	if (!names.table)
		names.table = VG_(HT_construct)("cgcollect.names");

	struct interned *name =
	    VG_(HT_gen_lookup)(names.table, &wanted, compare_texts);

	if (!name) {
		name = VG_(perm_malloc)(sizeof *name, sizeof(void *));
		*name = wanted;
		name->text = permanent_copy(text);
		VG_(HT_add_node)(names.table, name);
	}
	return name->text;
}

const HChar *
name_intern(const HChar *name)
{
	const HChar *c = name;

	while (*c && !is_control(*c))
		c++;
	if (!*c)
		return intern_printable(name);

	HChar *escaped = name_escape(name);
	const HChar *interned = intern_printable(escaped);

	VG_(free)(escaped);
	return interned;
}

const HChar *
name_take(HChar *name)
{
	const HChar *interned = name_intern(name);

	VG_(free)(name);
	return interned;
}
