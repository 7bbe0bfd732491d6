/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The body of Callgrind's format, line by line.  A line "calls=", "jump=" or
 * "jcnd=" says what kind of row is next; all other rows are costs.  Some
 * comments say what was inlined.  A line of a header starts another part.  Its
 * rows are returned after the rows of the part before, with their counts in the
 * order of the first part's events.
 */
#include <stdlib.h>
#include <string.h>

#include "callgrind.h"
#include "error.h"
#include "lex.h"
#include "read/callgrind_reader.h"
#include "read/counts.h"
#include "read/positions.h"
#include "read/scope.h"

/*
 * The cost that the profile declares: of each part its summary, which may be
 * more than its rows, or else its totals.  A summary of 0 gives way to the
 * totals, as in callgrind_annotate.  Arrays have one count for each event.
 */
struct declared {
	int64_t *summary; /* of the current part */
	int64_t *totals;
	bool has_summary; /* there is one, and it is ours or not all 0 */
	bool has_totals;
	int64_t *sum;  /* of the parts that ended */
	bool is_known; /* every part so far had a summary or totals */
};

struct callgrind_reader {
	struct parse *parse;
	struct header *header;
	struct header part;      /* of a later part; else empty */
	struct cg_error ignored; /* empty: nothing was */
	const char *
	    *descs;      /* of the part, if it stops there; NULL: the first's */
	size_t *columns; /* event of each of its counts; NULL: the same */
	struct scope scope;
	struct positions last; /* of the last row */
	struct cg_record next; /* kind, target and executions of the next row */
	const char *pending;   /* the keyword that set them; NULL: none */
	enum cg_inlined mark;  /* of the next row, which must be a call */
	bool keeps_regions;
	const char *region;   /* of the part; NULL: none */
	int64_t entries;      /* of the region */
	bool has_entries;     /* read, but not returned yet */
	bool has_folded;      /* likewise; they are in `counts` */
	enum cg_kind folded;  /* what they are */
	bool in_part;         /* there was a row, a name or totals */
	bool promises_totals; /* facts about the part's creator */
	bool may_promise;
	bool is_ours;
	int64_t *part_counts; /* in the order of the part's events */
	bool *part_present;
	int64_t *counts; /* of the last row */
	bool *present;
	int64_t *totals;
	int64_t *totals_before; /* of the parts before this one */
	struct declared declared;
	uint64_t nrows; /* of costs */
	bool ended_in_totals;
	bool stops_at_parts;
	bool at_part; /* stopped before the rows of a part */
	bool at_end;
};

/* --- counts --------------------------------------------------------------- */

/* reads counts up to the end of the line, in the order of the header */
static int
read_counts(struct callgrind_reader *c, const char *p, const char *end,
    int64_t *counts, bool *present)
{
	const struct cg_header *header =
	    c->columns != NULL ? &c->part.view : &c->header->view;

	if (c->columns == NULL)
		return counts_read(c->parse, header, p, end, counts, present);
	if (counts_read(
		c->parse, header, p, end, c->part_counts, c->part_present) < 0)
		return -1;
	for (size_t i = 0; i < header->nevents; i++) {
		counts[c->columns[i]] = c->part_counts[i];
		present[c->columns[i]] = c->part_present[i];
	}
	return 0;
}

/* fails unless a part that we wrote declares the sum of its rows */
static int
demand_totals(struct callgrind_reader *c)
{
	const struct cg_header *header = &c->header->view;

	if (!c->is_ours)
		return 0;
	for (size_t i = 0; i < header->nevents; i++)
		c->part_counts[i] = (int64_t)((uint64_t)c->totals[i] -
					      (uint64_t)c->totals_before[i]);
	return counts_demand(
	    c->parse, header, "totals", c->part_counts, c->declared.totals);
}

/* call after counts were read into the summary; only ours can be of a difference, below 0 or 0
 * although rows are not */
static void
note_summary(struct callgrind_reader *c)
{
	struct declared *d = &c->declared;
	bool is_negative = false;

	d->has_summary = c->is_ours;
	for (size_t i = 0; i < c->header->view.nevents; i++) {
		d->has_summary |= d->summary[i] != 0;
		is_negative |= d->summary[i] < 0;
	}
	if (!is_negative || !c->parse->is_of_others)
		return;
	d->has_summary = false;
	error_set(&c->ignored,
	    "%s: a summary is below zero and is ignored: the totals decide",
	    bytes_name(c->parse->lines.bytes));
}

/* reads "summary:" and "totals:", or "total:" as php-memory-profiler writes: 1 if it is one */
static int
read_declared(struct callgrind_reader *c, const char *line, const char *end)
{
	const char *summary = lex_after(line, end, "summary:");
	const char *totals = lex_after(line, end, "totals:");

	if (totals == NULL && !c->is_ours)
		totals = lex_after(line, end, "total:");
	if (summary == NULL && totals == NULL)
		return 0;
	if (read_counts(c, summary != NULL ? summary : totals, end,
		summary != NULL ? c->declared.summary : c->declared.totals,
		c->present) < 0)
		return -1;
	if (summary != NULL)
		note_summary(c);
	else
		c->declared.has_totals = true;
	c->ended_in_totals = totals != NULL;
	c->in_part |= totals != NULL;
	return c->ended_in_totals && demand_totals(c) < 0 ? -1 : 1;
}

/* --- calls and jumps ------------------------------------------------------ */

/* reads a number of calls or jumps, which may be negative in a difference */
static int
read_executions(
    struct callgrind_reader *c, const char **p, const char *end, int64_t *n)
{
	const char *word = lex_skip_blanks(*p, end);
	int used = counts_number(CG_CALLGRIND, word, end, n);

	if (used < 0)
		return lines_error(&c->parse->lines,
		    "expected a number of calls or jumps of %s, found %s",
		    parse_bound(word),
		    quote(word, lex_word_end(word, end)).text);
	if (used == 0)
		return parse_expected(c->parse, "a number of calls or jumps",
		    word, lex_word_end(word, end));
	*p = word + used;
	return 0;
}

static int
read_target(struct callgrind_reader *c, const char *p, const char *end)
{
	struct positions to;

	if (p < end && !lex_is_blank(*p))
		return parse_expected(c->parse, "a blank", p, end);
	if (positions_read_target(&to, c->parse, c->header, &c->last, p, end) <
	    0)
		return -1;
	c->next.target.address = to.of[POSITION_ADDRESS];
	c->next.target.line = (int64_t)to.of[POSITION_LINE];
	return 0;
}

/* "calls=EXECUTED TARGET" */
static int
read_calls(struct callgrind_reader *c, const char *p, const char *end)
{
	c->next.kind = CG_CALL;
	c->next.target = scope_take_called(&c->scope);
	if (c->next.target.function == NULL)
		return parse_expected(
		    c->parse, "\"cfn=\" before the calls", c->parse->line, end);
	if (read_executions(c, &p, end, &c->next.executed) < 0)
		return -1;
	return read_target(c, p, end);
}

/*
 * "jump=EXECUTED TARGET" or "jcnd=TAKEN/EXECUTED TARGET"; the manual has a
 * blank for the slash
 */
static int
read_jump(struct callgrind_reader *c, enum cg_kind kind, const char *p,
    const char *end)
{
	c->next.kind = kind;
	c->next.target = scope_take_jump(&c->scope);
	if (kind == CG_BRANCH) {
		if (read_executions(c, &p, end, &c->next.taken) < 0)
			return -1;
		p += p < end && *p == '/';
	}
	if (read_executions(c, &p, end, &c->next.executed) < 0)
		return -1;
	return read_target(c, p, end);
}

/* reads a line that sets kind and target of the next row: 1 if it is one */
static int
read_pending(struct callgrind_reader *c, const char *line, const char *end)
{
	static const struct {
		const char *text;
		enum cg_kind kind;
	} keys[] = {
	    {"calls=", CG_CALL},
	    {"rcalls=", CG_CALL},
	    {"jump=", CG_JUMP},
	    {"jcnd=", CG_BRANCH},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *value = lex_after(line, end, keys[i].text);
		int status;

		if (value == NULL)
			continue;
		c->pending = keys[i].text;
		status = keys[i].kind == CG_CALL
			     ? read_calls(c, value, end)
			     : read_jump(c, keys[i].kind, value, end);
		return status < 0 ? -1 : 1;
	}
	return 0;
}

/* fails if a row is pending; line NULL: the file ends here */
static int
demand_row(struct callgrind_reader *c, const char *line, const char *end)
{
	if (c->pending == NULL)
		return 0;
	if (line == NULL)
		return lines_error(&c->parse->lines,
		    "expected the row of \"%s\", found the end of the file",
		    c->pending);
	return lines_error(&c->parse->lines,
	    "expected the row of \"%s\", found \"%s\"", c->pending,
	    quote(line, end).text);
}

/* reads the costs of folded stacks, which come after the line of their context */
static int
read_folded(struct callgrind_reader *c, enum cg_kind kind, const char *counts,
    const char *end)
{
	const char *first = lex_skip_blanks(counts, end);

	if (demand_row(c, counts, end) < 0)
		return -1;
	if (c->scope.context == NULL) {
		lines_error(&c->parse->lines,
		    "expected folded costs after their context, found them "
		    "before");
		return c->parse->is_foreign ? parse_ignore(c->parse) : -1;
	}
	if (read_counts(c, first, end, c->counts, c->present) < 0)
		return -1;
	c->has_folded = true;
	c->folded = kind;
	return 1;
}

/* returns a row with the costs of folded stacks */
static void
take_folded(struct callgrind_reader *c, struct cg_record *record)
{
	c->has_folded = false;
	*record = (struct cg_record){
	    .kind = c->folded,
	    .region = c->region,
	    .counts = c->counts,
	    .target = {.object = "", .file = "", .function = ""},
	};
	scope_set_names(&c->scope, record);
	record->file = record->def_file;
}

/* reads a comment that says something, and skips all others */
static int
read_entries(struct callgrind_reader *c, const char *number, const char *end)
{
	int used = cg_parse_int(number, (size_t)(end - number), &c->entries);

	c->has_entries = used > 0 && lex_skip_blanks(number + used, end) == end;
	if (c->has_entries)
		return 1;
	parse_expected(
	    c->parse, "how often the region was entered", number, end);
	return c->parse->is_foreign ? parse_ignore(c->parse) : -1;
}

static int
read_comment(struct callgrind_reader *c, const char *line, const char *end)
{
	const char *tail = lex_after(line, end, callgrind_entries);

	if (tail != NULL && c->region != NULL)
		return read_entries(c, tail, end);
	tail = lex_after(line, end, callgrind_folded);
	if (tail != NULL && c->scope.has_contexts)
		return read_folded(c, CG_FOLDED_BELOW, tail, end);
	tail = lex_after(line, end, callgrind_folded_own);
	if (tail != NULL && c->scope.has_contexts)
		return read_folded(c, CG_FOLDED_OWN, tail, end);
	tail = lex_after(line, end, "# inlined");

	if (tail == NULL)
		return scope_read_comment(
		    &c->scope, c->parse, line, end, c->mark);
	if (lex_skip_blanks(tail, end) == end)
		c->mark = CG_INLINED;
	else if ((tail = lex_after(tail, end, " ~")) != NULL &&
		 lex_skip_blanks(tail, end) == end)
		c->mark = CG_INLINED_ESTIMATE;
	return 0;
}

/*
 * Returns the mark of the row and forgets it.  Fails if the row is no call,
 * unless another program wrote the comment, whose meaning it need not know.
 */
static int
take_mark(
    struct callgrind_reader *c, enum cg_kind kind, enum cg_inlined *inlined)
{
	*inlined = c->mark;
	c->mark = CG_NOT_INLINED;
	if (*inlined == CG_NOT_INLINED || kind == CG_CALL)
		return 0;
	*inlined = CG_NOT_INLINED;
	lines_error(&c->parse->lines,
	    "expected a call after \"# inlined\", found none");
	return c->parse->is_foreign ? parse_ignore(c->parse) : -1;
}

/* --- rows ----------------------------------------------------------------- */

static bool
has_counts(const struct callgrind_reader *c)
{
	for (size_t i = 0; i < c->header->view.nevents; i++)
		if (c->counts[i] != 0)
			return true;
	return false;
}

static int
read_row(struct callgrind_reader *c, const char *p, const char *end,
    struct cg_record *record)
{
	size_t n = c->header->view.nevents;
	struct positions here;

	if (positions_read(&here, c->parse, c->header, &c->last, &p, end) < 0 ||
	    read_counts(c, p, end, c->counts, c->present) < 0 ||
	    take_mark(c, c->next.kind, &c->next.target.inlined) < 0 ||
	    scope_check_called(&c->scope, c->parse, &c->next.target) < 0)
		return -1;
	c->last = here;
	c->ended_in_totals = false;
	*record = c->next;
	scope_set_names(&c->scope, record);
	record->region = c->region;
	record->address = here.of[POSITION_ADDRESS];
	record->line = (int64_t)here.of[POSITION_LINE];
	record->counts = c->counts;
	if (record->kind == CG_COSTS || record->kind == CG_CALL)
		record->present =
		    memchr(c->present, 0, n) != NULL ? c->present : NULL;
	else if (has_counts(c))
		return lines_error(&c->parse->lines,
		    "expected the place of a jump, found costs");
	c->next = (struct cg_record){.kind = CG_COSTS};
	c->pending = NULL;
	if (record->kind != CG_COSTS)
		return 0;
	c->nrows++;
	return counts_add(c->parse, &c->header->view, c->counts, c->totals);
}

/* --- regions -------------------------------------------------------------- */

/* finds the region of a part: the last one that a description names, because
 * regions in a part that was dumped come after the reason for the dump */
static void
find_region(struct callgrind_reader *c, const struct cg_header *part)
{
	c->region = NULL;
	for (size_t i = 0; i < part->ndescs; i++) {
		const char *region = callgrind_region(part->descs[i]);

		if (region != NULL)
			c->region = region;
	}
}

/* returns a row that says how often the region was entered */
static void
take_entries(struct callgrind_reader *c, struct cg_record *record)
{
	size_t n = c->header->view.nevents;

	memset(c->counts, 0, n * sizeof(*c->counts));
	c->has_entries = false;
	*record = (struct cg_record){
	    .kind = CG_ENTRIES,
	    .object = "",
	    .def_file = "",
	    .file = "",
	    .function = "",
	    .region = c->region,
	    .counts = c->counts,
	    .target = {.object = "", .file = "", .function = ""},
	    .executed = c->entries,
	};
}

/* --- parts ---------------------------------------------------------------- */

static int
demand_same_positions(struct callgrind_reader *c, const struct header *part)
{
	const struct header *first = c->header;

	if (part->npositions == 0 ||
	    (part->npositions == first->npositions &&
		memcmp(part->positions, first->positions,
		    part->npositions * sizeof(part->positions[0])) == 0))
		return 0;
	return lines_error(&c->parse->lines,
	    "expected the positions of the first part, found others");
}

/* finds the part's events among the events of the first part */
static int
match_events(struct callgrind_reader *c, const struct cg_header *part)
{
	const struct cg_header *first = &c->header->view;

	if (part->nevents != first->nevents)
		return lines_error(&c->parse->lines,
		    "expected as many events as in the first part, %zu, "
		    "found %zu",
		    first->nevents, part->nevents);
	if (c->columns == NULL)
		c->columns = calloc(first->nevents, sizeof(*c->columns));
	if (c->columns == NULL)
		return error_memory(c->parse->error);
	for (size_t i = 0; i < part->nevents; i++) {
		const char *name = part->events[i].name;
		uint32_t event;

		if (header_number_event(c->header, name, &event) < 0)
			return error_memory(c->parse->error);
		if (event >= first->nevents)
			return lines_error(&c->parse->lines,
			    "expected the events of the first part, found %s",
			    name);
		c->columns[i] = event;
	}
	return 0;
}

/* takes the summary from the header of a part */
static void
take_summary(struct callgrind_reader *c, const struct header *part)
{
	size_t n = part->view.nevents;

	if (part->summary == NULL)
		return;
	for (size_t i = 0; i < n; i++)
		c->declared.summary[c->columns != NULL ? c->columns[i] : i] =
		    part->summary[i];
	note_summary(c);
}

/* drops a text of the header if a later part has another, or replaces it */
static void
take_text(
    const struct callgrind_reader *c, const char **text, const char *other)
{
	if (c->stops_at_parts)
		*text = other;
	else if (other != NULL && *text != other) /* names are interned */
		*text = NULL;
}

/* If it stops at parts, the header gets the descriptions of this one, if it has any. */
static void
take_descs(struct callgrind_reader *c, struct header *part)
{
	if (!c->stops_at_parts || part->view.ndescs == 0)
		return;
	free(c->descs);
	c->header->view.descs = c->descs = part->descs;
	c->header->view.ndescs = part->view.ndescs;
	part->descs = NULL;
	part->view.descs = NULL;
	part->view.ndescs = 0;
}

static void
take_creator(struct callgrind_reader *c, const struct cg_header *part)
{
	/* a part that is cut in its creator, or between that and its process, has what the
	 * part before it has */
	if (part->creator == NULL ||
	    (c->parse->lines.is_cut && c->promises_totals))
		return;
	c->may_promise = callgrind_may_promise_totals(part);
	c->promises_totals = callgrind_promises_totals(part) ||
			     (c->promises_totals && c->may_promise);
	c->parse->is_foreign = callgrind_is_foreign(part);
	c->is_ours = callgrind_is_ours(part);
}

/* starts a part with this header; if it names no events, the last ones hold */
static int
take_part(struct callgrind_reader *c, struct header *part)
{
	if (demand_same_positions(c, part) < 0)
		return -1;
	take_creator(c, &part->view);
	if (c->keeps_regions)
		find_region(c, &part->view);
	memcpy(c->totals_before, c->totals,
	    c->header->view.nevents * sizeof(*c->totals));
	take_text(c, &c->header->view.pid, part->view.pid);
	take_text(c, &c->header->view.part, part->view.part);
	take_text(c, &c->header->view.thread, part->view.thread);
	if (c->stops_at_parts && part->view.cmd != NULL)
		c->header->view.cmd = part->view.cmd;
	take_descs(c, part);
	if (part->view.nevents == 0)
		return 0;
	if (match_events(c, &part->view) < 0)
		return -1;
	take_summary(c, part);
	header_release(&c->part);
	c->part = *part;
	*part = (struct header){.npositions = 0};
	return 0;
}

static int
not_whole(struct callgrind_reader *c, const char *found)
{
	return lines_error(&c->parse->lines,
	    "expected \"totals:\", found %s: the profile is not whole", found);
}

/* adds what the part declares to the sum */
static int
add_declared(struct callgrind_reader *c)
{
	struct declared *d = &c->declared;
	const int64_t *counts = d->has_summary ? d->summary : d->totals;

	d->is_known &= d->has_summary || d->has_totals;
	if (!d->has_summary && !d->has_totals)
		return 0;
	d->has_summary = d->has_totals = false;
	return counts_add(c->parse, &c->header->view, counts, d->sum);
}

/* `what_follows` is the next part or the end of the file */
static int
end_part(struct callgrind_reader *c, const char *what_follows)
{
	enum cg_inlined inlined;

	if (take_mark(c, CG_COSTS, &inlined) < 0)
		return -1;
	if (c->may_promise && !c->ended_in_totals) {
		not_whole(c, what_follows);
		if (c->promises_totals)
			return -1;
		parse_ignore(c->parse);
	}
	return add_declared(c);
}

/* reads the header that starts with the last line read */
static int
begin_part(struct callgrind_reader *c)
{
	struct header part = {.view = {.format = CG_CALLGRIND}};
	int status;

	if (c->in_part && end_part(c, "another part") < 0)
		return -1;
	c->at_part = c->in_part && c->stops_at_parts;
	c->in_part = c->ended_in_totals = false;
	c->last = (struct positions){{0}};
	parse_push_back(c->parse);
	status = scope_clear(&c->scope, c->parse);
	if (status == 0)
		status = header_read_part(&part, c->parse);
	if (status == 0)
		status = take_part(c, &part);
	header_release(&part);
	return status;
}

/* --- lines ---------------------------------------------------------------- */

/* reads a line that is not a row */
static int
read_other(struct callgrind_reader *c, const char *line, const char *end)
{
	int got;

	if (*line == '#')
		return read_comment(c, line, end);
	if ((got = read_declared(c, line, end)) != 0)
		return got;
	if (demand_row(c, line, end) < 0)
		return -1;
	if (header_has(line, end))
		return begin_part(c);
	c->in_part = true;
	c->ended_in_totals = false;
	/* another profile was appended, with ids of its own */
	if (header_is_separator(line, end)) {
		scope_clear_ids(&c->scope);
		return 1;
	}
	if ((got = scope_read(&c->scope, c->parse, line, end)) != 0)
		return got;
	if ((got = read_pending(c, line, end)) != 0)
		return got;
	return parse_expected(
	    c->parse, "a row, a name, \"calls=\" or \"totals:\"", line, end);
}

int
callgrind_reader_next(struct callgrind_reader *c, struct cg_record *record)
{
	const char *line, *end;
	int got;

	if (c->at_end)
		return 0;
	while (!c->at_part && (got = parse_line(c->parse, &line, &end)) == 1) {
		if (c->parse->lines.is_cut && c->promises_totals &&
		    *line != '#')
			return not_whole(c, "the end of the file");
		if ((*line >= '0' && *line <= '9') || *line == '+' ||
		    *line == '-' || *line == '*') {
			c->in_part = true;
			return read_row(c, line, end, record) < 0 ? -1 : 1;
		}
		if (read_other(c, line, end) < 0)
			return -1;
		if (c->has_entries) {
			take_entries(c, record);
			return 1;
		}
		if (c->has_folded) {
			take_folded(c, record);
			return 1;
		}
	}
	if (c->at_part)
		return 0;
	if (got < 0 || demand_row(c, NULL, NULL) < 0)
		return -1;
	c->at_end = true;
	return end_part(c, "the end of the file");
}

void
callgrind_reader_stop_at_parts(struct callgrind_reader *c)
{
	c->stops_at_parts = true;
}

void
callgrind_reader_keep_regions(struct callgrind_reader *c)
{
	struct header *h = c->header;
	size_t n = 0;

	c->keeps_regions = true;
	find_region(c, &h->view);
	if (c->stops_at_parts)
		return;
	for (size_t i = 0; i < h->view.ndescs; i++)
		if (callgrind_region(h->descs[i]) == NULL)
			h->descs[n++] = h->descs[i];
	h->view.ndescs = n;
}

void
callgrind_reader_keep_contexts(struct callgrind_reader *c)
{
	c->scope.has_contexts = true;
}

bool
callgrind_reader_next_part(struct callgrind_reader *c)
{
	bool at_part = c->at_part;

	c->at_part = false;
	return at_part;
}

const int64_t *
callgrind_reader_totals(const struct callgrind_reader *c)
{
	return c->totals;
}

uint64_t
callgrind_reader_nrows(const struct callgrind_reader *c)
{
	return c->nrows;
}

const int64_t *
callgrind_reader_summary(const struct callgrind_reader *c)
{
	return c->declared.is_known ? c->declared.sum : NULL;
}

const char *
callgrind_reader_ignored(const struct callgrind_reader *c)
{
	return c->ignored.text[0] != '\0' ? c->ignored.text : NULL;
}

/* --- memory --------------------------------------------------------------- */

struct callgrind_reader *
callgrind_reader_new(struct parse *parse, struct header *header)
{
	size_t n = header->view.nevents;
	struct callgrind_reader *c = calloc(1, sizeof(*c));

	if (c == NULL)
		return NULL;
	c->parse = parse;
	c->header = header;
	c->part_counts = calloc(n, sizeof(*c->part_counts));
	c->part_present = calloc(n, sizeof(*c->part_present));
	c->counts = calloc(n, sizeof(*c->counts));
	c->present = calloc(n, sizeof(*c->present));
	c->totals = calloc(n, sizeof(*c->totals));
	c->totals_before = calloc(n, sizeof(*c->totals_before));
	c->declared.summary = calloc(n, sizeof(*c->declared.summary));
	c->declared.totals = calloc(n, sizeof(*c->declared.totals));
	c->declared.sum = calloc(n, sizeof(*c->declared.sum));
	c->declared.is_known = true;
	if (c->part_counts == NULL || c->part_present == NULL ||
	    c->counts == NULL || c->present == NULL || c->totals == NULL ||
	    c->totals_before == NULL || c->declared.summary == NULL ||
	    c->declared.totals == NULL || c->declared.sum == NULL ||
	    scope_clear(&c->scope, parse) < 0) {
		callgrind_reader_free(c);
		return NULL;
	}
	take_creator(c, &header->view);
	take_summary(c, header);
	return c;
}

void
callgrind_reader_free(struct callgrind_reader *c)
{
	if (c == NULL)
		return;
	header_release(&c->part);
	free(c->descs);
	scope_release(&c->scope);
	free(c->declared.summary);
	free(c->declared.totals);
	free(c->declared.sum);
	free(c->columns);
	free(c->part_counts);
	free(c->part_present);
	free(c->counts);
	free(c->present);
	free(c->totals);
	free(c->totals_before);
	free(c);
}
