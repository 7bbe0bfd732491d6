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
 * Conventions.  The library never prints, never exits and keeps no state
 * outside its arguments but the keys of its hash tables.  Whoever opens
 *something gives it a struct cg_error that must live as long as it does;
 *functions that return int give a negative number on failure, functions that
 *return a pointer give NULL, and the text is then complete ("path:line: what
 *was expected, what was found").  Out of memory is an ordinary error.  After a
 *failure only close, abandon and free may be called.
 *
 * Counts are signed: differences have negative ones.  No sum ever wraps; one
 * that does not fit in 64 bits is an error.
 *
 * Growth.  Structures are filled by the library or initialised by name, so
 * members can be added.  A program that changes records copies a whole record
 * and sets the members it means to change, and passes on kinds that it does
 * not know: what it does not understand travels through it.
 */
#ifndef CGFMT_H
#define CGFMT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cg_error {
	char text[512]; /* one line without newline, as cg_message writes it */
	/* The profile's rows are at fault: cg_reader_partial reads as far as
	 * they go. */
	bool is_damage;
};

/* --- names and numbers (names.c, lex.c, numbers.c) ----------------------- */

/*
 * Names, commands and descriptions are bytes, NUL-terminated.  Everything the
 * library hands out is clean: bytes below 0x20 and 0x7f were replaced by \n,
 * \t, \r or \xHH, so that no name can forge a line of a profile.
 *
 * Writes the clean form of len bytes to `to` as snprintf would: at most size
 * bytes with the NUL, never part of an escape.  Returns the length that the
 * whole has, without the NUL.
 */
size_t cg_escape(char *to, size_t size, const char *from, size_t len);

/*
 * Reads a decimal integer with an optional '-' from the start of len bytes.
 * Returns how many bytes it took, 0 where there is none, or -1 where the
 * number does not fit in 64 bits.
 */
int cg_parse_int(const char *text, size_t len, int64_t *value);

/*
 * Adds n counts to others, which are not the same ones.  Returns n, or the
 * index of the first sum that does not fit in 64 bits.
 */
size_t cg_counts_add(int64_t *to, const int64_t *counts, size_t n);

/* The file or function of costs whose place is not known, "???". */
extern const char cg_unknown_name[];

/* The file of costs that cg-filter has hidden, which are on line 0. */
extern const char cg_filtered[];

/* True if the file is cg_filtered. */
bool cg_is_filtered(const char *file);

/* --- text for people (text.c) --------------------------------------------- */

/*
 * Length of the well-formed UTF-8 character at p < end, 1 to 4; 0 if there is
 * none.
 */
size_t cg_utf8_length(const char *p, const char *end);

/*
 * The same, but 0 also for a character that changes more than its own place on
 * a terminal: U+0000 to U+001F, U+007F to U+009F, the separators U+2028 and
 * U+2029, and what sets the direction of text (U+061C, U+200E, U+200F, U+202A
 * to U+202E, U+2066 to U+2069).
 */
size_t cg_printable_length(const char *p, const char *end);

/*
 * Writes a message of one line to `to`, at most size bytes with the NUL.  What
 * is not printable becomes \n, \t, \r or \xHH.  If the whole is too long, the
 * longest arguments lose their middle, which becomes "...", but no part of a
 * character or escape.  The format knows the conversions c, d, f, g, s, u, x.
 */
void cg_message(char *to, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* --- header (header.c) ---------------------------------------------------- */

struct cg_event {
	const char *name;
	const char *long_name; /* NULL where there is none */
	const char *formula;   /* of a derived event; NULL: it is counted */
};

enum cg_format {
	CG_CACHEGRIND, /* costs of lines */
	CG_CALLGRIND,  /* and objects, calls, jumps, addresses */
};

/* What is said nowhere is NULL, 0 or false, but for cmd. */
struct cg_header {
	enum cg_format format;
	size_t ndescs;
	const char *const *descs; /* without "desc:" and blanks around it */
	const char *cmd;          /* "" where the line is empty or missing */
	size_t nevents;           /* at least 1 */
	const struct cg_event *events;
	/* from here on Callgrind's only */
	size_t nderived; /* events that formulas make of the others */
	const struct cg_event *derived;
	const int64_t *factors; /* of each of these, for all the events */
	const char *creator;
	const char *pid;
	const char *part; /* NULL, as pid and thread, once rows of a part
			     were read that says otherwise */
	const char *thread;
	bool has_addresses; /* rows say which instruction they are of */
	bool has_no_lines;  /* lines are all 0: "positions: instr" */
};

/* Index of the event whose name is the len bytes, or -1. */
int
cg_header_event(const struct cg_header *header, const char *name, size_t len);
int
cg_header_derived(const struct cg_header *header, const char *name, size_t len);

int cg_header_keep_derived(const struct cg_header *output,
    const struct cg_header *input, struct cg_event *kept,
    struct cg_error *error);
struct cg_projection;
struct cg_record;
struct cg_projection *
cg_projection_new(const struct cg_header *header, struct cg_error *error);
int cg_projection_find(
    const struct cg_projection *projection, const char *name, size_t len);
int
cg_projection_derive(struct cg_projection *projection, const char *definition);
int cg_projection_select(struct cg_projection *projection, size_t number);
int cg_projection_set_header(
    struct cg_projection *projection, struct cg_header *header);
size_t
cg_projection_apply(struct cg_projection *projection, struct cg_record *record);
size_t cg_projection_compute(
    const struct cg_projection *projection, const int64_t *from, int64_t *to);
void cg_projection_free(struct cg_projection *projection);

/* --- records -------------------------------------------------------------- */

/* Sets pid, part and thread to those of another header: in a copy that was made
 * before the rows were read they may be those of the first part. */
void
cg_header_take_part(struct cg_header *header, const struct cg_header *from);

enum cg_kind {
	CG_COSTS,  /* what one line of a function cost by itself */
	CG_CALL,   /* the calls from one line to one function; the counts are
		      what they cost in the function and all that it called */
	CG_JUMP,   /* the jumps from one line to another; its counts are 0 */
	CG_BRANCH, /* the same for jumps that depend on a condition */
};

/* Where calls and jumps go. */
struct cg_target {
	const char *object;
	const char *file; /* in which the function begins */
	const char *function;
	uint64_t address;
	int64_t line;
};

/*
 * One row, in the memory of who gave it.  Who needs it for longer copies it.
 *
 * Of a reader, counts live until the next _next.  Names live until the one
 * after that, so that a row can be held against the one before it: in two rows
 * that follow one another, equal pointers mean equal names.  Later others may
 * lie where they lay, so that a profile of any size is read in the memory of
 * its longest names.  Only those of Callgrind's format, where a number can
 * stand for a name again at any time, live as long as the reader.
 *
 * Of a profile, counts live until it changes.  Names live until it is cleared
 * or freed, and equal names have equal pointers.
 *
 * Only rows of kind CG_COSTS add up to the total: the counts of a call are
 * among those of the function that was called.
 */
struct cg_record {
	enum cg_kind kind;
	const char *object; /* the program or library; "": not known */
	/*
	 * The file in which the function begins, which stands for it together
	 * with its name and object; other than `file` where code of another
	 * file was inlined into the function.  In Cachegrind's format, which
	 * cannot tell, it is `file`.
	 */
	const char *def_file;
	const char *file; /* the line's */
	const char *function;
	uint64_t address;      /* the instruction's; 0: not known */
	int64_t line;          /* 0: not known */
	const int64_t *counts; /* one for each event of the header */
	/*
	 * Which counts were written; those that were not ("." or the end of a
	 * short row) are 0.  NULL: all were.  Writers and profiles of more than
	 * one row take an unwritten count for the 0 that it is; only reports
	 * show the difference.
	 */
	const bool *present;
	/* of calls, jumps and branches only; else zero */
	struct cg_target target;
	int64_t executed; /* how many calls, jumps or branches were executed */
	int64_t taken;    /* of CG_BRANCH: how many of them were taken */
};

/*
 * Takes from a record what Cachegrind's format cannot carry: object, def_file
 * and address.  False where nothing is left: calls and jumps.
 */
bool cg_record_flatten(struct cg_record *record);

/* Whether both are of one row: all is the same but counts and executions. */
bool cg_record_same(const struct cg_record *a, const struct cg_record *b);

/* Less than, equal to or greater than 0: the canonical order of rows, in which
 * those of one row are equal.  See cg_profile_sort. */
int cg_record_compare(const struct cg_record *a, const struct cg_record *b);

/* --- reader (reader.c) --------------------------------------------------- */

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
 * Reads the next row: 1, 0 at the end of a profile that is whole (it has a
 * summary, and the rows add up to it), -1 on an error.  Rows come in the order
 * of the file; a line may come more than once.
 */
int cg_reader_next(struct cg_reader *reader, struct cg_record *record);

enum cg_reader_mode {
	/*
	 * Lets a thread read ahead of _next, if the profile has many rows and
	 * its bytes need not be waited for.  Worth it if the caller takes as
	 * long for a row as reading one takes.  _totals is then known only at
	 * the end, and all names live as long as the reader.
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
};

/* Adds modes, any of cg_reader_mode or'ed.  Call it before the first _next. */
void cg_reader_set(struct cg_reader *reader, unsigned int modes);

/*
 * Makes rows and totals have the counts of these events, in this order, instead
 * of the header's.  The array must outlive the reader.  An event that the
 * profile lacks is an error.  Call it before the first _next, at most once.
 */
int cg_reader_select_events(
    struct cg_reader *reader, const struct cg_event *events, size_t nevents);

/*
 * The damage that was met, as the text of an error; NULL if the profile is
 * whole.  Known once _next gave 0; lives as long as the reader.
 */
const char *cg_reader_damage(const struct cg_reader *reader);

/* How many rows of kind CG_COSTS the file has, also those that are folded into
 * others.  Known once _next gave 0. */
uint64_t cg_reader_nrows(const struct cg_reader *reader);

/*
 * The sum of the rows of kind CG_COSTS read so far, one count an event of the
 * rows.  Lives until the next call on the same reader.
 */
const int64_t *cg_reader_totals(const struct cg_reader *reader);

/*
 * What the profile itself says the program cost, known once _next gave 0.  In
 * Cachegrind's format it is the totals; in Callgrind's it may be more, for
 * costs that belong to no line, and NULL where nothing is said or damage ended
 * the profile.
 */
const int64_t *cg_reader_summary(const struct cg_reader *reader);

void cg_reader_close(struct cg_reader *reader);

/* --- output (output.c) --------------------------------------------------- */

enum {
	CG_GZIP_BY_NAME = -1, /* gzip where the path ends in ".gz" */
	CG_PLAIN = 0,
	/* 1 to 9: gzip of that level */
};

struct cg_output;

/*
 * Opens a stream of bytes to path; "-" is standard output.  For a regular file
 * they go to a new one, which takes its place at the close: path holds the old
 * content or the new one, never a part.  The new file has the permissions of
 * the old one and, if possible, its owner and group.  A file that may not be
 * written and a link to a file that does not exist are errors.  A device or
 * pipe is written to directly.
 */
struct cg_output *
cg_output_open(const char *path, int gzip_level, struct cg_error *error);

/* True if what is written is shown on a terminal as it is. */
bool cg_output_is_terminal(const struct cg_output *output);

int cg_output_write(struct cg_output *output, const void *data, size_t size);

/*
 * Writes what is left, checks the close and puts the file in its place.  Frees
 * output, also on failure.  The old file is then untouched, unless the error
 * says that it was replaced.
 */
int cg_output_close(struct cg_output *output);

/* Gives up: nothing takes the file's place.  Frees output. */
void cg_output_abandon(struct cg_output *output);

/* --- writer (writer.c) --------------------------------------------------- */

struct cg_writer;

/*
 * Opens a profile for writing, as cg_output_open does, and writes its header,
 * which must outlive the writer.
 */
struct cg_writer *cg_writer_open(const char *path, int gzip_level,
    const struct cg_header *header, struct cg_error *error);

/*
 * Writes numbers instead of names and positions that were written before, as
 * Callgrind does by default.  To be called before the first _put.
 */
void cg_writer_compress(struct cg_writer *writer, bool names, bool positions);

/*
 * Writes one row.  The order is the caller's; cg_profile_sort gives the
 * canonical one.  Nothing of the record is needed after the call.  In
 * Cachegrind's format only rows that cg_record_flatten would leave as they are
 * may be put; in Callgrind's, lines are not negative.
 */
int cg_writer_put(struct cg_writer *writer, const struct cg_record *record);

/*
 * What the program cost, where that is more than the rows; one count an event,
 * which must live until the writer closes; NULL: nothing is said.  Callgrind's
 * format only: in Cachegrind's the summary is the sum of the rows, whatever is
 * said here.
 */
void cg_writer_summary(struct cg_writer *writer, const int64_t *summary);

/* Writes the summary and closes as cg_output_close does. */
int cg_writer_close(struct cg_writer *writer);

/* Gives up: no summary, no file. */
void cg_writer_abandon(struct cg_writer *writer);

/* --- profile in memory (profile.c) --------------------------------------- */

struct cg_profile;

struct cg_profile *cg_profile_new(size_t nevents, struct cg_error *error);

/*
 * Counts take half the memory where they fit in 32 bits.  To be called before
 * the first row; the counts that _row and _at give then live until the next
 * call of either.
 */
void cg_profile_pack(struct cg_profile *profile);

/*
 * Calls from one line to one function are one row, wherever the function is
 * said to begin; all calls of it get the lowest line and the lowest address, if
 * there are any but 0.  To be called before the first row.
 */
void cg_profile_join_calls(struct cg_profile *profile);

/*
 * Adds a record to the row that is the same but for counts and executions,
 * or as a
 * new row.  The record's names are copied once each.
 */
int cg_profile_add(struct cg_profile *profile, const struct cg_record *record);

/* The numbers of one row of a profile, which the caller may change. */
struct cg_row {
	int64_t *counts;   /* one for each event */
	int64_t *executed; /* NULL if the row is of kind CG_COSTS */
	int64_t *taken;    /* likewise */
};

/*
 * Finds the row that is the same as the record but for counts and executions,
 * or adds one whose numbers are all 0.  The row lives until the next call on
 * the profile.  The record's own numbers are ignored.  Returns 0, or -1 on an
 * error.
 */
int cg_profile_row(struct cg_profile *profile, const struct cg_record *record,
    struct cg_row *row);

/*
 * Puts the rows in canonical order: by object, def_file, function, file
 * (bytewise), line, address, kind and target.  Before, and after the next _add,
 * they stand in the order in which they were first added.
 */
int cg_profile_sort(struct cg_profile *profile);

/* Whether no row since _new was added before its predecessor's place. */
bool cg_profile_in_order(const struct cg_profile *profile);

size_t cg_profile_len(const struct cg_profile *profile);

/* Row number i, 0 <= i < _len. */
void cg_profile_at(
    const struct cg_profile *profile, size_t i, struct cg_record *record);

/* Sorts the profile and puts all its rows. */
int cg_profile_put(struct cg_profile *profile, struct cg_writer *writer);

/* Forgets the rows and their names. */
int cg_profile_clear(struct cg_profile *profile);

void cg_profile_free(struct cg_profile *profile);

#endif
