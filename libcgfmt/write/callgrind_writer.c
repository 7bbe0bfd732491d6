/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Callgrind's format as Callgrind writes it: names and files when they change,
 * fe= to return to the function's own file, zero counts at the end of a row
 * left out, totals last.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes/output.h"
#include "callgrind.h"
#include "contexts.h"
#include "error.h"
#include "names.h"
#include "numbers.h"
#include "strbuf.h"
#include "tuples.h"
#include "write/callgrind_writer.h"

enum {
	NEAR = 100, /* smaller differences of positions are written as such */
	MAX_NAMES = 3, /* that an id stands for */
};

enum space { OBJECTS, FILES, FUNCTIONS, HOST_FILES, HOST_FUNCTIONS, NSPACES };

/* numbers of names in the order in which they are first written: "(1) main"
 * the first time, then "(1)", the mirror of idmap_reader.h */
struct name_ids {
	struct names names;
	struct tuples tuples; /* of interned names */
};

struct callgrind_writer {
	const struct print *print;
	const struct cg_header *header;
	bool compress_names;
	bool compress_positions;
	struct name_ids ids[NSPACES];
	struct strbuf object; /* of the last row */
	struct strbuf def_file;
	struct strbuf function;
	struct strbuf host_file; /* of the last "# hostfl=" */
	struct strbuf host;      /* of the last row, if it has one */
	bool has_host;
	struct contexts contexts;
	struct names context_names;
	size_t ncontexts; /* that were written, the first ones */
	const struct cg_context *context; /* of the last row, or NULL */
	struct strbuf region;             /* of the part, if it has one */
	bool has_region;
	size_t nparts;      /* that were begun */
	struct strbuf file; /* that a reader takes for the next row's */
	uint64_t address;   /* of the last row */
	int64_t line;
	size_t counts_size; /* fits the longest, which are written backwards */
	char *counts;
};

/* how many names an id stands for */
static size_t
nnames(enum space space)
{
	return space == FUNCTIONS || space == HOST_FUNCTIONS ? MAX_NAMES : 1;
}

/* Prepares for the first row of a part. */
static int
init_names(struct callgrind_writer *w)
{
	for (enum space i = 0; i < NSPACES; i++)
		w->ids[i] = (struct name_ids){.tuples = {.width = nnames(i)}};
	w->object = w->def_file = (struct strbuf){0};
	w->function = w->file = (struct strbuf){0};
	w->host_file = w->host = (struct strbuf){0};
	w->has_host = false;
	w->ncontexts = 0;
	w->context = NULL;
	return strbuf_set(&w->object, "", 0);
}

static void
release_names(struct callgrind_writer *w)
{
	for (enum space i = 0; i < NSPACES; i++) {
		names_release(&w->ids[i].names);
		tuples_release(&w->ids[i].tuples);
	}
	strbuf_release(&w->object);
	strbuf_release(&w->def_file);
	strbuf_release(&w->function);
	strbuf_release(&w->file);
	strbuf_release(&w->host_file);
	strbuf_release(&w->host);
	contexts_release(&w->contexts);
	names_release(&w->context_names);
	w->context_names = (struct names){.size = 0};
}

struct callgrind_writer *
callgrind_writer_new(const struct print *print, const struct cg_header *header)
{
	struct callgrind_writer *w = calloc(1, sizeof(*w));

	if (w == NULL)
		return NULL;
	w->print = print;
	w->header = header;
	w->counts_size = header->nevents * NUMBERS_CHARS + 1;
	w->counts = malloc(w->counts_size);
	if (init_names(w) == 0 && w->counts != NULL)
		return w;
	callgrind_writer_free(w);
	return NULL;
}

void
callgrind_writer_compress(
    struct callgrind_writer *w, bool names, bool positions)
{
	w->compress_names = names;
	w->compress_positions = positions;
}

void
callgrind_writer_free(struct callgrind_writer *w)
{
	if (w == NULL)
		return;
	release_names(w);
	strbuf_release(&w->region);
	free(w->counts);
	free(w);
}

/* --- numbers -------------------------------------------------------------- */

static int
put_counts(struct callgrind_writer *w, const int64_t *counts, size_t n)
{
	char *end = w->counts + w->counts_size, *p = end;

	*--p = '\n';
	p = numbers_write(p, counts, n);
	return cg_output_write(w->print->output, p, (size_t)(end - p));
}

/*
 * Writes the position to `to` and returns its end.  A position of 0 is not
 * known, and the others are not relative to it: so does Callgrind, and some
 * readers know no position before the first row.
 */
static char *
format_position(const struct callgrind_writer *w, char *to, const char *format,
    uint64_t position, uint64_t last)
{
	bool relative = w->compress_positions && last > 0;

	if (relative && position == last)
		return to + sprintf(to, "*");
	if (relative && position > last && position - last < NEAR)
		return to + sprintf(to, "+%" PRIu64, position - last);
	if (relative && position < last && last - position < NEAR)
		return to + sprintf(to, "-%" PRIu64, last - position);
	return to + sprintf(to, format, position);
}

static int
put_position(struct callgrind_writer *w, uint64_t address, int64_t line)
{
	enum { ADDRESS_CHARS = 18, LINE_CHARS = 19 };
	char text[ADDRESS_CHARS + 1 + LINE_CHARS + 1], *p = text;
	bool lines = !w->header->has_addresses || !w->header->has_no_lines;

	if (w->header->has_addresses)
		p = format_position(w, p, "0x%" PRIx64, address, w->address);
	if (w->header->has_addresses && lines)
		*p++ = ' ';
	if (lines)
		p = format_position(
		    w, p, "%" PRIu64, (uint64_t)line, (uint64_t)w->line);
	return cg_output_write(w->print->output, text, (size_t)(p - text));
}

/* puts position and counts: up to the last that is not 0, but at least one */
static int
put_row(struct callgrind_writer *w, const struct cg_record *record)
{
	size_t n = w->header->nevents;

	if (put_position(w, record->address, record->line) < 0)
		return -1;
	/* the next positions are relative to these */
	w->address = record->address;
	w->line = record->line;
	if (record->kind != CG_COSTS && record->kind != CG_CALL)
		return print_text(w->print, "\n");
	while (n > 1 && record->counts[n - 1] == 0)
		n--;
	return put_counts(w, record->counts, n);
}

/* --- names ---------------------------------------------------------------- */

/*
 * Finds the number of these names, from 1 on, or assigns the next one; *is_new
 * says which.  Returns 0, or -1 when out of memory.
 */
static int
find_id(struct name_ids *ids, const char *const *names, uint32_t *number,
    bool *is_new)
{
	size_t n = ids->tuples.n;
	uint64_t words[MAX_NAMES];

	for (size_t i = 0; i < ids->tuples.width; i++) {
		words[i] = (uintptr_t)names_intern(
		    &ids->names, names[i], strlen(names[i]));
		if (words[i] == 0)
			return -1;
	}
	if (tuples_intern(&ids->tuples, words, number) < 0)
		return -1;
	*is_new = ids->tuples.n > n;
	++*number;
	return 0;
}

/*
 * Puts "KEY=NAME", "KEY=(ID) NAME" or "KEY=(ID)".  The name is the first of the
 * names that the id stands for.
 */
static int
put_name(struct callgrind_writer *w, const char *key, enum space space,
    const char *const *names)
{
	const char *name = names[0];
	bool is_blank = name[strspn(name, " \t")] == '\0';
	uint64_t number;
	size_t len = callgrind_id(name, name + strlen(name), &number);
	/* a reader would take the name for one composed of others, or for an id
	 */
	bool composed = len > 0 && name[len] == '\'';
	bool needs_id = len > 0 && !composed;
	char text[sizeof("(4294967295) ")];
	bool is_new = true;
	uint32_t id;

	if (print_text(w->print, key) < 0)
		return -1;
	if (!is_blank && (w->compress_names || needs_id)) {
		if (find_id(&w->ids[space], names, &id, &is_new) < 0)
			return error_memory(w->print->error);
		sprintf(text, "(%" PRIu32 ")%s", id, is_new ? " " : "\n");
		if (print_text(w->print, text) < 0)
			return -1;
	}
	if (!is_new)
		return 0;
	/* escapes the bracket of a name that looks composed */
	return composed ? print_line(w->print, "\\x28", name + 1)
			: print_line(w->print, "", name);
}

static int
put_object(struct callgrind_writer *w, const char *key, const char *name)
{
	return put_name(w, key, OBJECTS, &name);
}

static int
put_file(struct callgrind_writer *w, const char *key, const char *name)
{
	return put_name(w, key, FILES, &name);
}

/*
 * Functions of one name in two files or objects have two ids, as in Callgrind's
 * profiles: KCachegrind takes an id for one function, in any file or object.
 */
static int
put_function(struct callgrind_writer *w, const char *key, const char *object,
    const char *file, const char *name)
{
	const char *const names[MAX_NAMES] = {name, file, object};

	return put_name(w, key, FUNCTIONS, names);
}

static int
remember(struct callgrind_writer *w, struct strbuf *strbuf, const char *name)
{
	return strbuf_set(strbuf, name, strlen(name)) == 0
		   ? 0
		   : error_memory(w->print->error);
}

/* true if the record has the host of the last row, or neither has one */
static bool
is_same_host(const struct callgrind_writer *w, const struct cg_record *record)
{
	if (record->host == NULL || !w->has_host)
		return record->host == NULL && !w->has_host;
	return strbuf_is(&w->host, record->host) &&
	       strbuf_is(&w->host_file, record->host_file);
}

/* puts the host after fn=, in comments, which other readers skip */
static int
put_host(struct callgrind_writer *w, const struct cg_record *record)
{
	const char *const names[MAX_NAMES] = {
	    record->host, record->host_file, record->object};

	w->has_host = record->host != NULL;
	if (!w->has_host)
		return 0;
	if (!strbuf_is(&w->host_file, record->host_file) &&
	    (put_name(w, "# hostfl=", HOST_FILES, &record->host_file) < 0 ||
		remember(w, &w->host_file, record->host_file) < 0))
		return -1;
	if (remember(w, &w->host, record->host) < 0)
		return -1;
	return put_name(w, "# hostfn=", HOST_FUNCTIONS, names);
}

/*
 * Puts ob=, fl=, fn= and the host, from the first on that differs from the last
 * row's.  If only function or host is new, fe= returns to the function's file
 * first.
 */
static int
begin_function(struct callgrind_writer *w, const struct cg_record *record)
{
	bool new_object = !strbuf_is(&w->object, record->object);
	bool new_file =
	    new_object || !strbuf_is(&w->def_file, record->def_file);
	bool has_left = w->context != NULL && record->context == NULL;

	if (!new_file && strbuf_is(&w->function, record->function) &&
	    is_same_host(w, record) && !has_left)
		return 0;
	if (new_object && (put_object(w, "ob=", record->object) < 0 ||
			      remember(w, &w->object, record->object) < 0))
		return -1;
	if (new_file && put_file(w, "fl=", record->def_file) < 0)
		return -1;
	if (!new_file && !strbuf_is(&w->file, record->def_file) &&
	    put_file(w, "fe=", record->def_file) < 0)
		return -1;
	if (remember(w, &w->def_file, record->def_file) < 0 ||
	    remember(w, &w->file, record->def_file) < 0 ||
	    remember(w, &w->function, record->function) < 0 ||
	    put_function(w, "fn=", record->object, record->def_file,
		record->function) < 0)
		return -1;
	w->context = NULL;
	return put_host(w, record);
}

/* --- contexts ------------------------------------------------------------- */

/* Sets *context to the one here; a reader would reject another function's. */
static int
find_context(struct callgrind_writer *w, const struct cg_context *from,
    const struct cg_context *frame, const struct cg_context **context)
{
	*context = NULL;
	if (from == NULL)
		return 0;
	if (contexts_compare_names(from, frame) != 0)
		return error_set(w->print->error,
		    "%s: expected a context of %s, found one of %s",
		    output_name(w->print->output), frame->function,
		    from->function);
	*context = contexts_import(&w->contexts, &w->context_names, from);
	return *context != NULL ? 0 : error_memory(w->print->error);
}

/* Puts "# context=", which other readers skip, and the caller and the place of
 * the call the first time. */
static int
put_context(struct callgrind_writer *w, const struct cg_context *context)
{
	const struct cg_context *caller = context->caller;
	char text[sizeof("# context=(4294967295) (4294967295) "
			 "0xffffffffffffffff 9223372036854775807\n")];
	char *p = text;

	p += sprintf(p, "# context=(%" PRIu32 ")", context->number + 1);
	if (context->number >= w->ncontexts) {
		w->ncontexts = context->number + 1;
		if (caller != NULL)
			p += sprintf(p, " (%" PRIu32 ")", caller->number + 1);
		if (caller != NULL && context->address != 0)
			p += sprintf(p, " 0x%" PRIx64, context->address);
		if (caller != NULL && context->line > 0)
			p += sprintf(p, " %" PRId64, context->line);
	}
	sprintf(p, "\n");
	return print_text(w->print, text);
}

/* Puts the contexts before number n that were not written yet, without rows. */
static int
put_callers(struct callgrind_writer *w, size_t n)
{
	while (w->ncontexts < n) {
		const struct cg_context *context =
		    contexts_at(&w->contexts, w->ncontexts);
		const struct cg_record record = {
		    .object = context->object,
		    .def_file = context->def_file,
		    .function = context->function,
		    .host_file = context->host_file,
		    .host = context->host,
		    .context = context,
		};

		if (begin_function(w, &record) < 0 ||
		    put_context(w, context) < 0)
			return -1;
		w->context = context;
	}
	return 0;
}

/*
 * Finds the contexts of the row and of the function that it calls, and puts
 * their callers, because a context comes after its caller's.  Sets *context and
 * *called to them.
 */
static int
prepare_contexts(struct callgrind_writer *w, const struct cg_record *record,
    const struct cg_context **context, const struct cg_context **called)
{
	const struct cg_target *to = &record->target;
	struct cg_context frame = {
	    .object = record->object,
	    .def_file = record->def_file,
	    .function = record->function,
	    .host_file = record->host_file,
	    .host = record->host,
	};
	size_t n = 0;

	*context = *called = NULL;
	if (record->context == NULL && to->context == NULL)
		return 0;
	w->compress_names = true; /* they come once for each context */
	if (find_context(w, record->context, &frame, context) < 0)
		return -1;
	if (*context != NULL)
		n = (*context)->number;
	if (record->kind == CG_CALL && to->context != NULL) {
		bool is_inlined = to->inlined != CG_NOT_INLINED;

		if (is_inlined && record->host == NULL) {
			frame.host_file = record->def_file;
			frame.host = record->function;
		} else if (!is_inlined) {
			frame.host_file = frame.host = NULL;
		}
		frame.object = to->object;
		frame.def_file = to->file;
		frame.function = to->function;
		if (find_context(w, to->context, &frame, called) < 0)
			return -1;
		if (*context == NULL || (*called)->number > n + 1)
			n = (*called)->number;
	}
	return put_callers(w, n);
}

static int
put_names(struct callgrind_writer *w, const struct cg_record *record,
    const struct cg_context *context)
{
	bool is_own = names_same(record->def_file, record->file);

	if (begin_function(w, record) < 0)
		return -1;
	if (context != NULL && context != w->context &&
	    put_context(w, context) < 0)
		return -1;
	w->context = context;
	if (strbuf_is(&w->file, record->file))
		return 0;
	if (put_file(w, is_own ? "fe=" : "fi=", record->file) < 0)
		return -1;
	return remember(w, &w->file, record->file);
}

/* --- rows ----------------------------------------------------------------- */

static int
put_call(struct callgrind_writer *w, const struct cg_record *record,
    const struct cg_context *called)
{
	const struct cg_target *to = &record->target;
	char text[sizeof("calls=-9223372036854775808 ")];

	if (to->inlined != CG_NOT_INLINED &&
	    print_text(w->print, to->inlined == CG_INLINED_ESTIMATE
				     ? "# inlined ~\n"
				     : "# inlined\n") < 0)
		return -1;
	if (!names_same(record->object, to->object) &&
	    put_object(w, "cob=", to->object) < 0)
		return -1;
	if (!names_same(record->file, to->file) &&
	    put_file(w, "cfi=", to->file) < 0)
		return -1;
	if (put_function(w, "cfn=", to->object, to->file, to->function) < 0 ||
	    (called != NULL && put_context(w, called) < 0))
		return -1;
	sprintf(text, "calls=%" PRId64 " ", record->executed);
	return print_text(w->print, text);
}

static int
put_jump(struct callgrind_writer *w, const struct cg_record *record)
{
	const struct cg_target *to = &record->target;
	char text[sizeof("jcnd=-9223372036854775808/-9223372036854775808 ")];

	if (!names_same(record->file, to->file) &&
	    put_file(w, "jfi=", to->file) < 0)
		return -1;
	if (!names_same(record->function, to->function) &&
	    put_function(w, "jfn=", to->object, to->file, to->function) < 0)
		return -1;
	if (record->kind == CG_BRANCH)
		sprintf(text, "jcnd=%" PRId64 "/%" PRId64 " ", record->taken,
		    record->executed);
	else
		sprintf(text, "jump=%" PRId64 " ", record->executed);
	return print_text(w->print, text);
}

static int
put_entries(struct callgrind_writer *w, const struct cg_record *record)
{
	char text[sizeof("-9223372036854775808\n")];

	sprintf(text, "%" PRId64 "\n", record->executed);
	return print_text(w->print, callgrind_entries) < 0
		   ? -1
		   : print_text(w->print, text);
}

/* puts the cost of folded stacks, which other readers skip */
static int
put_folded(struct callgrind_writer *w, const struct cg_record *record)
{
	size_t n = w->header->nevents;

	while (n > 1 && record->counts[n - 1] == 0)
		n--;
	if (print_text(w->print, record->kind == CG_FOLDED_OWN
				     ? callgrind_folded_own
				     : callgrind_folded) < 0)
		return -1;
	return put_counts(w, record->counts, n);
}

int
callgrind_writer_put(struct callgrind_writer *w, const struct cg_record *record)
{
	const struct cg_target *to = &record->target;
	const struct cg_context *context, *called;
	int64_t lowest = record->line < 0 ? record->line : to->line;

	if (record->kind == CG_ENTRIES)
		return put_entries(w, record);
	if (cg_is_folded(record->kind) && record->context == NULL)
		return 0;
	if (lowest < 0)
		return error_set(w->print->error,
		    "%s: %s:%s, line %" PRId64 ": expected line numbers from 0 "
		    "on, as Callgrind's format has them, found %" PRId64,
		    output_name(w->print->output), record->file,
		    record->function, record->line, lowest);
	if (prepare_contexts(w, record, &context, &called) < 0 ||
	    put_names(w, record, context) < 0)
		return -1;
	if (record->kind == CG_COSTS)
		return put_row(w, record);
	if (cg_is_folded(record->kind))
		return put_folded(w, record);
	if ((record->kind == CG_CALL ? put_call(w, record, called)
				     : put_jump(w, record)) < 0 ||
	    put_position(w, to->address, to->line) < 0 ||
	    print_text(w->print, "\n") < 0)
		return -1;
	return put_row(w, record);
}

/* --- header and end ------------------------------------------------------- */

static int
put_field(struct callgrind_writer *w, const char *key, const char *text)
{
	return text != NULL && *text != '\0' ? print_line(w->print, key, text)
					     : 0;
}

/*
 * Profiles of cg-tools and Callgrind end in totals, and readers reject them if
 * they do not.  Profiles of other creators are cg-tools' once they are
 * rewritten; so is the sum of several processes, which has no number of a
 * process.
 */
static int
put_creator(struct callgrind_writer *w)
{
	const char *creator = w->header->creator;

	if (creator == NULL)
		return print_text(w->print, "creator: cg-tools\n");
	if (callgrind_promises_totals(w->header))
		return print_line(w->print, "creator: ", creator);
	if (print_text(w->print, "creator: cg-tools (") < 0 ||
	    print_name(w->print, creator) < 0)
		return -1;
	return print_text(w->print, ")\n");
}

/* puts the long name and the formula of an event, if it has any */
static int
put_event(struct callgrind_writer *w, const struct cg_event *event)
{
	if (event->long_name == NULL && event->formula == NULL)
		return 0;
	if (strpbrk(event->name, ":=") !=
	    NULL) /* the line would be ambiguous */
		return 0;
	if (print_text(w->print, "event: ") < 0 ||
	    print_name(w->print, event->name) < 0)
		return -1;
	if (event->formula != NULL &&
	    (print_text(w->print, " = ") < 0 ||
		print_name(w->print, event->formula) < 0))
		return -1;
	return event->long_name != NULL
		   ? print_line(w->print, " : ", event->long_name)
		   : print_text(w->print, "\n");
}

static int
put_events(struct callgrind_writer *w)
{
	const struct cg_header *h = w->header;

	for (size_t i = 0; i < h->nevents; i++)
		if (put_event(w, &h->events[i]) < 0)
			return -1;
	for (size_t i = 0; i < h->nderived; i++)
		if (put_event(w, &h->derived[i]) < 0)
			return -1;
	return print_events(w->print, h);
}

/* puts the number of the part: the header's, or the region's */
static int
put_part(struct callgrind_writer *w)
{
	char number[24];

	if (w->header->part != NULL || !w->has_region)
		return put_field(w, "part: ", w->header->part);
	snprintf(number, sizeof(number), "%zu", w->nparts);
	return print_line(w->print, "part: ", number);
}

int
callgrind_writer_begin(struct callgrind_writer *w)
{
	const struct cg_header *h = w->header;
	const char *positions = !h->has_addresses ? "line"
				: h->has_no_lines ? "instr"
						  : "instr line";

	w->nparts++;
	/* rows without a context come before contexts, where names are long */
	for (size_t i = 0; i < h->ndescs; i++)
		w->compress_names |= callgrind_describes_stacks(h->descs[i]);
	if (print_text(w->print, "# callgrind format\nversion: 1\n") < 0 ||
	    put_creator(w) < 0 || put_field(w, "pid: ", h->pid) < 0 ||
	    put_field(w, "cmd: ", h->cmd) < 0 || put_part(w) < 0 ||
	    put_field(w, "thread: ", h->thread) < 0)
		return -1;
	for (size_t i = 0; i < h->ndescs; i++)
		if (put_field(w, "desc: ", h->descs[i]) < 0)
			return -1;
	if (w->has_region && put_field(w, "desc: Region: ", w->region.text) < 0)
		return -1;
	if (put_field(w, "positions: ", positions) < 0)
		return -1;
	return put_events(w);
}

int
callgrind_writer_end(
    struct callgrind_writer *w, const int64_t *summary, const int64_t *totals)
{
	size_t n = w->header->nevents;

	if (summary != NULL &&
	    memcmp(summary, totals, n * sizeof(*totals)) != 0 &&
	    (print_text(w->print, "summary:") < 0 ||
		put_counts(w, summary, n) < 0))
		return -1;
	if (print_text(w->print, "totals:") < 0)
		return -1;
	return put_counts(w, totals, n);
}

/* Numbers of names start again, because some readers forget them. */
int
callgrind_writer_begin_part(struct callgrind_writer *w,
    const struct cg_header *header, const char *region)
{
	release_names(w);
	w->header = header;
	w->address = 0;
	w->line = 0;
	w->has_region = region != NULL;
	if (region != NULL && remember(w, &w->region, region) < 0)
		return -1;
	if (init_names(w) < 0)
		return error_memory(w->print->error);
	return callgrind_writer_begin(w);
}

bool
callgrind_writer_is_in(const struct callgrind_writer *w, const char *region)
{
	return region == NULL || !w->has_region
		   ? region == NULL && !w->has_region
		   : strbuf_is(&w->region, region);
}
