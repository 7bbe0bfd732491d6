/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "cg-collect/compiled/jitdump.h"
#include "data_profile.h"
#include "libcli/cli.h"
#include "libquery/header/description.h"
#include "libquery/header/inlined_rows.h"
#include "named_data.h"

/* what is needed while rows get names */
struct naming_rows {
	const struct naming *naming;
	struct named_data *data;
	struct cg_profile *named;
};

/* --- addresses ------------------------------------------------------------ */

/* Where a function begins stands in the place of its file; 0: it is not known. */
static uint64_t
first_of(const struct cg_target *target)
{
	return strncmp(target->file, "0x", 2) == 0
		   ? strtoull(target->file, NULL, 16)
		   : 0;
}

static void
take_addresses(const struct raw_data *raw, struct naming *naming)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(raw->profile); i++) {
		cg_profile_at(raw->profile, i, &row);
		if (row.kind != CG_CALL)
			continue;
		naming_add(naming, row.target.object, row.target.address);
		naming_add(naming, row.target.object, first_of(&row.target));
	}
	for (size_t i = 0; i < raw->n; i++)
		for (size_t j = 0; j < raw->data[i].nplaces; j++) {
			const struct raw_place *place = &raw->data[i].places[j];

			if (raw->data[i].kind == RAW_HEAP)
				naming_add(
				    naming, place->object, place->address);
		}
}

/* --- rows ----------------------------------------------------------------- */

static const char *
or_unknown(const char *name)
{
	return name != NULL ? name : cg_unknown_name;
}

/* Makes a row of the code that misses. */
static void
name_code(const struct naming *naming, const struct cg_record *raw,
    struct cg_record *code)
{
	const struct cg_target *target = &raw->target;
	const struct names_place *place, *first;

	*code = (struct cg_record){
	    .kind = CG_COSTS,
	    .object = target->object,
	    .def_file = target->file,
	    .file = target->file,
	    .function = target->function,
	    .line = target->line,
	    .counts = raw->counts,
	};
	/* code that the program compiled has names */
	if (target->line != 0 ||
	    (target->address == 0 && first_of(target) == 0))
		return;
	place = naming_place(naming, target->object, target->address);
	first = naming_place(naming, target->object, first_of(target));
	code->file = or_unknown(place->file);
	code->line = place->line;
	code->def_file = or_unknown(first->file);
	if (place->inlined != NULL) {
		code->def_file = or_unknown(place->inlined->file);
		code->function = place->inlined->function;
	} else if (strcmp(code->function, cg_unknown_name) == 0) {
		code->function = or_unknown(place->function);
	}
}

static struct cg_record
row_of(const struct named_datum *datum, const struct cg_record *raw)
{
	return (struct cg_record){
	    .kind = raw->kind,
	    .object = datum->object,
	    .def_file = datum->file,
	    .file = datum->file,
	    .function = datum->function,
	    .line = datum->line,
	    .counts = raw->counts,
	    .executed = raw->executed,
	};
}

/* Adds what the code costs, and its call by the datum or by a field of that. */
static int
add_misses(struct naming_rows *rows, const struct cg_record *raw)
{
	struct raw_row row = raw_row_parse(raw->function);
	struct named_datum datum, field;
	bool has_field = named_data_find(rows->data, &row, &datum, &field);
	struct cg_record code, call = row_of(&datum, raw);

	name_code(rows->naming, raw, &code);
	if (cg_profile_add(rows->named, &code) < 0)
		return -1;
	if (has_field) {
		call.target = (struct cg_target){
		    .object = field.object,
		    .file = field.file,
		    .function = field.function,
		    .line = field.line,
		};
		if (cg_profile_add(rows->named, &call) < 0)
			return -1;
		call = row_of(&field, raw);
	}
	call.target = (struct cg_target){
	    .object = code.object,
	    .file = code.def_file,
	    .function = code.function,
	    .line = code.line,
	};
	return cg_profile_add(rows->named, &call);
}

static int
add_row(struct naming_rows *rows, const struct cg_record *raw)
{
	struct named_datum datum, field;
	struct raw_row row;
	struct cg_record record;

	if (raw->kind == CG_CALL)
		return add_misses(rows, raw);
	row = raw_row_parse(raw->function);
	named_data_find(rows->data, &row, &datum, &field);
	record = row_of(&datum, raw);
	return cg_profile_add(rows->named, &record);
}

static int
name_rows(struct raw_data *raw, struct naming_rows *rows)
{
	struct cg_record record;
	int status = 0;

	rows->named =
	    cg_profile_new(cg_reader_header(raw->first)->nevents, &raw->error);
	if (rows->named == NULL)
		return -1;
	for (size_t i = 0; i < cg_profile_len(raw->profile) && status == 0;
	     i++) {
		cg_profile_at(raw->profile, i, &record);
		status = add_row(rows, &record);
	}
	return status == 0 ? cg_profile_sort(rows->named) : status;
}

/* --- output --------------------------------------------------------------- */

/* True for what only the tool tells. */
static bool
is_raw(const char *desc)
{
	return description_value(desc, "Object:") != NULL ||
	       description_value(desc, "Datum:") != NULL ||
	       jitdump_described(desc) != NULL || is_of_build_ids(desc);
}

static int
write_profile(struct raw_data *raw, struct cg_profile *named,
    struct cg_header *header, const char *path, int gzip_level)
{
	struct cg_writer *writer =
	    cg_writer_open(path, gzip_level, header, &raw->error);

	if (writer == NULL)
		return -1;
	cg_writer_compress(writer, true, false);
	if (cg_profile_put(named, writer) < 0) {
		cg_writer_abandon(writer);
		return -1;
	}
	return cg_writer_close(writer);
}

/* Writes with the header of the tool. */
static int
write_named(struct raw_data *raw, struct cg_profile *named, bool inlined,
    const char *path, int gzip_level, bool is_reproducible)
{
	struct cg_header header = *cg_reader_header(raw->first);
	const char **descs = cli_alloc(header.ndescs + 2, sizeof(*descs));
	char *ids =
	    is_reproducible ? NULL : build_ids_describe(&raw->build_ids);
	size_t n = 0;
	int status;

	for (size_t i = 0; i < header.ndescs; i++)
		if (!is_raw(header.descs[i]))
			descs[n++] = header.descs[i];
	if (ids != NULL)
		descs[n++] = ids;
	if (inlined)
		descs[n++] = inlined_rows_desc;
	header.ndescs = n;
	header.descs = descs;
	header.has_addresses = header.has_no_lines = false;
	status = write_profile(raw, named, &header, path, gzip_level);
	free(ids);
	free(descs);
	return status;
}

int
data_profile_write(struct raw_data *raw, const struct data_options *options,
    const char *path, int gzip_level, bool is_reproducible)
{
	struct naming *naming = naming_new(&raw->build_ids);
	struct naming_rows rows = {.naming = naming};
	struct cg_error error;
	int status = cg_profile_sort(raw->profile);

	if (status == 0)
		take_addresses(raw, naming);
	if (status == 0 && naming_find(naming, options->names, &error) < 0)
		cli_warn("the data have no files and lines: %s", error.text);
	if (status == 0) {
		rows.data = named_data_new(raw, naming, options);
		status = name_rows(raw, &rows);
		named_data_free(rows.data);
	}
	if (status == 0)
		status = write_named(raw, rows.named, options->names->inlined,
		    path, gzip_level, is_reproducible);
	cg_profile_free(rows.named);
	naming_free(naming);
	return status;
}
