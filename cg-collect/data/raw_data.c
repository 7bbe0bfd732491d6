/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cg-collect/compiled/compiled.h"
#include "cg-collect/compiled/compiled_read.h"
#include "libcli/cli.h"
#include "libquery/header/description.h"
#include "raw_data.h"

/* --- words ---------------------------------------------------------------- */

/* Takes a number and the blank after it; false if there is none. */
static bool
take_number(const char **text, uint64_t *number)
{
	int64_t value;
	int used = cg_parse_int(*text, strlen(*text), &value);

	if (used <= 0 || value < 0)
		return false;
	*text += used;
	*text += **text == ' ';
	*number = (uint64_t)value;
	return true;
}

/* Takes the word if it comes next, and the blank after it. */
static bool
take_word(const char **text, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(*text, word, len) != 0 ||
	    ((*text)[len] != ' ' && (*text)[len] != '\0'))
		return false;
	*text += len;
	*text += **text == ' ';
	return true;
}

static struct raw_row
take_row(const char **text)
{
	struct raw_row row = {0};
	uint64_t number = 0;

	take_number(text, &number);
	row.datum = (size_t)number;
	row.has_offset = take_number(text, &row.offset);
	take_number(text, &row.step);
	take_number(text, &row.span);
	return row;
}

struct raw_row
raw_row_parse(const char *function)
{
	return take_row(&function);
}

bool
raw_row_partner(const char *function, struct raw_row *partner, size_t *code)
{
	uint64_t number;

	take_row(&function);
	*partner = take_row(&function);
	if (!take_number(&function, &number))
		return false;
	*code = (size_t)number;
	return true;
}

/* --- data ----------------------------------------------------------------- */

/* what is known of the process whose file is read */
struct data_process {
	struct raw_data *raw;
	struct build_ids own;
	const char **objects; /* by number */
	size_t nobjects;
	size_t before;       /* the data of others */
	size_t codes_before; /* their code */
	struct compiled compiled;
};

static const char *
keep(struct raw_data *raw, const char *string)
{
	raw->strings =
	    cli_grow(raw->strings, raw->nstrings, sizeof(*raw->strings));
	return raw->strings[raw->nstrings++] = cli_copy(string, strlen(string));
}

static int
refuse(struct raw_data *raw, const char *path, const char *text)
{
	snprintf(raw->error.text, sizeof(raw->error.text),
	    "%s: expected a datum, found \"%.200s\"", path, text);
	return -1;
}

/* Adds the places whose objects and addresses come next. */
static bool
take_places(
    struct data_process *process, struct raw_datum *datum, const char *text)
{
	bool is_call = datum->kind == RAW_HEAP;

	while (*text != '\0') {
		struct raw_place place = {0};
		uint64_t object;

		if (!take_number(&text, &object) ||
		    object >= process->nobjects ||
		    !take_number(&text, &place.address) ||
		    !take_number(&text, is_call ? &place.after : &place.range))
			return false;
		place.object = process->objects[object];
		place.hidden = build_ids_clash(
		    &process->raw->build_ids, &process->own, place.object);
		if (place.hidden)
			place.address = place.after = 0;
		datum->places = cli_grow(
		    datum->places, datum->nplaces, sizeof(*datum->places));
		datum->places[datum->nplaces++] = place;
	}
	return !is_call || datum->nplaces > 0;
}

static bool
take_kind(struct raw_datum *datum, const char **text)
{
	static const char *const kinds[] = {
	    [RAW_HEAP] = "heap",
	    [RAW_ALLOCATOR] = "allocator",
	    [RAW_STATIC] = "static",
	    [RAW_THREAD_LOCAL] = "thread-local",
	    [RAW_STACK] = "stack",
	    [RAW_MAPPED] = "mapped",
	    [RAW_UNKNOWN] = "unknown",
	};
	size_t n = sizeof(kinds) / sizeof(*kinds), i = 0;

	while (i < n && !take_word(text, kinds[i]))
		i++;
	datum->kind = (enum raw_kind)i;
	return i < n;
}

static bool
take_datum(struct data_process *process, const char *text)
{
	struct raw_data *raw = process->raw;
	struct raw_datum datum = {0}, *place;
	uint64_t number;
	bool is_good = take_number(&text, &number) &&
		       number == raw->n - process->before + 1 &&
		       take_kind(&datum, &text);

	if (is_good && datum.kind == RAW_HEAP)
		is_good = take_number(&text, &datum.unit) &&
			  take_number(&text, &datum.element);
	if (is_good && datum.kind == RAW_MAPPED)
		datum.path = keep(raw, text);
	else if (is_good)
		is_good = take_places(process, &datum, text);
	raw->data = cli_grow(raw->data, raw->n, sizeof(*raw->data));
	place = &raw->data[raw->n++];
	*place = datum;
	return is_good;
}

static bool
take_object(struct data_process *process, const char *text)
{
	uint64_t number;

	if (!take_number(&text, &number) || number != process->nobjects)
		return false;
	process->objects = cli_grow(
	    process->objects, process->nobjects, sizeof(*process->objects));
	process->objects[process->nobjects++] = keep(process->raw, text);
	return true;
}

/* Names code that the program compiled, and hides addresses that could be of another
 * file. */
static void
name_target(struct data_process *process, struct cg_target *target)
{
	struct cg_record code = {
	    .kind = CG_COSTS,
	    .object = target->object,
	    .def_file = target->file,
	    .file = target->file,
	    .function = target->function,
	    .address = target->address,
	};

	if (build_ids_clash(
		&process->raw->build_ids, &process->own, target->object)) {
		target->file = cg_unknown_name;
		target->address = 0;
		return;
	}
	compiled_name_record(&process->compiled, &code);
	target->object = code.object;
	target->file = code.file;
	target->function = code.function;
	target->line = code.line;
	target->address = code.address;
}

static bool
take_code(struct data_process *process, const char *text)
{
	struct raw_data *raw = process->raw;
	struct cg_target code = {0};
	uint64_t number, object;
	size_t len;
	char *first;

	if (!take_number(&text, &number) ||
	    number != raw->ncodes - process->codes_before ||
	    !take_number(&text, &object) || object >= process->nobjects ||
	    !take_number(&text, &code.address))
		return false;
	len = strcspn(text, " ");
	if (text[len] == '\0')
		return false;
	first = cli_copy(text, len);
	code.object = process->objects[object];
	code.file = first;
	code.function = text + len + 1;
	name_target(process, &code);
	code.object = keep(raw, code.object);
	code.file = keep(raw, code.file);
	code.function = keep(raw, code.function);
	free(first);
	raw->codes = cli_grow(raw->codes, raw->ncodes, sizeof(*raw->codes));
	raw->codes[raw->ncodes++] = code;
	return true;
}

static void
take_passed(struct raw_data *raw, const char *pattern)
{
	raw->passed = cli_grow(raw->passed, raw->npassed, sizeof(*raw->passed));
	raw->passed[raw->npassed++] = keep(raw, pattern);
}

static int
take_descriptions(struct data_process *process, const struct cg_header *header,
    const char *path)
{
	for (size_t i = 0; i < header->ndescs; i++) {
		const char *object =
		    description_value(header->descs[i], "Object:");
		const char *datum =
		    description_value(header->descs[i], "Datum:");
		const char *code = description_value(header->descs[i], "Code:");
		const char *passed =
		    description_value(header->descs[i], "Passed:");

		if ((object != NULL && !take_object(process, object)) ||
		    (datum != NULL && !take_datum(process, datum)) ||
		    (code != NULL && !take_code(process, code)))
			return refuse(process->raw, path, header->descs[i]);
		if (passed != NULL)
			take_passed(process->raw, passed);
	}
	return 0;
}

/* --- rows ----------------------------------------------------------------- */

/* Puts the row with the number of its datum among all.  Returns the length; 0: there is
 * no such datum. */
static size_t
put_row(const struct data_process *process, const struct raw_row *row, char *to,
    size_t size)
{
	if (row->datum == 0 || row->datum > process->raw->n - process->before)
		return 0;
	return (size_t)snprintf(to, size,
	    row->has_offset ? "%zu %llu %llu %llu" : "%zu",
	    row->datum + process->before - 1, (unsigned long long)row->offset,
	    (unsigned long long)row->step, (unsigned long long)row->span);
}

/* Makes the numbers of a process those of all.  False if there is no such datum or
 * code. */
static bool
renumber(
    const struct data_process *process, const char *text, char *to, size_t size)
{
	struct raw_row row = raw_row_parse(text), partner;
	size_t len = put_row(process, &row, to, size), added, code;

	if (len == 0)
		return false;
	if (!raw_row_partner(text, &partner, &code))
		return true;
	to[len++] = ' ';
	added = put_row(process, &partner, to + len, size - len);
	if (added == 0 || code >= process->raw->ncodes - process->codes_before)
		return false;
	snprintf(to + len + added, size - len - added, " %zu",
	    code + process->codes_before);
	return true;
}

static int
add_rows(
    struct data_process *process, struct cg_reader *reader, const char *path)
{
	struct raw_data *raw = process->raw;
	struct cg_record record;
	int got;

	while ((got = cg_reader_next(reader, &record)) == 1) {
		char function[200]; /* nine numbers */

		if (!renumber(
			process, record.function, function, sizeof(function)))
			return refuse(raw, path, record.function);
		record.function = function;
		if (record.kind == CG_CALL)
			name_target(process, &record.target);
		if (cg_profile_add(raw->profile, &record) < 0)
			return -1;
	}
	return got;
}

int
raw_data_add(struct raw_data *raw, const char *path, pid_t pid, time_t since)
{
	struct cg_reader *reader = cg_reader_open(path, &raw->error);
	struct data_process process = {
	    .raw = raw, .before = raw->n, .codes_before = raw->ncodes};
	const struct cg_header *header;
	int status;

	if (reader == NULL)
		return -1;
	header = cg_reader_header(reader);
	if (raw->profile == NULL)
		raw->profile = cg_profile_new(header->nevents, &raw->error);

	build_ids_take(&process.own, header);
	build_ids_take(&raw->build_ids, header);
	compiled_read(&process.compiled, header, pid, since);
	status = raw->profile == NULL
		     ? -1
		     : take_descriptions(&process, header, path);
	if (status == 0)
		status = add_rows(&process, reader, path);
	compiled_release(&process.compiled);
	build_ids_release(&process.own);
	free(process.objects);
	if (raw->first == NULL)
		raw->first = reader;
	else
		cg_reader_close(reader);
	return status;
}

void
raw_data_release(struct raw_data *raw)
{
	for (size_t i = 0; i < raw->n; i++)
		free(raw->data[i].places);
	for (size_t i = 0; i < raw->nstrings; i++)
		free(raw->strings[i]);
	free(raw->data);
	free(raw->codes);
	free(raw->passed);
	free(raw->strings);
	build_ids_release(&raw->build_ids);
	cg_profile_free(raw->profile);
	cg_reader_close(raw->first);
}
