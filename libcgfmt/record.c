/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares records, and reduces them to Cachegrind's format. */
#include "contexts.h"
#include "names.h"
#include "record.h"

bool
cg_record_flatten(struct cg_record *record)
{
	record->object = "";
	record->def_file = record->file;
	record->host_file = record->host = NULL;
	record->context = NULL;
	record->region = NULL;
	record->address = 0;
	return record->kind == CG_COSTS;
}

/* the names of the record as a frame */
static struct cg_context
frame_of(const struct cg_record *r)
{
	return (struct cg_context){.object = r->object,
	    .def_file = r->def_file,
	    .function = r->function,
	    .host_file = r->host_file,
	    .host = r->host};
}

int
record_compare_places(const struct cg_record *a, const struct cg_record *b)
{
	const struct cg_context x = frame_of(a), y = frame_of(b);
	int order = names_compare_optional(a->region, b->region);

	if (order == 0)
		order = contexts_compare_names(&x, &y);
	if (order == 0)
		order = contexts_compare(a->context, b->context);
	if (order == 0)
		order = names_compare(a->file, b->file);
	return order;
}

int
record_compare_targets(const struct cg_record *a, const struct cg_record *b)
{
	const struct cg_target *x = &a->target, *y = &b->target;
	int order = (a->kind > b->kind) - (a->kind < b->kind);

	if (order != 0 || a->kind == CG_COSTS)
		return order;
	order = names_compare(x->object, y->object);
	if (order == 0)
		order = names_compare(x->file, y->file);
	if (order == 0)
		order = names_compare(x->function, y->function);
	/* before the numbers, which cg_profile_join_calls changes later */
	if (order == 0)
		order = (x->inlined > y->inlined) - (x->inlined < y->inlined);
	if (order == 0)
		order = contexts_compare(x->context, y->context);
	if (order == 0)
		order = (x->address > y->address) - (x->address < y->address);
	if (order == 0)
		order = (x->line > y->line) - (x->line < y->line);
	return order;
}

int
cg_record_compare(const struct cg_record *a, const struct cg_record *b)
{
	int order = record_compare_places(a, b);

	if (order == 0)
		order = (a->line > b->line) - (a->line < b->line);
	if (order == 0)
		order = (a->address > b->address) - (a->address < b->address);
	return order != 0 ? order : record_compare_targets(a, b);
}

bool
cg_record_same(const struct cg_record *a, const struct cg_record *b)
{
	return cg_record_compare(a, b) == 0;
}
