/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "cg-collect/compiled/jitdump.h"
#include "data_profile.h"
#include "libcli/cli.h"
#include "libquery/data/data_object.h"
#include "libquery/header/description.h"
#include "libquery/header/inlined_rows.h"
#include "named_data.h"

/* what is needed while rows get names */
struct naming_rows {
	const struct raw_data *raw;
	const struct naming *naming;
	struct named_data *data;
	struct cg_profile *named;
	char *partner; /* the name of the last one */
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
add_code(struct naming *naming, const struct cg_target *target)
{
	naming_add(naming, target->object, target->address);
	naming_add(naming, target->object, first_of(target));
}

static void
take_addresses(const struct raw_data *raw, struct naming *naming)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(raw->profile); i++) {
		cg_profile_at(raw->profile, i, &row);
		if (row.kind == CG_CALL)
			add_code(naming, &row.target);
	}
	for (size_t i = 0; i < raw->ncodes; i++)
		add_code(naming, &raw->codes[i]);
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

/* Makes a row of code that misses, or that shares lines. */
static void
name_code(const struct naming *naming, const struct cg_target *target,
    struct cg_record *code)
{
	const struct names_place *place, *first;

	*code = (struct cg_record){
	    .kind = CG_COSTS,
	    .object = target->object,
	    .def_file = target->file,
	    .file = target->file,
	    .function = target->function,
	    .line = target->line,
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
	    .def_file = datum->def_file,
	    .file = datum->file,
	    .function = datum->function,
	    .line = datum->line,
	    .counts = raw->counts,
	    .executed = raw->executed,
	};
}

/* --- calls ---------------------------------------------------------------- */

static int
add_call(struct naming_rows *rows, const struct cg_record *from,
    const struct cg_record *to)
{
	struct cg_record call = *from;

	call.target = (struct cg_target){
	    .object = to->object,
	    .file = to->def_file,
	    .function = to->function,
	    .line = to->line,
	};
	return cg_profile_add(rows->named, &call);
}

/* Returns the name of a field, without that of its datum if it is the other's, too. */
static const char *
name_beside(const struct named_datum *field, const struct named_datum *datum,
    const struct named_datum *other)
{
	size_t len = strlen(datum->function);
	bool is_same = strcmp(datum->object, other->object) == 0 &&
		       strcmp(datum->file, other->file) == 0 &&
		       strcmp(datum->function, other->function) == 0;

	return is_same && field->function[len] != '\0' ? field->function + len
						       : field->function;
}

/* Returns the step from a datum, or from a field of it, to the code that shares lines
 * with others: they are its name. */
static struct cg_record
partner_of(struct naming_rows *rows, const struct cg_record *row,
    const struct named_datum *own, const struct raw_row *partner,
    const struct cg_target *target)
{
	struct named_datum datum, field;
	struct cg_record step = *row, code;

	name_code(rows->naming, target, &code);
	if (!named_data_find(rows->data, partner, &datum, &field))
		field = datum;
	free(rows->partner);
	rows->partner =
	    cli_format("%s%s%s in %s", row->function, data_partner_begin,
		name_beside(&field, &datum, own), code.function);
	step.def_file = code.def_file;
	step.file = code.file;
	step.line = code.line;
	step.function = rows->partner;
	return step;
}

/* Adds what the code costs, and the calls that lead to it from the datum. */
static int
add_misses(struct naming_rows *rows, const struct cg_record *raw)
{
	struct raw_row row = raw_row_parse(raw->function), partner;
	struct named_datum datum, field;
	bool has_field = named_data_find(rows->data, &row, &datum, &field);
	struct cg_record steps[4];
	size_t n = 0, code;
	int status;

	steps[n++] = row_of(&datum, raw);
	if (has_field)
		steps[n++] = row_of(&field, raw);
	if (raw_row_partner(raw->function, &partner, &code)) {
		steps[n] = partner_of(rows, &steps[n - 1], &datum, &partner,
		    &rows->raw->codes[code]);
		n++;
	}
	name_code(rows->naming, &raw->target, &steps[n]);
	steps[n].counts = raw->counts;
	status = cg_profile_add(rows->named, &steps[n]);
	for (size_t i = 0; i < n && status == 0; i++)
		status = add_call(rows, &steps[i], &steps[i + 1]);
	return status;
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
	       description_value(desc, "Code:") != NULL ||
	       description_value(desc, "Passed:") != NULL ||
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
	if (cg_header_event(&header, "D1mr", 4) >= 0) {
		header.nderived = NDATA_MISSES;
		header.derived = data_misses;
	}
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
	struct naming_rows rows = {.raw = raw, .naming = naming};
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
		free(rows.partner);
	}
	if (status == 0)
		status = write_named(raw, rows.named, options->names->inlined,
		    path, gzip_level, is_reproducible);
	cg_profile_free(rows.named);
	naming_free(naming);
	return status;
}
