/* SPDX-License-Identifier: BSD-2-Clause */
/* Mostly a row has the names of the row before it and a higher line, which is
 * known without comparing strings. */
#include <string.h>

#include "sorted_rows.h"

static int
compare_names(const char *file, const char *function, const struct cg_record *b)
{
	int order = file == b->file ? 0 : strcmp(file, b->file);

	if (order == 0 && function != b->function)
		order = strcmp(function, b->function);
	return order;
}

int
sorted_rows_compare_names(const struct cg_record *a, const struct cg_record *b)
{
	return compare_names(a->file, a->function, b);
}

static enum sorted_rows_status
next_in_memory(struct sorted_rows *r)
{
	const struct cg_record before = r->record;

	if (r->next == cg_profile_len(r->profile))
		return SORTED_ROWS_END;
	cg_profile_at(r->profile, r->next++, &r->record);
	/* equal names have equal pointers */
	r->is_elsewhere = !cg_record_same_function(&before, &r->record) ||
			  before.file != r->record.file;
	return SORTED_ROWS_NEXT;
}

enum sorted_rows_status
sorted_rows_next(struct sorted_rows *r)
{
	const char *file = r->record.file, *function = r->record.function;
	int64_t line = r->record.line;
	int got, order = 0;

	if (r->profile != NULL)
		return next_in_memory(r);
	got = cg_reader_next(r->reader, &r->record);
	if (got != 1)
		return got == 0 ? SORTED_ROWS_END : SORTED_ROWS_ERROR;
	if (file == NULL) /* the first row */
		order = -1;
	else if (file != r->record.file || function != r->record.function)
		order = compare_names(file, function, &r->record);
	r->is_elsewhere = order != 0;
	if (order < 0 || (order == 0 && line < r->record.line))
		return SORTED_ROWS_NEXT;
	return SORTED_ROWS_DISORDER;
}
