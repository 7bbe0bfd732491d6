/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a table of any names for pprof, and decodes the message: all its
 * strings are printable UTF-8, and its samples lead to the names of the rows.
 */
#include <string.h>

#include "cg-export/pprof.h"
#include "hostile_table.h"
#include "sink.h"
#include "target.h"

enum { MOST_STRINGS = 64, MOST_FUNCTIONS = 16 };

/* bytes that are being decoded */
struct message {
	const uint8_t *p;
	const uint8_t *end;
};

/* a field: a number, or bytes */
struct field {
	uint64_t number; /* of the field */
	uint64_t value;
	struct message bytes;
};

static struct profile {
	size_t nstrings;
	struct message strings[MOST_STRINGS];
	size_t nfunctions;
	struct {
		uint64_t name;
		uint64_t file;
	} functions[MOST_FUNCTIONS];
	size_t nsamples;
	size_t nlocations;
	struct {
		uint64_t function;
		uint64_t line;
	} locations[MOST_FUNCTIONS];
} profile;

static uint64_t
take_varint(struct message *m)
{
	uint64_t value = 0;

	for (unsigned int shift = 0;; shift += 7) {
		demand(m->p < m->end && shift < 70, "a number ends");
		value |= (uint64_t)(*m->p & 0x7f) << (shift % 64);
		if (*m->p++ < 0x80)
			return value;
	}
}

/* Reads the next field; false at the end. */
static bool
take_field(struct message *m, struct field *field)
{
	uint64_t key;

	if (m->p == m->end)
		return false;
	key = take_varint(m);
	demand(key % 8 == 0 || key % 8 == 2, "a field is a number or bytes");
	*field = (struct field){.number = key / 8};
	field->value = take_varint(m);
	if (key % 8 == 2) {
		demand(field->value <= (uint64_t)(m->end - m->p),
		    "bytes end in their message");
		field->bytes = (struct message){m->p, m->p + field->value};
		m->p += field->value;
	}
	return true;
}

static void
take_sample(const struct table *t, struct message m)
{
	const struct table_row *row = &t->rows[profile.nsamples++];
	struct field field;
	size_t n = 0;

	demand(profile.nsamples <= t->nrows, "there is a sample for each row");
	while (take_field(&m, &field))
		if (field.number == 1)
			demand(field.value == profile.nsamples,
			    "a sample has the location of its row");
		else
			demand(n < t->header.nevents &&
				   (int64_t)field.value == row->counts[n++],
			    "a sample has the counts of its row");
	demand(n == t->header.nevents, "a sample has all counts");
}

static void
take_location(struct message m)
{
	struct field field, inner;
	size_t i = profile.nlocations++;

	demand(i < MOST_FUNCTIONS, "there are few locations");
	while (take_field(&m, &field)) {
		if (field.number == 1)
			demand(field.value == i + 1, "locations have numbers");
		while (field.number == 4 && take_field(&field.bytes, &inner))
			if (inner.number == 1)
				profile.locations[i].function = inner.value;
			else
				profile.locations[i].line = inner.value;
	}
}

static void
take_function(struct message m)
{
	size_t i = profile.nfunctions++;
	struct field field;

	demand(i < MOST_FUNCTIONS, "there are few functions");
	while (take_field(&m, &field))
		if (field.number == 1)
			demand(field.value == i + 1, "functions have numbers");
		else if (field.number == 2)
			profile.functions[i].name = field.value;
		else if (field.number == 4)
			profile.functions[i].file = field.value;
}

/* Checks that the string is the name with unprintable bytes escaped. */
static void
demand_string(uint64_t number, const char *name)
{
	const char *end = name + strlen(name), *p, *string_end;

	demand(number < profile.nstrings, "a string exists");
	p = (const char *)profile.strings[number].p;
	string_end = (const char *)profile.strings[number].end;
	while (name < end) {
		size_t n = text_printable(name, end);
		size_t len = n > 0 ? n : strlen("\\xHH");

		demand(
		    (size_t)(string_end - p) >= len &&
			(n > 0 ? memcmp(p, name, n) : memcmp(p, "\\x", 2)) == 0,
		    "a string is its name");
		p += len;
		name += n > 0 ? n : 1;
	}
	demand(p == string_end, "a string is no more than its name");
}

static void
check_profile(const struct table *t, struct message m)
{
	struct field field;

	profile = (struct profile){.nstrings = 0};
	while (take_field(&m, &field)) {
		switch (field.number) {
		case 2:
			take_sample(t, field.bytes);
			break;
		case 4:
			take_location(field.bytes);
			break;
		case 5:
			take_function(field.bytes);
			break;
		case 6:
			demand(profile.nstrings < MOST_STRINGS,
			    "there are few strings");
			demand(text_is_printable((const char *)field.bytes.p,
				   (size_t)(field.bytes.end - field.bytes.p)),
			    "a string is printable");
			profile.strings[profile.nstrings++] = field.bytes;
			break;
		}
	}
	demand(profile.nsamples == t->nrows && profile.nlocations == t->nrows,
	    "there is a sample for each row");
	demand_string(0, "");
	for (size_t i = 0; i < t->nrows; i++) {
		uint64_t function = profile.locations[i].function;

		demand(function > 0 && function <= profile.nfunctions,
		    "a function exists");
		demand((int64_t)profile.locations[i].line == t->rows[i].line,
		    "a location has the line of its row");
		demand_string(
		    profile.functions[function - 1].name, t->rows[i].function);
		demand_string(
		    profile.functions[function - 1].file, t->rows[i].name);
	}
}

static void
run(const uint8_t *data, size_t size)
{
	const struct table *t =
	    hostile_table_make(data, size, 1, DETAIL_FUNCTION, true);
	struct printer printer;
	const uint8_t *printed;
	size_t len;

	sink_open(&printer, false);
	pprof_print(
	    &(struct pprof_source){
		.rows = hostile_table_ranked(t),
		.events = t->header.events,
		.event = t->event,
		.cmd = t->cmd,
		.partials = t->partials,
	    },
	    &printer);
	printed = (const uint8_t *)sink_bytes(&len);
	check_profile(t, (struct message){printed, printed + len});
	hostile_table_release();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	demand(attempt(run, data, size), "no name is an error");
	return 0;
}
