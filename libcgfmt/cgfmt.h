/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libcgfmt: reads and writes profiles in Cachegrind's and in Callgrind's
 * format, cgfmt(5).
 *
 * Two altitudes over one record type: a pull reader with a writer that mirrors
 * it, and a profile held in memory.  A filter is
 *
 *	while ((got = cg_reader_next(reader, &record)) == 1)
 *		if (keep(&record) && cg_writer_put(writer, &record) < 0)
 *			break;
 *
 * A row is a line of a file or a table with its counts.  A record is the struct
 * that stands for a row in this interface, struct cg_record.
 *
 * Conventions.  The library never prints, never exits and keeps no state
 * outside its arguments but the keys of its hash tables.  The caller that opens
 * something passes a struct cg_error that must live as long as it does.
 * Functions that return int give a negative number on failure and, unless they
 * say otherwise, 0 on success; functions that return a pointer give NULL.  The
 * error's text is then complete ("path:line: what was expected, what was
 * found").  Out of memory is an ordinary error.  After a failure only close,
 * abandon and free may be called.  cg_reader_close and all _abandon and _free
 * functions accept NULL.
 *
 * Counts are signed: differences have negative ones.  No sum ever wraps; one
 * that does not fit in 64 bits is an error.
 *
 * Growth.  Structures are filled by the library or initialised by name, so
 * members can be added.  A program that changes records copies a whole record
 * and sets the members it means to change, and passes on kinds that it does
 * not know: what it does not understand travels through it.
 *
 * The library's files.  Each section below names the file that implements it.
 *
 *	error.c                   error texts
 *	lex.c                     blanks, integers and escapes
 *	numbers.c                 plain rows of numbers, read and written fast
 *	names.c                   interned strings
 *	tuples.c                  interned tuples of words
 *	contexts.c                interned stacks of calls
 *	strbuf.c                  reused copies of names
 *	hash.c                    hash functions, and memory for tables
 *	text.c                    messages; characters that terminals show
 *	header.c                  looks up events in a header
 *	record.c                  compares records
 *	callgrind.c               facts for both sides of its format
 *
 *	bytes/raw.c               reads a descriptor or memory
 *	bytes/bytes.c             inflates it if need be
 *	bytes/ring.c              passes blocks from thread to thread
 *	bytes/replace.c           replaces a file as a whole
 *	bytes/output.c            buffers, compresses and writes bytes
 *
 *	events/formula.c          reads and evaluates formulas
 *	events/derived.c          factors of a header's derived events
 *	events/kept_derived.c     those that an output can still derive
 *	events/projection.c       selects events and derives new ones
 *
 *	read/lines.c              splits bytes into lines
 *	read/parse.c              lines, names, errors for the files below
 *	read/foreign.c            recognises files that are not profiles
 *	read/counts.c             the counts of a row
 *	read/header_reader.c      the header of either format
 *	read/event_lines.c        its "event:" lines
 *	read/cachegrind_reader.c  the body of Cachegrind's format
 *	read/callgrind_reader.c   the body of Callgrind's format
 *	read/positions.c          its addresses and line numbers
 *	read/scope.c              its lines that name something
 *	read/ids.c                its numbers that stand for something
 *	read/idmap_reader.c       its names, which may be such numbers
 *	read/context_reader.c     its comments that name the callers
 *	read/readahead.c          reads rows in a thread
 *	read/reader.c             opens, closes, dispatches calls
 *
 *	write/print.c             prints words and names
 *	write/cachegrind_writer.c Cachegrind's format
 *	write/callgrind_writer.c  Callgrind's format
 *	write/writer.c            opens, closes, dispatches calls
 *
 *	profile/profile.c         a profile in memory
 *	profile/locations.c       names of rows and of targets
 *	profile/rows.c            the rows of one location
 *	profile/count_blocks.c    the counts of rows, in little memory
 *	profile/columns.c         addresses, targets, executions, presence
 *	profile/row_order.c       the canonical order
 */
#ifndef CGFMT_H
#define CGFMT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cg_error {
	char text[512]; /* one line without newline, as cg_message writes it */
	/* The profile's rows are at fault: with CG_ACCEPT_DAMAGE the reader
	 * would have ended the profile there. */
	bool is_damage;
	bool is_missing; /* the profile does not exist */
};

/* --- lex.c ---------------------------------------------------------------- */

/*
 * Names, commands and descriptions are bytes, NUL-terminated.  The library
 * returns only clean ones: bytes below 0x20 and 0x7f were replaced by \n, \t,
 * \r or \xHH, so that no name can forge a line of a profile.
 *
 * Writes the clean form of len bytes to `to` as snprintf would: at most size
 * bytes with the NUL, never part of an escape.  Returns the length of the whole
 * clean form, without the NUL.
 */
size_t cg_escape(char *to, size_t size, const char *from, size_t len);

/*
 * Reads a decimal integer with an optional '-' from the start of len bytes.
 * Returns how many bytes it took, 0 if there is none, or -1 if the number does
 * not fit in 64 bits.
 */
int cg_parse_int(const char *text, size_t len, int64_t *value);

/* --- numbers.c ------------------------------------------------------------ */

/*
 * Adds n counts to n others; the arrays must not overlap.  Returns n, or the
 * index of the first sum that does not fit in 64 bits.  Counts before that index
 * are then sums; from it on they are as they were.
 */
size_t cg_counts_add(int64_t *to, const int64_t *counts, size_t n);

/* --- names.c -------------------------------------------------------------- */

/* The file or function of costs whose place is not known, "???". */
extern const char cg_unknown_name[];

/* The file of costs that cg-filter has hidden, which are on line 0. */
extern const char cg_filtered[];

/* True if the file is cg_filtered. */
bool cg_is_filtered(const char *file);

/* True if rows of the object are data and not code; see cgfmt(5). */
bool cg_is_data(const char *object);

/* --- text.c --------------------------------------------------------------- */

/*
 * Length of the well-formed UTF-8 character at p < end, 1 to 4; 0 if there is
 * none.
 */
size_t cg_utf8_length(const char *p, const char *end);

/*
 * The same, but 0 also for a character that affects more than its own place on
 * a terminal: U+0000 to U+001F, U+007F to U+009F, the separators U+2028 and
 * U+2029, and characters that set the direction of text (U+061C, U+200E,
 * U+200F, U+202A to U+202E, U+2066 to U+2069).
 */
size_t cg_printable_length(const char *p, const char *end);

/*
 * Writes a message of one line to `to`, at most size bytes with the NUL.
 * Unprintable bytes become \n, \t, \r or \xHH.  If the message is too long, the
 * longest arguments lose their middle, which becomes "...", but no part of a
 * character or escape.  The format knows the conversions c, d, f, g, s, u, x.
 */
void cg_message(char *to, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* --- header.c, events/kept_derived.c -------------------------------------- */

struct cg_event {
	const char *name;
	const char *long_name; /* NULL: none */
	const char *formula;   /* of a derived event; NULL: it is counted */
};

enum cg_format {
	CG_CACHEGRIND, /* costs of lines */
	CG_CALLGRIND,  /* and objects, calls, jumps, addresses */
};

/* Fields absent from the file are NULL, 0 or false; cmd is "". */
struct cg_header {
	enum cg_format format;
	size_t ndescs;
	const char *const *descs; /* without "desc:" and blanks around it */
	const char *cmd;
	size_t nevents; /* at least 1 */
	const struct cg_event *events;
	/* the members below are Callgrind's only */
	size_t nderived;
	const struct cg_event *derived; /* computed from the counted events */
	/* of each derived event, for each counted event; a writer needs none */
	const int64_t *factors;
	const char *creator;
	/* of a reader, pid, part and thread become NULL once a later part has
	 * another, or belong to the current part: see CG_STOP_AT_PARTS */
	const char *pid;
	const char *part;
	const char *thread;
	bool has_addresses; /* rows are of instructions */
	bool has_no_lines;  /* all lines are 0: "positions: instr" */
};

/* Index of the counted event whose name is the len bytes, or -1. */
int
cg_header_event(const struct cg_header *header, const char *name, size_t len);

/* Index of the derived event whose name is the len bytes, or -1. */
int
cg_header_derived(const struct cg_header *header, const char *name, size_t len);

/*
 * Copies pid, part and thread from another header.  A copy of a reader's header
 * made before its rows were read may have the values of the first part only.
 */
void
cg_header_take_part(struct cg_header *header, const struct cg_header *from);

/*
 * Copies those derived events of the input to `kept` that the output can derive
 * from its own counted events; `kept` must have room for all.  Returns how
 * many, or -1 on an error.
 */
int cg_header_keep_derived(const struct cg_header *output,
    const struct cg_header *input, struct cg_event *kept,
    struct cg_error *error);

/* --- contexts.c ----------------------------------------------------------- */

/*
 * A stack of calls, innermost frame first: the function that runs, and the
 * context of its caller.  It belongs to the reader, the profile or the
 * cg_contexts that made it, and lives and never changes until that is closed,
 * cleared or freed.  In these, equal stacks have equal pointers.
 */
struct cg_context {
	const struct cg_context *caller; /* NULL: this is the outermost frame */
	const char *object;              /* names as in struct cg_record */
	const char *def_file;
	const char *function;
	const char *host_file; /* NULL: the function was not inlined here */
	const char *host;
	uint64_t address; /* of the call, in the caller; 0: not known */
	int64_t line;     /* likewise */
	uint32_t depth;   /* how many frames there are, from 1 on */
	uint32_t number;  /* in the order in which they were made, from 0 on */
	uint32_t home;    /* says what made it: no two have the same */
};

/* Contexts that a program makes or changes. */
struct cg_contexts;

struct cg_contexts *cg_contexts_new(struct cg_error *error);

/*
 * Returns the context with caller, names, address and line of the frame, whose
 * other members are ignored.  The caller may be of any home.  Names are copied
 * once each.
 */
const struct cg_context *
cg_contexts_add(struct cg_contexts *contexts, const struct cg_context *frame);

void cg_contexts_free(struct cg_contexts *contexts);

/* --- record.c ------------------------------------------------------------- */

enum cg_kind {
	CG_COSTS,   /* the own cost of one line of a function */
	CG_CALL,    /* the calls from one line to one function; the counts are
		      the cost of that function and of all that it called */
	CG_JUMP,    /* the jumps from one line to another; the counts are 0 */
	CG_BRANCH,  /* the same for conditional jumps */
	CG_ENTRIES, /* how often the program entered a region; all names are "",
		       and the counts are 0 */
	/*
	 * What cg-collect has folded: the own cost of the row's context without
	 * its lines, and the cost of all stacks that start with the context and
	 * were not kept apart.  Rows without a context have these costs, too, by
	 * function and line.  All but names, context, region and counts is 0,
	 * and the target's names are "".  Without a context, such a row says
	 * nothing and is not written.
	 */
	CG_FOLDED_OWN,
	CG_FOLDED_BELOW,
};

/* True for the last two kinds. */
static inline bool
cg_is_folded(enum cg_kind kind)
{
	return kind == CG_FOLDED_OWN || kind == CG_FOLDED_BELOW;
}

/* Whether a call is one to code that was inlined. */
enum cg_inlined {
	CG_NOT_INLINED,
	CG_INLINED,
	CG_INLINED_ESTIMATE, /* and how often it was executed is an estimate */
};

/* The target of a call or jump; of entries and what is folded, all names are
 * "". */
struct cg_target {
	const char *object;
	const char *file; /* that defines the function */
	const char *function;
	uint64_t address; /* 0: not known */
	int64_t line;     /* 0: not known */
	/* Inlined code has the caller's host or, if the caller was not inlined,
	 * the caller as its host. */
	enum cg_inlined inlined;
	/* the stack of calls when the function runs; NULL: not known */
	const struct cg_context *context;
};

/*
 * One row.  It belongs to the reader or profile that produced it; copy it to
 * keep it.
 *
 * Of a reader, counts live until the next _next, and names until the _next
 * after that, so that a row can be compared with the one before it: in two
 * consecutive rows, equal pointers mean equal names.  Later rows reuse the
 * memory of names, so that a profile of any size is read in the memory of its
 * longest names.  Only names of Callgrind's format live as long as the reader,
 * because a number can stand for a name at any time.
 *
 * Of a profile, counts live until it changes.  Names and contexts live until it
 * is cleared or freed, and equal ones have equal pointers.
 *
 * Only rows of kind CG_COSTS add up to the total: the counts of a call are
 * included in the counts of the called function.
 */
struct cg_record {
	enum cg_kind kind;
	const char *object; /* the program or library; "": not known */
	/*
	 * The file that defines the function.  Together with name and object it
	 * identifies the function.  It differs from `file` if code of another
	 * file was inlined into the function.  In Cachegrind's format, which
	 * cannot tell, it is `file`.
	 */
	const char *def_file;
	const char *file; /* of the line */
	const char *function;
	/*
	 * The host of inlined code: the function, by its def_file and name, in
	 * the same object, whose machine code this is.  NULL if the function
	 * was not inlined here.  The target of a jump has the same host.
	 */
	const char *host_file;
	const char *host;
	/*
	 * The stack of calls, whose innermost frame has object, def_file,
	 * function and host of the row.  NULL: all stacks together, or not
	 * known.
	 */
	const struct cg_context *context;
	/*
	 * The region of the program that ran, "outer;inner": what the program
	 * named itself, and what it is in.  NULL: it ran outside of all regions,
	 * or the profile is not read with CG_REGIONS.
	 */
	const char *region;
	uint64_t address;      /* of the instruction; 0: not known */
	int64_t line;          /* 0: not known */
	const int64_t *counts; /* one for each event of the header */
	/*
	 * True for each count that was written; the others ("." or the end of a
	 * short row) are 0.  NULL: all were written.  Writers, and profiles of
	 * more than one row, treat an unwritten count as the 0 that it is; only
	 * reports show the difference.
	 */
	const bool *present;
	/* of calls, jumps, branches and entries only; else zero */
	struct cg_target target;
	int64_t executed; /* how many calls, jumps or branches were executed, or
			     how often a region was entered */
	int64_t taken;    /* of CG_BRANCH: how many of them were taken */
};

/*
 * Removes from a record what Cachegrind's format cannot carry: object,
 * def_file, host, context, region and address.  Returns false if nothing is left: for
 * all kinds but CG_COSTS.
 */
bool cg_record_flatten(struct cg_record *record);

/* True if a and b differ at most in counts and execution counts. */
bool cg_record_same(const struct cg_record *a, const struct cg_record *b);

/*
 * True if a and b are of one function in one host.  Compares only pointers, so
 * that it can be called for each row: a and b must be consecutive rows of a
 * reader, or rows of the same profile.
 */
static inline bool
cg_record_same_function(const struct cg_record *a, const struct cg_record *b)
{
	return a->function == b->function && a->def_file == b->def_file &&
	       a->object == b->object && a->host == b->host &&
	       a->host_file == b->host_file;
}

/*
 * Compares two records in the canonical order of rows; see cg_profile_sort.
 * Returns less than, equal to or greater than 0; 0 if they are the same as for
 * cg_record_same.
 */
int cg_record_compare(const struct cg_record *a, const struct cg_record *b);

/* --- events/projection.c -------------------------------------------------- */

/*
 * Selects the events of an output: events that an input counts or derives, in
 * any order, and new derived ones.
 */
struct cg_projection;

/*
 * Begins with no event selected.  The arrays of the header must outlive the
 * projection, the struct need not.
 */
struct cg_projection *
cg_projection_new(const struct cg_header *header, struct cg_error *error);

/*
 * Adds a derived event, "NAME = [NUMBER] EVENT + ...", of events that are there
 * already.  The error says what is wrong with the text, not where it stands.
 */
int
cg_projection_derive(struct cg_projection *projection, const char *definition);

/*
 * Number of the event whose name is the len bytes, or -1.  Counted events have
 * numbers from 0 on, then come the header's derived events, then new ones.
 */
int cg_projection_find(
    const struct cg_projection *projection, const char *name, size_t len);

/* Appends the event with this number to the selected ones.  A number that no event
 * has is an error. */
int cg_projection_select(struct cg_projection *projection, size_t number);

/*
 * Sets the events of the header to the selected ones, and the derived events to
 * those that can still be derived.  They live until the next call, or until
 * the projection is freed.
 */
int cg_projection_set_header(
    struct cg_projection *projection, struct cg_header *header);

/*
 * Replaces the counts of a record by the counts of the selected events, which
 * live until the next call.  Returns how many events are selected, or the index
 * of the first whose count does not fit in 64 bits; that count is then 0.
 */
size_t
cg_projection_apply(struct cg_projection *projection, struct cg_record *record);

/* The same from an array of counts to another. */
size_t cg_projection_compute(
    const struct cg_projection *projection, const int64_t *from, int64_t *to);

void cg_projection_free(struct cg_projection *projection);

/* --- read/reader.c -------------------------------------------------------- */

struct cg_reader;

/*
 * Opens a profile, plain or gzip (by its content), and reads its header.
 * path "-" is standard input.  The file descriptor of _open_fd is not closed;
 * `name` stands for it in messages and is copied.  The memory of _open_memory
 * must outlive the reader.
 */
struct cg_reader *cg_reader_open(const char *path, struct cg_error *error);
struct cg_reader *
cg_reader_open_fd(int fd, const char *name, struct cg_error *error);
struct cg_reader *cg_reader_open_memory(
    const void *data, size_t size, const char *name, struct cg_error *error);

/* The header; lives as long as the reader. */
const struct cg_header *cg_reader_header(const struct cg_reader *reader);

/*
 * Reads the next row.  Returns 1, or 0 at the end of a whole profile (it has a
 * summary, and the rows add up to it), or -1 on an error.  Rows come in the
 * order of the file; a line may come more than once.
 */
int cg_reader_next(struct cg_reader *reader, struct cg_record *record);

/*
 * With CG_STOP_AT_PARTS, after _next returned 0: starts the next part.  Returns
 * false if there is none.
 */
bool cg_reader_next_part(struct cg_reader *reader);

enum cg_reader_mode {
	/*
	 * Lets a thread read ahead of _next, if the profile has many rows and
	 * its bytes need not be waited for.  Worth it if the caller takes as
	 * long for a row as reading one takes.  _totals is then known only at
	 * the end.
	 */
	CG_READ_AHEAD = 1,
	/*
	 * Lets the reader merge consecutive rows of one function, whose line is
	 * then 0.  For callers that ignore line numbers.
	 */
	CG_MERGE_LINES = 2,
	/*
	 * Ends a damaged profile at the damage, without an error: if it is cut,
	 * if a line cannot be understood, if the rows do not add up.  _next
	 * returns 0 after the rows before that place.  A number that stands for
	 * no name becomes cg_unknown_name.  Failures of the system, and sums
	 * that do not fit in 64 bits, remain errors.
	 */
	CG_ACCEPT_DAMAGE = 4,
	/*
	 * Inflates in the caller's thread.  For callers that have many readers
	 * open: a thread for each would take half a megabyte.
	 */
	CG_ONE_THREAD = 8,
	/*
	 * Makes _next return 0 at the end of each part as well; _next_part
	 * then goes on.  pid, part and thread of the header belong to the part
	 * that is read, and live until the reader is closed.  So do the command
	 * and the descriptions, regions included, if the part has any; their
	 * array lives until the part after it is read.
	 */
	CG_STOP_AT_PARTS = 16,
	/*
	 * Lets records and their targets have contexts, if the profile has
	 * them.  Without, rows of one line in several contexts come as several
	 * rows of the line.
	 */
	CG_CONTEXTS = 32,
	/*
	 * Lets records have regions, and returns rows of kind CG_ENTRIES, if
	 * the profile has them.  A part that a program described when it asked
	 * Callgrind for it is a region, too.  Without, rows of one line in
	 * several regions come as several rows of the line.
	 */
	CG_REGIONS = 64,
};

/* Adds modes, any of cg_reader_mode or'ed.  Call before the first _next. */
void cg_reader_set(struct cg_reader *reader, unsigned int modes);

/*
 * Makes rows and totals have the counts of these events, in this order, instead
 * of the header's; only the names are used, and only during the call.  An event
 * that the profile lacks is an error.  Call before the first _next, at most
 * once.
 */
int cg_reader_select_events(
    struct cg_reader *reader, const struct cg_event *events, size_t nevents);

/*
 * The damage that was accepted, as the text of an error; NULL if the profile is
 * whole.  Without CG_ACCEPT_DAMAGE, what is missing in a profile of another
 * program than Callgrind: totals, or the name of a number.  Known once _next
 * returned 0; lives as long as the reader.
 */
const char *cg_reader_damage(const struct cg_reader *reader);

/*
 * What the profile declares and cannot be, so that it was ignored, as a message with
 * the name of the profile; NULL if there was nothing.  Known once _next returned 0;
 * lives as long as the reader.
 */
const char *cg_reader_ignored(const struct cg_reader *reader);

/* How many rows of kind CG_COSTS the file has, merged ones included.  Known
 * once _next returned 0. */
uint64_t cg_reader_nrows(const struct cg_reader *reader);

/*
 * The sum of the rows of kind CG_COSTS read so far, one count for each event of
 * the rows.  Lives until the next call on the same reader.
 */
const int64_t *cg_reader_totals(const struct cg_reader *reader);

/*
 * The cost of the program as the profile declares it, known once _next returned
 * 0; lives as long as the reader.  In Cachegrind's format it is the totals.  In
 * Callgrind's it may be more, because of costs that belong to no line.  In both
 * it is NULL if none is declared or if damage ended the profile.
 */
const int64_t *cg_reader_summary(const struct cg_reader *reader);

void cg_reader_close(struct cg_reader *reader);

/* --- bytes/output.c ------------------------------------------------------- */

enum {
	/* gzip if the path, or the one that a link leads to, ends in ".gz" */
	CG_GZIP_BY_NAME = -1,
	CG_PLAIN = 0,
	/* 1 to 9: gzip of that level; any other number is an error */
};

struct cg_output;

/*
 * Opens a stream of bytes to path; "-" is standard output.  If path is a
 * regular file or does not exist, the bytes go to a new file, which replaces it
 * at the close: path has the old content or the new one, never a part.  The new
 * file has the permissions of the old one and, if possible, its owner and
 * group. A file that may not be written and a link to a file that does not
 * exist are errors.  A device or pipe is written to directly.
 */
struct cg_output *
cg_output_open(const char *path, int gzip_level, struct cg_error *error);

/*
 * Opens a plain stream of bytes to a descriptor, which is closed with it, also
 * if this fails.  `name` stands for it in error messages.
 */
struct cg_output *
cg_output_open_fd(int fd, const char *name, struct cg_error *error);

/* True if the bytes are shown on a terminal as they are. */
bool cg_output_is_terminal(const struct cg_output *output);

/* Writes bytes, buffered. */
int cg_output_write(struct cg_output *output, const void *data, size_t size);

/*
 * Lets closing fail if a file of the output's path exists by then, instead of
 * replacing it.  Of several such outputs to one path, one succeeds.  Ignored
 * for an output that is no file.
 */
void cg_output_create(struct cg_output *output);

/*
 * Writes the buffered rest, checks the close and puts the file in its place.
 * Frees output, also on failure.  The old file is then untouched, unless the
 * error says that it was replaced.
 */
int cg_output_close(struct cg_output *output);

/* Gives up: no file is replaced or made.  Frees output. */
void cg_output_abandon(struct cg_output *output);

/* --- write/writer.c ------------------------------------------------------- */

struct cg_writer;

/*
 * Opens a profile for writing, as cg_output_open does.  The header must outlive
 * the writer, with all that it points to: it may be written with the first row.
 */
struct cg_writer *cg_writer_open(const char *path, int gzip_level,
    const struct cg_header *header, struct cg_error *error);

/* The same for a descriptor, as cg_output_open_fd. */
struct cg_writer *cg_writer_open_fd(int fd, const char *name,
    const struct cg_header *header, struct cg_error *error);

/* Lets closing fail if the file exists by then, as cg_output_create does. */
void cg_writer_create(struct cg_writer *writer);

/*
 * Abbreviates names and positions that were written before, as Callgrind does
 * by default.  Ignored in Cachegrind's format.  Names are abbreviated anyway
 * from the first row with a context on.  Call before the first _put.
 */
void cg_writer_compress(struct cg_writer *writer, bool names, bool positions);

/*
 * Writes one row.  The order is the caller's; cg_profile_sort gives the
 * canonical one.  The record is not needed after the call.  In Cachegrind's
 * format, the record must be one that cg_record_flatten would not change, but
 * for its host, which is not written; in Callgrind's, lines are not negative.
 */
int cg_writer_put(struct cg_writer *writer, const struct cg_record *record);

/* The same, faster, for a row with the object, def_file, file, function, host
 * and context of the row put last. */
int
cg_writer_put_same(struct cg_writer *writer, const struct cg_record *record);

/*
 * Ends the part with its totals and starts another one with this header, which
 * must outlive the writer.  It may differ from the one before in pid, part,
 * thread, cmd and descs.  An error in Cachegrind's format, which has no parts.
 */
int
cg_writer_next_part(struct cg_writer *writer, const struct cg_header *header);

/*
 * Declares the cost of the program if it is more than the rows, one count for
 * each event; NULL: it is not declared.  If there are several parts, this is
 * the cost of the current one.  The array must live until the part ends.  In
 * Cachegrind's format this is ignored: the summary is the sum of the rows.
 */
void cg_writer_summary(struct cg_writer *writer, const int64_t *summary);

/* Writes the summary and closes as cg_output_close does; frees the writer. */
int cg_writer_close(struct cg_writer *writer);

/* Gives up as cg_output_abandon does; frees the writer. */
void cg_writer_abandon(struct cg_writer *writer);

/* --- profile/profile.c ---------------------------------------------------- */

/* A profile in memory: rows with sums of counts. */
struct cg_profile;

struct cg_profile *cg_profile_new(size_t nevents, struct cg_error *error);

/*
 * Stores counts that fit in 32 bits in half the memory.  Call before the
 * first row.  The counts that _row and _at return then live until the next call
 * of either.
 */
void cg_profile_pack(struct cg_profile *profile);

/*
 * Sets the names of the events for errors, which number them otherwise.  The
 * array must outlive the last cg_profile_add.
 */
void cg_profile_name_events(
    struct cg_profile *profile, const struct cg_event *events);

/*
 * Makes calls from one line to one function one row, even if the lines say that
 * the function begins in different places.  All calls of the function that are
 * inlined alike then get the lowest line and the lowest address that are not 0.
 * Calls by data stay as they are: they lead to lines of code.
 * Call before the first row.
 */
void cg_profile_join_calls(struct cg_profile *profile);

/*
 * Adds the record's numbers to the row that is the same (cg_record_same), or
 * adds a new row.  The record's names are copied once each.  After a sum of
 * counts that does not fit, the row is as it was, and the profile may be used.
 */
int cg_profile_add(struct cg_profile *profile, const struct cg_record *record);

/* The numbers of one row of a profile, which the caller may change. */
struct cg_row {
	int64_t *counts;   /* one for each event */
	int64_t *executed; /* NULL if the row is of kind CG_COSTS */
	int64_t *taken;    /* likewise */
};

/*
 * Finds the row that is the same as the record (cg_record_same), or adds one
 * whose numbers are all 0.  The row lives until the next call on the profile.
 * The record's own numbers are ignored.
 */
int cg_profile_row(struct cg_profile *profile, const struct cg_record *record,
    struct cg_row *row);

/*
 * Puts the rows in canonical order: by region, object, def_file, function,
 * host_file, host (NULL first, names bytewise), context, file, line, address,
 * kind and target.  Contexts are in order by their depth (no context first),
 * then by the names of the innermost frame, address and line of its call, and so
 * on for its callers.  The order ends when a new row is added.  If there is no
 * new row since the last call, this takes no time.
 */
int cg_profile_sort(struct cg_profile *profile);

/* True if every row added since _new came at or after the one before it. */
bool cg_profile_in_order(const struct cg_profile *profile);

/* How many rows there are. */
size_t cg_profile_len(const struct cg_profile *profile);

/* How many bytes of memory rows and names take. */
size_t cg_profile_memory(const struct cg_profile *profile);

/* Sets *record to row number i, 0 <= i < _len, of a sorted profile.  Faster if
 * i is the number of the call before, or the next one. */
void cg_profile_at(
    const struct cg_profile *profile, size_t i, struct cg_record *record);

/* Sorts the profile and writes all its rows. */
int cg_profile_put(struct cg_profile *profile, struct cg_writer *writer);

/* Forgets the rows and their names, and frees their memory. */
int cg_profile_clear(struct cg_profile *profile);

void cg_profile_free(struct cg_profile *profile);

#ifdef __cplusplus
}
#endif

#endif
