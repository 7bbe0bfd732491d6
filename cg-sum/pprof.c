/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile of pprof, the message Profile of its profile.proto in the protocol
 * buffers' encoding.  A row becomes a sample with one value for each event and
 * with a single location, its line: rows do not know their callers.  If its code
 * was inlined, the location also has the functions around it, with the lines at
 * which it was inlined.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "render.h"

/* Numbers of the fields that are used, as profile.proto has them. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,
	VALUE_TYPE_TYPE = 1,
	VALUE_TYPE_UNIT = 2,
	SAMPLE_LOCATION_ID = 1,
	SAMPLE_VALUE = 2,
	LOCATION_ID = 1,
	LOCATION_LINE = 4,
	LINE_FUNCTION_ID = 1,
	LINE_LINE = 2,
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILENAME = 4,
};

/* --- the encoding --------------------------------------------------------- */

struct message {
	unsigned char *bytes;
	size_t len;
	size_t size;
};

static void
put_bytes(struct message *m, const void *bytes, size_t len)
{
	if (m->size - m->len < len) {
		m->size = (m->size + len) * 2;
		m->bytes = cli_resize(m->bytes, m->size, 1);
	}
	memcpy(m->bytes + m->len, bytes, len);
	m->len += len;
}

/* Seven bits a byte, the lowest first; the last byte is below 0x80. */
static void
put_varint(struct message *m, uint64_t value)
{
	unsigned char bytes[10];
	size_t len = 0;

	for (; value >= 0x80; value >>= 7)
		bytes[len++] = (unsigned char)(value | 0x80);
	bytes[len++] = (unsigned char)value;
	put_bytes(m, bytes, len);
}

static void
put_number(struct message *m, unsigned int field, uint64_t value)
{
	put_varint(m, field << 3);
	put_varint(m, value);
}

static void
put_text(struct message *m, unsigned int field, const void *bytes, size_t len)
{
	put_varint(m, field << 3 | 2);
	put_varint(m, len);
	put_bytes(m, bytes, len);
}

/* Puts one message into another and empties it. */
static void
put_message(struct message *m, unsigned int field, struct message *inner)
{
	put_text(m, field, inner->bytes, inner->len);
	inner->len = 0;
}

/* --- strings and functions ------------------------------------------------ */

/* A set of strings or of pairs of strings: sorted, each once. */
struct pair {
	const char *name;
	const char *file; /* "" for a string */
};

struct pairs {
	size_t n;
	struct pair *list;
};

static int
compare_pairs(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order != 0 ? order : strcmp(x->file, y->file);
}

static void
add_pair(struct pairs *pairs, const char *name, const char *file)
{
	pairs->list = cli_grow(pairs->list, pairs->n, sizeof(*pairs->list));
	pairs->list[pairs->n++] = (struct pair){name, file};
}

static void
sort_pairs(struct pairs *pairs)
{
	size_t n = 0;

	if (pairs->n > 1) /* qsort takes no NULL */
		qsort(
		    pairs->list, pairs->n, sizeof(*pairs->list), compare_pairs);
	for (size_t i = 0; i < pairs->n; i++)
		if (n == 0 ||
		    compare_pairs(&pairs->list[n - 1], &pairs->list[i]) != 0)
			pairs->list[n++] = pairs->list[i];
	pairs->n = n;
}

static size_t
find_pair(const struct pairs *pairs, const char *name, const char *file)
{
	const struct pair wanted = {name, file};
	const struct pair *found = bsearch(&wanted, pairs->list, pairs->n,
	    sizeof(*pairs->list), compare_pairs);

	return (size_t)(found - pairs->list);
}

/* --- the profile ---------------------------------------------------------- */

struct pprof {
	const struct table *table;
	struct pairs strings;   /* the first is "", as the format demands */
	struct pairs functions; /* with their files */
	struct message profile;
	struct message inner;
	struct message innermost;
};

static const char unit[] = "count";

static size_t
string_of(const struct pprof *p, const char *text)
{
	return find_pair(&p->strings, text, "");
}

/* Lists the functions that the code of a row was inlined into, innermost first. */
static size_t
find_frames(const struct pprof *p, const struct table_row *row,
    struct inline_frame frames[MAX_INLINE_FRAMES])
{
	struct cg_record inlined = {
	    .def_file = row->def_file,
	    .function = row->function,
	    .host_file = row->host_file,
	    .host = row->host,
	};

	if (row->host == NULL)
		return 0;
	return inline_chains_find(p->table->chains, &inlined, frames);
}

static void
collect_function(struct pprof *p, const char *name, const char *file)
{
	add_pair(&p->strings, name, "");
	add_pair(&p->strings, file, "");
	add_pair(&p->functions, name, file);
}

static void
collect_names(struct pprof *p)
{
	const struct table *t = p->table;
	struct inline_frame frames[MAX_INLINE_FRAMES];

	add_pair(&p->strings, "", "");
	add_pair(&p->strings, unit, "");
	add_pair(&p->strings, t->cmd, "");
	for (size_t i = 0; i < t->partials->n; i++)
		add_pair(&p->strings, t->partials->list[i], "");
	for (size_t i = 0; i < t->header.nevents; i++)
		add_pair(&p->strings, t->header.events[i].name, "");
	for (size_t i = 0; i < t->nrows; i++) {
		size_t nframes = find_frames(p, &t->rows[i], frames);

		collect_function(p, t->rows[i].function, t->rows[i].name);
		for (size_t f = 0; f < nframes; f++)
			collect_function(p, frames[f].function, frames[f].file);
	}
	sort_pairs(&p->strings);
	sort_pairs(&p->functions);
}

static void
put_sample_types(struct pprof *p)
{
	const struct table *t = p->table;

	for (size_t i = 0; i < t->header.nevents; i++) {
		put_number(&p->inner, VALUE_TYPE_TYPE,
		    string_of(p, t->header.events[i].name));
		put_number(&p->inner, VALUE_TYPE_UNIT, string_of(p, unit));
		put_message(&p->profile, PROFILE_SAMPLE_TYPE, &p->inner);
	}
}

/* Identifiers start at 1; a row and its location have the same number. */
static void
put_samples(struct pprof *p)
{
	const struct table *t = p->table;

	for (size_t i = 0; i < t->nrows; i++) {
		const struct table_row *row = &t->rows[i];

		put_number(&p->inner, SAMPLE_LOCATION_ID, i + 1);
		for (size_t e = 0; e < t->header.nevents; e++)
			put_number(
			    &p->inner, SAMPLE_VALUE, (uint64_t)row->counts[e]);
		put_message(&p->profile, PROFILE_SAMPLE, &p->inner);
	}
}

static void
put_line(struct pprof *p, const char *function, const char *file, int64_t line)
{
	put_number(&p->innermost, LINE_FUNCTION_ID,
	    find_pair(&p->functions, function, file) + 1);
	put_number(&p->innermost, LINE_LINE, (uint64_t)line);
	put_message(&p->inner, LOCATION_LINE, &p->innermost);
}

/* The line of the row comes first, then the lines around it. */
static void
put_locations(struct pprof *p)
{
	const struct table *t = p->table;
	struct inline_frame frames[MAX_INLINE_FRAMES];

	for (size_t i = 0; i < t->nrows; i++) {
		const struct table_row *row = &t->rows[i];
		size_t nframes = find_frames(p, row, frames);

		put_number(&p->inner, LOCATION_ID, i + 1);
		put_line(p, row->function, row->name, row->line);
		for (size_t f = 0; f < nframes; f++)
			put_line(p, frames[f].function, frames[f].file,
			    frames[f].line);
		put_message(&p->profile, PROFILE_LOCATION, &p->inner);
	}
}

static void
put_functions(struct pprof *p)
{
	for (size_t i = 0; i < p->functions.n; i++) {
		const struct pair *function = &p->functions.list[i];

		put_number(&p->inner, FUNCTION_ID, i + 1);
		put_number(
		    &p->inner, FUNCTION_NAME, string_of(p, function->name));
		put_number(&p->inner, FUNCTION_SYSTEM_NAME,
		    string_of(p, function->name));
		put_number(
		    &p->inner, FUNCTION_FILENAME, string_of(p, function->file));
		put_message(&p->profile, PROFILE_FUNCTION, &p->inner);
	}
}

/*
 * A string must be UTF-8, and pprof prints it as it is: bytes that are not
 * printable become \xHH.
 */
static void
put_characters(struct message *m, const char *text)
{
	const char *end = text + strlen(text);

	while (text < end) {
		size_t len = cg_printable_length(text, end);
		char escaped[sizeof("\\xHH")];

		if (len > 0) {
			put_bytes(m, text, len);
			text += len;
			continue;
		}
		snprintf(escaped, sizeof(escaped), "\\x%02x",
		    (unsigned int)(unsigned char)*text++);
		put_bytes(m, escaped, strlen(escaped));
	}
}

static void
put_strings(struct pprof *p)
{
	for (size_t i = 0; i < p->strings.n; i++) {
		put_characters(&p->inner, p->strings.list[i].name);
		put_message(&p->profile, PROFILE_STRING_TABLE, &p->inner);
	}
}

/* Puts the command, and a line for each part that is missing. */
static void
put_comments(struct pprof *p)
{
	const struct table *t = p->table;

	if (*t->cmd != '\0')
		put_number(&p->profile, PROFILE_COMMENT, string_of(p, t->cmd));
	for (size_t i = 0; i < t->partials->n; i++)
		put_number(&p->profile, PROFILE_COMMENT,
		    string_of(p, t->partials->list[i]));
}

void
render_pprof(const struct table *t, struct printer *printer)
{
	struct pprof p = {.table = t};

	collect_names(&p);
	put_sample_types(&p);
	put_samples(&p);
	put_locations(&p);
	put_functions(&p);
	put_strings(&p);
	put_comments(&p);
	put_number(&p.profile, PROFILE_DEFAULT_SAMPLE_TYPE,
	    string_of(&p, t->header.events[t->event].name));
	printer_bytes(printer, (const char *)p.profile.bytes, p.profile.len);
	free(p.strings.list);
	free(p.functions.list);
	free(p.profile.bytes);
	free(p.inner.bytes);
	free(p.innermost.bytes);
}
