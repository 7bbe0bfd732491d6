// SPDX-License-Identifier: GPL-2.0-or-later
/* Objects of Python, which have a type with a name. */
#include "scripts/client_memory.h"
#include "layout.h"

#include "pub_tool_libcbase.h"

struct cpython_layout cpython_layout;

/* A type that was found to have the name. */
struct known_type {
	const HChar *name;
	Addr type;
};

static Bool
is_type(Addr type, const HChar *name)
{
	static struct known_type known[] = {
	    {.name = "str"}, {.name = "code"}, {.name = "bytes"}};
	SizeT size = VG_(strlen)(name) + 1;
	Addr text;
	UInt i = 0;

	while (VG_(strcmp)(known[i].name, name) != 0)
		i++;
	if (known[i].type == type)
		return type != 0;
	text = read_word(type + CPYTHON_TYPE_NAME);
	if (!can_read(text, size) ||
	    VG_(memcmp)((const void *)text, name, size) != 0)
		return False;
	known[i].type = type;
	return True;
}

Bool
cpython_is_object(Addr object, const HChar *type, SizeT size)
{
	return object % sizeof(UWord) == 0 && can_read(object, size) &&
	       is_type(*(const Addr *)(object + CPYTHON_TYPE), type);
}
