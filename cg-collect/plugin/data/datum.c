// SPDX-License-Identifier: GPL-2.0-or-later
#include "datum.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

static struct {
	VgHashTable *table;
	XArray *list;
} data;

void
data_of_memory_init(void)
{
	data.table = VG_(HT_construct)("cgcollect.data");
	data.list = VG_(newXA)(VG_(malloc), "cgcollect.data.list", VG_(free),
	    sizeof(struct datum *));
}

static Word
compare_keys(const void *a, const void *b)
{
	const struct datum *left = a, *right = b;

	if (left->kind != right->kind || left->object != right->object ||
	    left->address != right->address || left->range != right->range ||
	    left->path != right->path || left->ncalls != right->ncalls)
		return 1;
	for (UInt i = 0; i < left->ncalls; i++)
		if (left->calls[i] != right->calls[i])
			return 1;
	return 0;
}

static UWord
hash_of(const struct datum *key)
{
	UWord hash = (UWord)key->kind + ((UWord)key->object >> 3) * 31 +
		     ((UWord)key->path >> 3) * 17 + key->address;

	for (UInt i = 0; i < key->ncalls; i++)
		hash = hash * 31 + ((UWord)key->calls[i] >> 3);
	return hash;
}

struct datum *
datum_find(const struct datum *key)
{
	struct datum wanted = *key, *datum;

	wanted.hash = hash_of(key);
	datum = VG_(HT_gen_lookup)(data.table, &wanted, compare_keys);
	if (datum)
		return datum;
	datum = VG_(perm_malloc)(sizeof *datum, sizeof(void *));
	*datum = wanted;
	VG_(addToXA)(data.list, &datum);
	datum->number = (live_owner)VG_(sizeXA)(data.list);
	VG_(HT_add_node)(data.table, datum);
	return datum;
}

struct datum *
datum_only(enum datum_kind kind)
{
	static struct datum *known[DATUM_UNKNOWN + 1];
	const struct datum key = {.kind = kind};

	if (!known[kind])
		known[kind] = datum_find(&key);
	return known[kind];
}

SizeT
common_divisor(SizeT a, SizeT b)
{
	while (b > 0) {
		SizeT rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

struct datum *
datum_numbered(live_owner number)
{
	return *(struct datum **)VG_(indexXA)(data.list, (Word)number - 1);
}

void
data_visit(void (*visit)(struct datum *datum))
{
	for (Word i = 0; i < VG_(sizeXA)(data.list); i++)
		visit(*(struct datum **)VG_(indexXA)(data.list, i));
}
