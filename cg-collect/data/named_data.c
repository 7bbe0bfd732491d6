/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/patterns/own_code.h"
#include "named_data.h"
#include "site.h"

/* blocks and variables beyond this size have no offsets */
#define MOST_OFFSETS 4096

struct named_data {
	const struct raw_data *raw;
	struct named_datum *list; /* one for each datum of the tool */
	bool *has_one_size;       /* all blocks of it have */
	char *made;               /* the name of the last field */
};

/* --- the heap ------------------------------------------------------------- */

static void
name_block(struct named_datum *named, const struct raw_datum *datum,
    const struct naming *naming, const struct own_code *own)
{
	struct site site;

	site_find(&site, datum, naming, own);
	*named = (struct named_datum){
	    .object = "(heap)",
	    .function = site.function,
	    .file = site.file,
	    .line = site.line,
	};
}

/* --- all ------------------------------------------------------------------ */

static void
name_datum(struct named_datum *named, const struct raw_datum *datum,
    const struct naming *naming, const struct own_code *own)
{
	static const struct named_datum simple[] = {
	    [RAW_ALLOCATOR] = {"(heap)", "(allocator)", NULL, 0},
	    [RAW_STATIC] = {"(static)", "(unknown)", NULL, 0},
	    [RAW_THREAD_LOCAL] = {"(thread-local)", "(thread-local)", NULL, 0},
	    [RAW_STACK] = {"(stack)", "(stack)", NULL, 0},
	    [RAW_MAPPED] = {"(mapped)", NULL, NULL, 0},
	    [RAW_UNKNOWN] = {"(unknown)", "(unknown)", NULL, 0},
	};

	if (datum->kind == RAW_HEAP) {
		name_block(named, datum, naming, own);
		return;
	}
	*named = simple[datum->kind];
	named->file = cg_unknown_name;
	if (datum->kind == RAW_MAPPED)
		named->function = datum->path;
}

/* Finds out which data have blocks of one size. */
static void
compare_sizes(struct named_data *named)
{
	struct cg_record record;

	for (size_t i = 0; i < cg_profile_len(named->raw->profile); i++) {
		struct raw_row row;

		cg_profile_at(named->raw->profile, i, &record);
		if (record.kind != CG_COSTS)
			continue;
		row = raw_row_parse(record.function);
		named->has_one_size[row.datum] =
		    (int64_t)named->raw->data[row.datum].unit *
			record.counts[RAW_BLOCKS] ==
		    record.counts[RAW_BYTES];
	}
}

struct named_data *
named_data_new(const struct raw_data *raw, const struct naming *naming,
    const struct names_options *options)
{
	struct named_data *named = cli_alloc(1, sizeof(*named));
	struct own_code *own = own_code_new();

	(void)options;
	named->raw = raw;
	named->list = cli_alloc(raw->n + 1, sizeof(*named->list));
	named->has_one_size =
	    cli_alloc(raw->n + 1, sizeof(*named->has_one_size));
	compare_sizes(named);
	for (size_t i = 0; i < raw->n; i++)
		name_datum(&named->list[i], &raw->data[i], naming, own);
	own_code_free(own);
	return named;
}

const struct named_datum *
named_data_at(struct named_data *named, const struct raw_row *row)
{
	return &named->list[row->datum];
}

/* --- fields --------------------------------------------------------------- */

/* Finds the offset in an element of the size.  False if it is not known. */
static bool
offset_in(const struct raw_row *row, uint64_t size, uint64_t *offset)
{
	if (!row->has_offset || size == 0 || row->step % size != 0)
		return false;
	*offset = row->offset % size;
	return true;
}

bool
named_data_field(struct named_data *named, const struct raw_row *row,
    struct named_datum *field)
{
	const struct raw_datum *datum = &named->raw->data[row->datum];
	uint64_t size = datum->element, offset;

	if (size == 0 && named->has_one_size[row->datum])
		size = datum->unit;
	if (size > MOST_OFFSETS || !offset_in(row, size, &offset))
		return false;
	*field = named->list[row->datum];
	free(named->made);
	field->function = named->made =
	    cli_format("%s+%llu", field->function, (unsigned long long)offset);
	return true;
}

void
named_data_free(struct named_data *named)
{
	free(named->made);
	free(named->list);
	free(named->has_one_size);
	free(named);
}
