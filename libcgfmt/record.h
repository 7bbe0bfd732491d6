/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes and compares the parts of records. */
#ifndef RECORD_H
#define RECORD_H

#include "cgfmt.h"

/*
 * Makes a record of Cachegrind's format: sets all members but counts, with
 * `present` NULL.  Member by member, because gcc clears a struct of this size
 * with an instruction that took a fifth of the reader's time.
 */
static inline void
record_set_costs(struct cg_record *record, const char *file,
    const char *function, int64_t line)
{
	record->kind = CG_COSTS;
	record->object = "";
	record->def_file = record->file = file;
	record->function = function;
	record->host_file = record->host = NULL;
	record->context = NULL;
	record->region = NULL;
	record->address = 0;
	record->line = line;
	record->present = NULL;
	record->target = (struct cg_target){.object = NULL};
	record->executed = record->taken = 0;
}

/* Bytewise, by region, object, def_file, function, host_file and host, then by
 * context and file. */
int record_compare_places(const struct cg_record *a, const struct cg_record *b);

/* By kind, then object, file, function (bytewise), inlined, context, address
 * and line of the target. */
int
record_compare_targets(const struct cg_record *a, const struct cg_record *b);

#endif
