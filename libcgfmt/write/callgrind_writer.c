/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Callgrind's format as Callgrind writes it: names and files where they change,
 * fe= to return to the function's own file, zero counts at the end of a row
 * left out, totals last.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "write/callgrind_writer.h"
#include "error.h"
#include "strbuf.h"
#include "callgrind.h"
#include "write/idmap_writer.h"
#include "names.h"
#include "numbers.h"

enum { NEAR = 100 }; /* positions are written relative to one as close */

enum space { OBJECTS, FILES, FUNCTIONS, NSPACES };

struct callgrind_writer {
	struct print print;
	const struct cg_header *header;
	bool compress_names;
	bool compress_positions;
	struct idmap_writer ids[NSPACES];
	struct strbuf object; /* of the last row */
	struct strbuf def_file;
	struct strbuf function;
	struct strbuf file; /* where the rows behind it would be */
	uint64_t address;   /* of the last row */
	int64_t line;
	size_t counts_size; /* enough for the longest, written backwards */
	char *counts;
};

struct callgrind_writer *
callgrind_writer_new(const struct print *print, const struct cg_header *header)
{
	struct callgrind_writer *w = calloc(1, sizeof(*w));

	if (w == NULL)
		return NULL;
	w->print = *print;
	w->header = header;
	w->counts_size = header->nevents * NUMBERS_CHARS + 1;
	w->counts = malloc(w->counts_size);
	for (enum space i = 0; i < NSPACES; i++)
		idmap_writer_init(&w->ids[i], i == FUNCTIONS ? 3 : 1);
	if (w->counts != NULL && strbuf_set(&w->object, "", 0) == 0)
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
	for (enum space i = 0; i < NSPACES; i++)
		idmap_writer_release(&w->ids[i]);
	strbuf_release(&w->object);
	strbuf_release(&w->def_file);
	strbuf_release(&w->function);
	strbuf_release(&w->file);
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
	return cg_output_write(w->print.output, p, (size_t)(end - p));
}

/* the counts up to the last that is not 0, and one in any case */
static int
put_short_counts(struct callgrind_writer *w, const int64_t *counts)
{
	size_t n = w->header->nevents;

	while (n > 1 && counts[n - 1] == 0)
		n--;
	return put_counts(w, counts, n);
}

/* the position in words, from `to` on; its end.  None is relative to 0, which
 * is not known: as Callgrind does, and some readers know no position before the
 * first row. */
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
	return cg_output_write(w->print.output, text, (size_t)(p - text));
}

/* the position of a row, to which the next ones are relative */
static int
put_place(struct callgrind_writer *w, const struct cg_record *record)
{
	if (put_position(w, record->address, record->line) < 0)
		return -1;
	w->address = record->address;
	w->line = record->line;
	return 0;
}

/* --- names ---------------------------------------------------------------- */

/* whether a reader would take it for a number, or one and a part of a name */
static bool
looks_numbered(const char *name, bool *continued)
{
	uint64_t number;
	size_t len = callgrind_id(name, name + strlen(name), &number);

	*continued = name[len] == '\'';
	return len > 0;
}

static bool
is_blank(const char *name)
{
	return name[strspn(name, " \t")] == '\0';
}

/* its first byte is escaped where it would be taken for others put together */
static int
put_plain(struct callgrind_writer *w, const char *name)
{
	bool continued;

	if (looks_numbered(name, &continued) && continued)
		return print_line(&w->print, "\\x28", name + 1);
	return print_line(&w->print, "", name);
}

/* "KEY=NAME", "KEY=(NUMBER) NAME" or "KEY=(NUMBER)"; the name is the first */
static int
put_id_name(struct callgrind_writer *w, const char *key, enum space space,
    const char *const *names)
{
	char number[sizeof("(4294967295)")];
	bool is_new, continued;
	uint32_t id;

	if (print_text(&w->print, key) < 0)
		return -1;
	if (is_blank(names[0]) ||
	    (!w->compress_names &&
		(!looks_numbered(names[0], &continued) || continued)))
		return put_plain(w, names[0]);
	if (idmap_writer_find(&w->ids[space], names, &id, &is_new) < 0)
		return error_memory(w->print.error);
	sprintf(number, "(%" PRIu32 ")", id);
	if (print_text(&w->print, number) < 0)
		return -1;
	if (!is_new)
		return print_text(&w->print, "\n");
	return print_text(&w->print, " ") < 0 ? -1 : put_plain(w, names[0]);
}

/* an object or a file */
static int
put_name(struct callgrind_writer *w, const char *key, enum space space,
    const char *name)
{
	return put_id_name(w, key, space, &name);
}

/*
 * Functions of one name in two files or objects have two numbers, as
 * Callgrind's do: KCachegrind takes a number for one function wherever it is.
 */
static int
put_function_name(struct callgrind_writer *w, const char *key,
    const char *object, const char *file, const char *name)
{
	const char *const names[MAX_ID_NAMES] = {name, file, object};

	return put_id_name(w, key, FUNCTIONS, names);
}

static int
hold(struct callgrind_writer *w, struct strbuf *held, const char *name)
{
	return strbuf_set(held, name, strlen(name)) == 0
		   ? 0
		   : error_memory(w->print.error);
}

/* the file in which the function begins; back in it, if the last one did too */
static int
put_home(struct callgrind_writer *w, const char *def_file, bool is_new)
{
	if (is_new && put_name(w, "fl=", FILES, def_file) < 0)
		return -1;
	if (!is_new && !strbuf_is(&w->file, def_file) &&
	    put_name(w, "fe=", FILES, def_file) < 0)
		return -1;
	return hold(w, &w->def_file, def_file) < 0
		   ? -1
		   : hold(w, &w->file, def_file);
}

/* ob=, fl= and fn= from the first one on that differs from the last row's */
static int
put_function(struct callgrind_writer *w, const struct cg_record *record)
{
	bool new_object = !strbuf_is(&w->object, record->object);
	bool new_home =
	    new_object || !strbuf_is(&w->def_file, record->def_file);

	if (!new_home && strbuf_is(&w->function, record->function))
		return 0;
	if (new_object && (put_name(w, "ob=", OBJECTS, record->object) < 0 ||
			      hold(w, &w->object, record->object) < 0))
		return -1;
	if (put_home(w, record->def_file, new_home) < 0 ||
	    hold(w, &w->function, record->function) < 0)
		return -1;
	return put_function_name(
	    w, "fn=", record->object, record->def_file, record->function);
}

static int
put_names(struct callgrind_writer *w, const struct cg_record *record)
{
	bool at_home = names_same(record->def_file, record->file);

	if (put_function(w, record) < 0)
		return -1;
	if (strbuf_is(&w->file, record->file))
		return 0;
	if (put_name(w, at_home ? "fe=" : "fi=", FILES, record->file) < 0)
		return -1;
	return hold(w, &w->file, record->file);
}

/* --- rows ----------------------------------------------------------------- */

/* the line that says where a call or jump goes; `times` is ready */
static int
put_target(struct callgrind_writer *w, const struct cg_record *record,
    const char *times)
{
	if (print_text(&w->print, times) < 0 ||
	    put_position(w, record->target.address, record->target.line) < 0)
		return -1;
	return print_text(&w->print, "\n");
}

static int
put_call(struct callgrind_writer *w, const struct cg_record *record)
{
	const struct cg_target *to = &record->target;
	char times[sizeof("calls=-9223372036854775808 ")];

	if (!names_same(record->object, to->object) &&
	    put_name(w, "cob=", OBJECTS, to->object) < 0)
		return -1;
	if (!names_same(record->file, to->file) &&
	    put_name(w, "cfi=", FILES, to->file) < 0)
		return -1;
	if (put_function_name(w, "cfn=", to->object, to->file, to->function) <
	    0)
		return -1;
	sprintf(times, "calls=%" PRId64 " ", record->executed);
	if (put_target(w, record, times) < 0 || put_place(w, record) < 0)
		return -1;
	return put_short_counts(w, record->counts);
}

static int
put_jump(struct callgrind_writer *w, const struct cg_record *record)
{
	const struct cg_target *to = &record->target;
	char times[sizeof("jcnd=-9223372036854775808/-9223372036854775808 ")];

	if (!names_same(record->file, to->file) &&
	    put_name(w, "jfi=", FILES, to->file) < 0)
		return -1;
	if (!names_same(record->function, to->function) &&
	    put_function_name(w, "jfn=", to->object, to->file, to->function) <
		0)
		return -1;
	if (record->kind == CG_BRANCH)
		sprintf(times, "jcnd=%" PRId64 "/%" PRId64 " ", record->taken,
		    record->executed);
	else
		sprintf(times, "jump=%" PRId64 " ", record->executed);
	if (put_target(w, record, times) < 0 || put_place(w, record) < 0)
		return -1;
	return print_text(&w->print, "\n");
}

static int
demand_lines(const struct callgrind_writer *w, const struct cg_record *record)
{
	int64_t line = record->line < 0 ? record->line : record->target.line;

	if (line >= 0)
		return 0;
	return error_set(w->print.error,
	    "%s:%s, line %" PRId64 ": expected line numbers from 0 on, as "
	    "Callgrind's format has them, found %" PRId64,
	    record->file, record->function, record->line, line);
}

int
callgrind_writer_put(struct callgrind_writer *w, const struct cg_record *record)
{
	if (demand_lines(w, record) < 0 || put_names(w, record) < 0)
		return -1;
	if (record->kind == CG_CALL)
		return put_call(w, record);
	if (record->kind != CG_COSTS)
		return put_jump(w, record);
	if (put_place(w, record) < 0)
		return -1;
	return put_short_counts(w, record->counts);
}

/* --- header and end ------------------------------------------------------- */

static int
put_field(struct callgrind_writer *w, const char *key, const char *text)
{
	return text != NULL && *text != '\0' ? print_line(&w->print, key, text)
					     : 0;
}

/*
 * Profiles by cg-tools and Callgrind end in totals, and readers notice where
 * they do not; what others made is by cg-tools now.
 */
static int
put_creator(struct callgrind_writer *w)
{
	const char *creator = w->header->creator;

	if (creator == NULL)
		return print_text(&w->print, "creator: cg-tools\n");
	if (callgrind_promises_totals(w->header))
		return print_line(&w->print, "creator: ", creator);
	if (print_text(&w->print, "creator: cg-tools (") < 0 ||
	    print_name(&w->print, creator) < 0)
		return -1;
	return print_text(&w->print, ")\n");
}

/* what the header says of an event beside its name */
static int
put_event(struct callgrind_writer *w, const struct cg_event *event)
{
	if (event->long_name == NULL && event->formula == NULL)
		return 0;
	if (strpbrk(event->name, ":=") != NULL) /* cannot be said of it */
		return 0;
	if (print_text(&w->print, "event: ") < 0 ||
	    print_name(&w->print, event->name) < 0)
		return -1;
	if (event->formula != NULL &&
	    (print_text(&w->print, " = ") < 0 ||
		print_name(&w->print, event->formula) < 0))
		return -1;
	return event->long_name != NULL
		   ? print_line(&w->print, " : ", event->long_name)
		   : print_text(&w->print, "\n");
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
	return print_events(&w->print, h);
}

static const char *
positions_of(const struct cg_header *h)
{
	if (!h->has_addresses)
		return "line";
	return h->has_no_lines ? "instr" : "instr line";
}

int
callgrind_writer_begin(struct callgrind_writer *w)
{
	const struct cg_header *h = w->header;

	if (print_text(&w->print, "# callgrind format\nversion: 1\n") < 0 ||
	    put_creator(w) < 0 || put_field(w, "pid: ", h->pid) < 0 ||
	    put_field(w, "cmd: ", h->cmd) < 0 ||
	    put_field(w, "part: ", h->part) < 0 ||
	    put_field(w, "thread: ", h->thread) < 0)
		return -1;
	for (size_t i = 0; i < h->ndescs; i++)
		if (put_field(w, "desc: ", h->descs[i]) < 0)
			return -1;
	if (put_field(w, "positions: ", positions_of(h)) < 0)
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
	    (print_text(&w->print, "summary:") < 0 ||
		put_counts(w, summary, n) < 0))
		return -1;
	if (print_text(&w->print, "totals:") < 0)
		return -1;
	return put_counts(w, totals, n);
}
