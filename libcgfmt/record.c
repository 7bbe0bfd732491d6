/* SPDX-License-Identifier: BSD-2-Clause */
/* What rows are, apart from their figures. */
#include <string.h>

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
same_name(const char *a, const char *b)
{
	return a == b || strcmp(a, b) == 0;
}

static bool
same_target(const struct cg_target *a, const struct cg_target *b)
{
	return a->line == b->line && a->address == b->address &&
	       same_name(a->function, b->function) &&
	       same_name(a->file, b->file) && same_name(a->object, b->object);
}

bool
cg_record_same(const struct cg_record *a, const struct cg_record *b)
{
	return a->line == b->line && a->address == b->address &&
	       a->kind == b->kind && same_name(a->function, b->function) &&
	       same_name(a->file, b->file) && same_name(a->home, b->home) &&
	       same_name(a->object, b->object) &&
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
