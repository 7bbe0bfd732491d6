/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile of pprof, the message Profile of its profile.proto in the protocol
 * buffers' encoding.  A row becomes a sample with one value for each event.  Its
 * first location is its line, and the others are the calls that led there.  If
 * code was inlined, its location also has the functions around it, with the lines
 * at which it was inlined.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/context_map.h"
#include "pprof.h"
#include "stack_rows.h"

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
	const struct pprof_source *source;
	struct printer *printer;
	struct pairs strings;   /* the first is "", as the format demands */
	struct pairs functions; /* with their files */
	/*
	 * A location is a line of code, and the lines at which its function was
	 * inlined: a context whose frames are these lines.
	 */
	struct context_map
	    calls; /* of contexts, the locations of their calls */
	const struct cg_context **locations; /* by number */
	size_t nlocations;
	const struct cg_context **leaves; /* the location of each row */
	struct message profile;           /* what is not printed yet */
	struct message inner;
	struct message innermost;
};

static const char unit[] = "count";
static const char estimate[] =
    "the stacks are an estimate from calls; cg-collect --stacks counts them";

static void
print(struct pprof *p)
{
	printer_bytes(
	    p->printer, (const char *)p->profile.bytes, p->profile.len);
	p->profile.len = 0;
}

static size_t
string_of(const struct pprof *p, const char *text)
{
	return find_pair(&p->strings, text, "");
}

/* --- locations ------------------------------------------------------------ */

/* Returns the location of a line of a function that was inlined at the outer
 * location; NULL: it was not. */
static const struct cg_context *
location(struct pprof *p, const char *function, const char *file, int64_t line,
    const struct cg_context *outer)
{
	const struct cg_context *found =
	    context_map_add(&p->calls, &(struct cg_context){.caller = outer,
					   .object = "",
					   .def_file = file,
					   .function = function,
					   .line = line});

	if (found->number == p->nlocations) {
		p->locations = cli_grow(
		    p->locations, p->nlocations, sizeof(*p->locations));
		p->locations[p->nlocations++] = found;
	}
	return found;
}

/*
 * Finds the location of the call that led to a context; `changed` has the location
 * of the call of its caller.  If that was inlined, and its call is not known, the
 * host is.
 */
static const struct cg_context *
find_call(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	const struct cg_context *caller = from->caller, *outer = NULL;

	if (caller == NULL)
		return NULL;
	if (caller->host != NULL)
		outer = changed->caller != NULL
			    ? changed->caller
			    : location(arg, caller->host, caller->host_file, 0,
				  NULL);
	return location(
	    arg, caller->function, caller->def_file, from->line, outer);
}

/* Finds the location of a row without a stack, with the functions that its code was
 * inlined into. */
static const struct cg_context *
find_alone(struct pprof *p, const struct ranked_row *row)
{
	struct inline_frame frames[MAX_INLINE_FRAMES];
	const struct cg_record inlined = {
	    .def_file = row->def_file,
	    .function = row->function,
	    .host_file = row->host_file,
	    .host = row->host,
	};
	const struct cg_context *outer = NULL;
	size_t n = 0;

	if (row->host != NULL)
		n = inline_chains_find(p->source->chains, &inlined, frames);
	while (n-- > 0)
		outer = location(p, frames[n].function, frames[n].file,
		    frames[n].line, outer);
	return location(p, row->function, row->file, row->line, outer);
}

static const struct cg_context *
find_leaf(struct pprof *p, const struct ranked_row *row)
{
	const struct cg_context *outer;

	if (row->context == NULL ||
	    (row->host != NULL && row->context->caller == NULL))
		return find_alone(p, row);
	outer = context_map_find(&p->calls, row->context);
	return location(p, row->function, row->file, row->line,
	    row->host != NULL ? outer : NULL);
}

static void
collect_names(struct pprof *p)
{
	const struct pprof_source *s = p->source;

	add_pair(&p->strings, "", "");
	add_pair(&p->strings, unit, "");
	add_pair(&p->strings, s->cmd, "");
	add_pair(&p->strings, estimate, "");
	for (size_t i = 0; i < s->partials->n; i++)
		add_pair(&p->strings, s->partials->list[i], "");
	for (size_t i = 0; i < s->rows->nevents; i++)
		add_pair(&p->strings, s->events[i].name, "");
	for (size_t i = 0; i < p->nlocations; i++) {
		const struct cg_context *l = p->locations[i];

		add_pair(&p->strings, l->function, "");
		add_pair(&p->strings, l->def_file, "");
		add_pair(&p->functions, l->function, l->def_file);
	}
	sort_pairs(&p->strings);
	sort_pairs(&p->functions);
}

static void
put_sample_types(struct pprof *p)
{
	const struct pprof_source *s = p->source;

	for (size_t i = 0; i < s->rows->nevents; i++) {
		put_number(&p->inner, VALUE_TYPE_TYPE,
		    string_of(p, s->events[i].name));
		put_number(&p->inner, VALUE_TYPE_UNIT, string_of(p, unit));
		put_message(&p->profile, PROFILE_SAMPLE_TYPE, &p->inner);
	}
}

/* Identifiers start at 1. */
static void
put_location_id(struct pprof *p, const struct cg_context *l)
{
	put_number(&p->inner, SAMPLE_LOCATION_ID, (uint64_t)l->number + 1);
}

/* Puts the locations of the calls that led to a context, innermost first.  The
 * location of a line has the lines around it that it was inlined at. */
static void
put_callers(struct pprof *p, const struct cg_context *context)
{
	while (context != NULL) {
		while (context->host != NULL && context->caller != NULL)
			context = context->caller;
		if (context->caller != NULL)
			put_location_id(
			    p, context_map_find(&p->calls, context));
		context = context->caller;
	}
}

static void
put_samples(struct pprof *p)
{
	const struct ranked_rows *rows = p->source->rows;

	for (size_t i = 0; i < rows->n; i++) {
		const struct ranked_row *row = &rows->list[i];

		put_location_id(p, p->leaves[i]);
		put_callers(p, row->context);
		for (size_t e = 0; e < rows->nevents; e++)
			put_number(
			    &p->inner, SAMPLE_VALUE, (uint64_t)row->counts[e]);
		put_message(&p->profile, PROFILE_SAMPLE, &p->inner);
		/* each row has all its callers */
		print(p);
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

/* The innermost line comes first. */
static void
put_locations(struct pprof *p)
{
	for (size_t i = 0; i < p->nlocations; i++) {
		put_number(&p->inner, LOCATION_ID, i + 1);
		for (const struct cg_context *l = p->locations[i]; l != NULL;
		     l = l->caller)
			put_line(p, l->function, l->def_file, l->line);
		put_message(&p->profile, PROFILE_LOCATION, &p->inner);
	}
}

/* Without a system name: pprof demangles a name that is equal to it once more, and
 * cuts what is in brackets, so that functions become one. */
static void
put_functions(struct pprof *p)
{
	for (size_t i = 0; i < p->functions.n; i++) {
		const struct pair *function = &p->functions.list[i];

		put_number(&p->inner, FUNCTION_ID, i + 1);
		put_number(
		    &p->inner, FUNCTION_NAME, string_of(p, function->name));
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

/* Puts the command, a line for each part that is missing, and what is an
 * estimate. */
static void
put_comments(struct pprof *p)
{
	const struct pprof_source *s = p->source;

	if (*s->cmd != '\0')
		put_number(&p->profile, PROFILE_COMMENT, string_of(p, s->cmd));
	for (size_t i = 0; i < s->partials->n; i++)
		put_number(&p->profile, PROFILE_COMMENT,
		    string_of(p, s->partials->list[i]));
	if (s->is_estimate)
		put_number(
		    &p->profile, PROFILE_COMMENT, string_of(p, estimate));
}

void
pprof_print(const struct pprof_source *source, struct printer *printer)
{
	struct pprof p = {.source = source, .printer = printer};

	context_map_init(&p.calls, find_call, &p);
	p.leaves = cli_alloc(source->rows->n, sizeof(*p.leaves));
	for (size_t i = 0; i < source->rows->n; i++)
		p.leaves[i] = find_leaf(&p, &source->rows->list[i]);
	collect_names(&p);
	put_sample_types(&p);
	put_samples(&p);
	put_locations(&p);
	put_functions(&p);
	put_strings(&p);
	put_comments(&p);
	put_number(&p.profile, PROFILE_DEFAULT_SAMPLE_TYPE,
	    string_of(&p, source->events[source->event].name));
	print(&p);
	context_map_release(&p.calls);
	free(p.locations);
	free(p.leaves);
	free(p.strings.list);
	free(p.functions.list);
	free(p.profile.bytes);
	free(p.inner.bytes);
	free(p.innermost.bytes);
}

void
pprof_write(struct request *r)
{
	struct stack_rows lines;
	struct ranked_rows rows;
	struct printer printer;

	stack_rows_read(&lines, r->path, r->accepts_damage);
	request_resolve(r, &lines.profile, lines.rows);
	ranked_rows_make(&rows, lines.rows,
	    cg_reader_totals(lines.profile.first), &r->projection, &r->ranking);
	if (lines.estimated.contexts != NULL)
		cli_warn("%s", estimate);
	deep_stacks_warn(&lines.deep);
	printer_open(&printer, &r->output, COLOR_NEVER);
	pprof_print(
	    &(struct pprof_source){
		.rows = &rows,
		.chains = &lines.chains,
		.events = r->projection.events,
		.event = r->ranking.event,
		.cmd = lines.profile.header.cmd,
		.partials = &lines.profile.partials,
		.is_estimate = lines.estimated.contexts != NULL,
	    },
	    &printer);
	printer_close(&printer);
	ranked_rows_release(&rows);
	stack_rows_release(&lines);
}
