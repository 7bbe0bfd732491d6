/* SPDX-License-Identifier: BSD-2-Clause */
/* What rows are, apart from their figures. */
#include "names.h"
#include "record.h"

bool
cg_record_flatten(struct cg_record *record)
{
	record->object = "";
	record->home = record->file;
	record->address = 0;
	return record->kind == CG_COSTS;
}

static bool
same_target(const struct cg_target *a, const struct cg_target *b)
{
	return a->line == b->line && a->address == b->address &&
	       names_same(a->function, b->function) &&
	       names_same(a->file, b->file) && names_same(a->object, b->object);
}

bool
cg_record_same(const struct cg_record *a, const struct cg_record *b)
{
	return a->line == b->line && a->address == b->address &&
	       a->kind == b->kind && names_same(a->function, b->function) &&
	       names_same(a->file, b->file) && names_same(a->home, b->home) &&
	       names_same(a->object, b->object) &&
	       (a->kind == CG_COSTS || same_target(&a->target, &b->target));
}

void
record_set_costs(struct cg_record *record, const char *file,
    const char *function, int64_t line)
{
	/* member by member: gcc clears a struct of this size with an
	 * instruction that took a fifth of the reader's time */
	record->kind = CG_COSTS;
	record->object = "";
	record->home = record->file = file;
	record->function = function;
	record->address = 0;
	record->line = line;
	record->given = NULL;
	record->target = (struct cg_target){.object = NULL};
	record->times = record->followed = 0;
}
