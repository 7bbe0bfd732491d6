/* SPDX-License-Identifier: BSD-2-Clause */
/* A record as each format can carry it. */
#include "cgfmt.h"

bool
cg_record_flatten(struct cg_record *record)
{
	record->object = "";
	record->home = record->file;
	record->address = 0;
	return record->kind == CG_COSTS;
}
