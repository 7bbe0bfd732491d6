/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes and compares the parts of records. */
#ifndef RECORD_H
#define RECORD_H

#include <stddef.h>
#include <string.h>

#include "cgfmt.h"

/*
 * Makes a record of Cachegrind's format: sets all members but counts, with
 * `present` NULL.  Clears the others in two pieces, because gcc clears a struct
 * of this size with an instruction that took a fifth of the reader's time, and
 * member by member with twice as many stores.
 */
static inline void
record_set_costs(struct cg_record *record, const char *file,
    const char *function, int64_t line)
{
	record->kind = CG_COSTS;
	record->object = "";
	record->def_file = record->file = file;
	record->function = function;
	memset(&record->host_file, 0,
	    offsetof(struct cg_record, line) -
		offsetof(struct cg_record, host_file));
	record->line = line;
	memset(&record->present, 0,
	    sizeof(*record) - offsetof(struct cg_record, present));
}

/* Bytewise, by region, object, def_file, function, host_file and host, then by
 * context and file. */
int record_compare_places(const struct cg_record *a, const struct cg_record *b);

/* By kind, then object, file, function (bytewise), inlined, context, address
 * and line of the target. */
int
record_compare_targets(const struct cg_record *a, const struct cg_record *b);

#endif
