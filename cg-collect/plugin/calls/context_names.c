// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The names of contexts.
 */
#include "containers/interned.h"
#include "containers/slots.h"
#include "context_names.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

static struct slots names;

static Bool
is_name(const void *node, const void *wanted)
{
	const struct context_name *left = node, *right = wanted;

	return left->function == right->function &&
	       left->thread == right->thread && left->region == right->region &&
	       left->level == right->level &&
	       left->is_owned == right->is_owned &&
	       left->ncallers == right->ncallers &&
	       VG_(memcmp)(left->callers, right->callers,
		   (SizeT)left->ncallers * sizeof left->callers[0]) == 0;
}

static UWord
hash_of_name(const void *node)
{
	const struct context_name *name = node;
	UWord hash = hash_of(name->function, name->thread, name->region,
	    2 * name->level + name->is_owned);

	for (Int i = 0; i < name->ncallers; i++)
		hash = hash_of(name->callers[i], NULL, NULL, hash);
	return hash;
}

/* Names of C++ can have millions of bytes, more than the stack. */
static const HChar *
text_of(const struct context_name *name)
{
	SizeT size = VG_(strlen)(name->function->name) + 16;

	for (Int i = 0; i < name->ncallers; i++)
		size += VG_(strlen)(name->callers[i]->name) + 1;

	HChar *text = VG_(malloc)("cgcollect.context_name", size);
	HChar *end = text + VG_(sprintf)(text, "%s", name->function->name);

	if (name->level > 0)
		end += VG_(sprintf)(end, "'%u", name->level + 1);
	for (Int i = 0; i < name->ncallers; i++)
		end += VG_(sprintf)(end, "'%s", name->callers[i]->name);
	return name_take(text);
}

void
context_names_init(void)
{
	slots_init(&names, hash_of_name);
}

struct context_name *
context_name_find(const struct context_name *wanted)
{
	SizeT size = sizeof *wanted +
		     (SizeT)wanted->ncallers * sizeof wanted->callers[0];
	struct context_name *name =
	    slots_find(&names, hash_of_name(wanted), is_name, wanted);

	if (name)
		return name;
	name = VG_(perm_malloc)(size, sizeof(void *));
	VG_(memcpy)(name, wanted, size);
	name->text = text_of(name);
	name->hash = (UInt)name_hash(name->text);
	slots_add(&names, name);
	return name;
}
