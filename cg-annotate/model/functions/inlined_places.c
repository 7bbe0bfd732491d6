/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorted rows of one function follow one another. */
#include <stddef.h>
#include <stdint.h>

#include "libquery/lower_bound.h"
#include "inlined_places.h"

int
inlined_places_init(struct inlined_places *places, struct cg_error *error)
{
	*places = (struct inlined_places){error, cg_profile_new(1, error)};
	return places->rows == NULL ? -1 : 0;
}

/* Inlined code has the object of its caller, which can be hidden. */
int
inlined_places_add(struct inlined_places *places, const struct cg_record *row)
{
	const struct cg_target *to = &row->target;
	struct cg_record place;
	struct cg_row found;

	if (row->kind != CG_CALL || to->inlined == CG_NOT_INLINED)
		return 0;
	place = (struct cg_record){
	    .kind = CG_COSTS,
	    .object = *to->object != '\0' ? to->object : row->object,
	    .def_file = to->file,
	    .function = to->function,
	    .file = row->file,
	    .line = row->line,
	};
	return cg_profile_row(places->rows, &place, &found);
}

int
inlined_places_complete(struct inlined_places *places)
{
	return places->rows != NULL ? cg_profile_sort(places->rows) : 0;
}

size_t
inlined_places_count(
    const struct inlined_places *places, const struct cg_record *function)
{
	size_t n = places->rows != NULL ? cg_profile_len(places->rows) : 0;
	struct cg_record wanted;
	size_t first, i;

	if (n == 0)
		return 0;
	wanted = (struct cg_record){
	    .kind = CG_COSTS,
	    .object = function->object,
	    .def_file = function->def_file,
	    .function = function->function,
	    .file = "",
	    .line = INT64_MIN,
	};
	first = lower_bound_row(&wanted, places->rows, cg_record_compare);
	for (i = first; i < n; i++) {
		struct cg_record row;

		cg_profile_at(places->rows, i, &row);
		wanted.file = row.file;
		wanted.line = row.line;
		if (!cg_record_same(&row, &wanted))
			break;
	}
	return i - first;
}

void
inlined_places_release(struct inlined_places *places)
{
	cg_profile_free(places->rows);
}
