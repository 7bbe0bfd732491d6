/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Changes a profile as its grammar allows, or nearly so: inserts, repeats and
 * removes lines and parts, and replaces names, numbers and positions by such
 * that are at the edge of what is permitted.  Afterwards it usually corrects
 * the sums, because the reader rejects a profile whose rows do not add up, and
 * nothing after it would be reached.  Compressed profiles are inflated before,
 * and compressed again, in several members.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "mutator.h"

enum { MOST_TEXT = 1 << 17, MOST_LINE = 1 << 10, MOST_EVENTS = 16 };

struct text {
	size_t n;
	char bytes[MOST_TEXT];
};

/* --- chance --------------------------------------------------------------- */

static uint64_t chance_state;

/* Returns a number below n > 0. */
static size_t
chance(size_t n)
{
	chance_state ^= chance_state << 13;
	chance_state ^= chance_state >> 7;
	chance_state ^= chance_state << 17;
	return (size_t)(chance_state % n);
}

/* --- pieces of lines ------------------------------------------------------ */

/* a line, or several, being written */
struct piece {
	size_t n;
	char bytes[MOST_LINE];
};

static void put(struct piece *piece, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a formatted text, truncated if it does not fit. */
static void
put(struct piece *piece, const char *format, ...)
{
	size_t room = sizeof(piece->bytes) - piece->n;
	va_list arguments;
	int len;

	va_start(arguments, format);
	len = vsnprintf(piece->bytes + piece->n, room, format, arguments);
	va_end(arguments);
	piece->n += (size_t)len < room ? (size_t)len : room - 1;
}

static void
put_number(struct piece *piece)
{
	static const char *const edges[] = {"0", "1", "-1", "-0", "2147483647",
	    "2147483648", "4294967295", "4294967296", "4611686018427387904",
	    "9223372036854775807", "9223372036854775808",
	    "-9223372036854775807", "-9223372036854775808",
	    "-9223372036854775809", "18446744073709551615",
	    "18446744073709551616", "99999999999999999999", "0x0", "0xf",
	    "0x7fffffffffffffff", "0x8000000000000000", "0xffffffffffffffff",
	    "0x10000000000000000", "007", "00000000000000000000001"};

	if (chance(3) == 0)
		put(piece, "%s",
		    edges[chance(sizeof(edges) / sizeof(edges[0]))]);
	else
		put(piece, "%zu", chance((size_t)1 << chance(40)));
}

static void
put_position(struct piece *piece)
{
	static const char *const signs[] = {"", "", "", "", "+", "-"};

	if (chance(5) == 0) {
		put(piece, "*");
		return;
	}
	put(piece, "%s", signs[chance(6)]);
	if (chance(3) == 0)
		put_number(piece);
	else
		put(piece, "%zu", chance(6));
}

/* A name, the number of one, or a definition, perhaps of a composed name. */
static void
put_name(struct piece *piece)
{
	static const char *const names[] = {"f", "g", "main", "a.c", "/usr/b.c",
	    "???", "(all)", "(filtered)", "<unspecified>", "", " ", "fn=x",
	    "(1", "x'2", "(below main)", "a\\nb", "\\x1b", "\xff", "\t", "12 3",
	    "std::vector<int, A<int> >::f(int) const", "(1)'2'(1)"};

	switch (chance(4)) {
	case 0:
		put(piece, "(%zu)", 1 + chance(4));
		return;
	case 1:
		put(piece, "(%zu) ", 1 + chance(4));
		break;
	case 2:
		if (chance(8) == 0)
			put(piece, "(%zu) (%zu)'%zu'(%zu)", 1 + chance(4),
			    1 + chance(4), chance(4), 1 + chance(4));
		if (chance(64) == 0)
			put(piece, "(18446744073709551615) ");
		break;
	}
	put(piece, "%s", names[chance(sizeof(names) / sizeof(names[0]))]);
}

static void
put_counts(struct piece *piece)
{
	for (size_t i = 1 + chance(3); i > 0; i--) {
		put(piece, " ");
		if (chance(10) == 0)
			put(piece, ".");
		else
			put_number(piece);
	}
}

static void
put_row(struct piece *piece)
{
	put_position(piece);
	if (chance(4) == 0) {
		put(piece, " ");
		put_position(piece);
	}
	put_counts(piece);
}

/* Counts of events in a random order, so that parts differ. */
static void
put_events(struct piece *piece)
{
	static const char *const events[] = {"Ir", "Dr", "Dw", "I1mr", "X"};
	size_t first = chance(5), n = 1 + chance(3);

	for (size_t i = 0; i < n; i++)
		put(piece, " %s", events[(first + i) % 5]);
}

static void
put_formula(struct piece *piece)
{
	static const char *const events[] = {"Ir", "Dr", "X", "Y", "Z"};

	put(piece, " %s =", events[chance(5)]);
	for (size_t i = chance(3);; i--) {
		put(piece, " ");
		if (chance(2) == 0) {
			put_number(piece);
			put(piece, chance(2) == 0 ? " " : " * ");
		}
		put(piece, "%s", events[chance(5)]);
		if (i == 0)
			break;
		put(piece, " +");
	}
	if (chance(3) == 0)
		put(piece, " : long name");
}

/* --- lines ---------------------------------------------------------------- */

enum value {
	VALUE_NONE,
	VALUE_TEXT,
	VALUE_NUMBER,
	VALUE_NAME,
	VALUE_EVENTS,
	VALUE_FORMULA,
	VALUE_COUNTS,
	VALUE_POSITIONS,
	VALUE_CALLS,
	VALUE_BRANCH,
	VALUE_CREATOR,
	VALUE_CONTEXT,
};

static const struct {
	const char *key;
	enum value value;
} lines[] = {
    {"fl=", VALUE_NAME},
    {"fn=", VALUE_NAME},
    {"fl=", VALUE_NAME},
    {"fn=", VALUE_NAME},
    {"fi=", VALUE_NAME},
    {"fe=", VALUE_NAME},
    {"ob=", VALUE_NAME},
    {"cob=", VALUE_NAME},
    {"cfi=", VALUE_NAME},
    {"cfl=", VALUE_NAME},
    {"cfn=", VALUE_NAME},
    {"jfi=", VALUE_NAME},
    {"jfn=", VALUE_NAME},
    {"# hostfl=", VALUE_NAME},
    {"# hostfn=", VALUE_NAME},
    {"# inlined", VALUE_NONE},
    {"# inlined ~", VALUE_NONE},
    {"# context=", VALUE_CONTEXT},
    {"# context=", VALUE_CONTEXT},
    {"calls=", VALUE_CALLS},
    {"calls=", VALUE_CALLS},
    {"rcalls=", VALUE_CALLS},
    {"jump=", VALUE_BRANCH},
    {"jcnd=", VALUE_BRANCH},
    {"desc:", VALUE_TEXT},
    {"cmd:", VALUE_TEXT},
    {"events:", VALUE_EVENTS},
    {"event:", VALUE_FORMULA},
    {"summary:", VALUE_COUNTS},
    {"totals:", VALUE_COUNTS},
    {"positions:", VALUE_POSITIONS},
    {"version:", VALUE_NUMBER},
    {"creator:", VALUE_CREATOR},
    {"part:", VALUE_NUMBER},
    {"pid:", VALUE_NUMBER},
    {"thread:", VALUE_NUMBER},
    {"# callgrind format", VALUE_NONE},
    {"==== NEW PROFILING FILE ====", VALUE_NONE},
    {"ob: \"", VALUE_NAME},
    {"", VALUE_NONE},
};
enum { NLINES = sizeof(lines) / sizeof(lines[0]) };

/* A context, which may have a caller and the place of the call. */
static void
put_context(struct piece *piece)
{
	put(piece, "(%u)", 1 + (unsigned int)chance(5));
	if (chance(2) == 0)
		return;
	put(piece, " (%u)", 1 + (unsigned int)chance(5));
	if (chance(3) == 0)
		put(piece, " 0x10");
	if (chance(3) == 0)
		put(piece, " 7");
}

static void
put_value(struct piece *piece, enum value value)
{
	static const char *const positions[] = {"line", "instr", "instr line",
	    "instr bb line", "line instr", "line line"};
	static const char *const creators[] = {
	    "callgrind-3.19.0", "cg-tools", "xdebug 3", "xtree-1", ""};

	switch (value) {
	case VALUE_NONE:
		break;
	case VALUE_TEXT:
		put(piece, chance(4) == 0 ? " Partial: x" : " a text ");
		break;
	case VALUE_NUMBER:
		put(piece, " ");
		put_number(piece);
		break;
	case VALUE_NAME:
		put_name(piece);
		break;
	case VALUE_EVENTS:
		put_events(piece);
		break;
	case VALUE_FORMULA:
		put_formula(piece);
		break;
	case VALUE_COUNTS:
		put_counts(piece);
		break;
	case VALUE_POSITIONS:
		put(piece, " %s", positions[chance(6)]);
		break;
	case VALUE_CREATOR:
		put(piece, " %s", creators[chance(5)]);
		break;
	case VALUE_CONTEXT:
		put_context(piece);
		break;
	case VALUE_CALLS:
	case VALUE_BRANCH:
		put_number(piece);
		if (value == VALUE_BRANCH && chance(2) == 0) {
			put(piece, "/");
			put_number(piece);
		}
		put(piece, " ");
		put_position(piece);
		put(piece, "\n");
		put_position(piece);
		if (value == VALUE_CALLS)
			put_counts(piece);
		break;
	}
}

/* Writes a line, or a call, which is several. */
static void
put_line(struct piece *piece)
{
	size_t i = chance(NLINES * 2);

	if (i >= NLINES) {
		put_row(piece);
	} else {
		if (lines[i].value == VALUE_CALLS && chance(4) > 0) {
			put(piece, "cfn=");
			put_name(piece);
			put(piece, "\n");
		}
		put(piece, "%s", lines[i].key);
		put_value(piece, lines[i].value);
	}
	put(piece, chance(40) == 0 ? " \r\n" : "\n");
}

/* --- places in a text ----------------------------------------------------- */

/* Replaces `old` bytes at `at`, unless the text would be too long. */
static void
splice(
    struct text *text, size_t at, size_t old, const char *with, size_t with_len)
{
	if (text->n - old + with_len > MOST_TEXT)
		return;
	memmove(text->bytes + at + with_len, text->bytes + at + old,
	    text->n - at - old);
	memcpy(text->bytes + at, with, with_len);
	text->n = text->n - old + with_len;
}

/* Returns the start of a line, or the end of the text. */
static size_t
some_line(const struct text *text)
{
	size_t at = chance(text->n + 1);

	while (at > 0 && at < text->n && text->bytes[at - 1] != '\n')
		at--;
	return at;
}

/* Returns the end of the line, after its newline. */
static size_t
line_end(const struct text *text, size_t at)
{
	const char *newline = memchr(text->bytes + at, '\n', text->n - at);

	return newline != NULL ? (size_t)(newline - text->bytes) + 1 : text->n;
}

/* Returns the end of the next few lines. */
static size_t
lines_end(const struct text *text, size_t at, size_t n)
{
	while (n-- > 0)
		at = line_end(text, at);
	return at;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
begins_row(char c)
{
	return is_digit(c) || c == '+' || c == '-' || c == '*';
}

/* --- changes -------------------------------------------------------------- */

static void
insert_lines(struct text *text)
{
	struct piece piece = {.n = 0};

	for (size_t n = (size_t)1 << chance(4); n > 0; n--)
		put_line(&piece);
	splice(text, some_line(text), 0, piece.bytes, piece.n);
}

static void
remove_lines(struct text *text)
{
	size_t at = some_line(text);

	splice(text, at, lines_end(text, at, 1 + chance(3)) - at, "", 0);
}

/* Copies a few lines to another place; now and then the rest of the text. */
static void
repeat_lines(struct text *text)
{
	static char copy[MOST_TEXT];
	size_t from = some_line(text);
	size_t end =
	    chance(4) == 0 ? text->n : lines_end(text, from, 1 + chance(12));
	size_t to = chance(3) == 0 ? text->n : some_line(text);

	memcpy(copy, text->bytes + from, end - from);
	splice(text, to, 0, copy, end - from);
}

/* Replaces a number, wherever it stands. */
static void
change_number(struct text *text)
{
	struct piece piece = {.n = 0};
	size_t at = chance(text->n + 1), len = 0;

	while (at < text->n && !is_digit(text->bytes[at]))
		at++;
	while (at + len < text->n && is_digit(text->bytes[at + len]))
		len++;
	if (len == 0)
		return;
	put_number(&piece);
	splice(text, at, len, piece.bytes, piece.n);
}

/* Replaces the first position of a row. */
static void
change_position(struct text *text)
{
	struct piece piece = {.n = 0};
	size_t at = some_line(text), len = 0;

	while (at < text->n && !begins_row(text->bytes[at]))
		at = line_end(text, at);
	while (
	    at + len < text->n && strchr(" \n", text->bytes[at + len]) == NULL)
		len++;
	put_position(&piece);
	if (len > 0)
		splice(text, at, len, piece.bytes, piece.n);
}

/* Replaces the value of a line by another of its kind. */
static void
change_value(struct text *text)
{
	struct piece piece = {.n = 0};
	size_t at = some_line(text), end = line_end(text, at);

	for (size_t i = 0; i < NLINES; i++) {
		size_t len = strlen(lines[i].key);

		if (end - at <= len ||
		    memcmp(text->bytes + at, lines[i].key, len) != 0)
			continue;
		put_value(&piece, lines[i].value);
		put(&piece, "\n");
		splice(text, at + len, end - at - len, piece.bytes, piece.n);
		return;
	}
	put_line(&piece);
	splice(text, at, end - at, piece.bytes, piece.n);
}

/* Replaces the key of a line by another. */
static void
change_key(struct text *text)
{
	size_t at = some_line(text), end = line_end(text, at), len = 0;
	const char *key = lines[chance(NLINES)].key;

	while (at + len < end && strchr("=:\n", text->bytes[at + len]) == NULL)
		len++;
	if (at + len < end && text->bytes[at + len] != '\n')
		splice(text, at, len + 1, key, strlen(key));
}

static void
cut(struct text *text)
{
	text->n = chance(2) == 0 ? some_line(text) : chance(text->n + 1);
}

static void
change_bytes(struct text *text)
{
	text->n =
	    LLVMFuzzerMutate((uint8_t *)text->bytes, text->n, MOST_TEXT / 2);
}

/* --- sums ----------------------------------------------------------------- */

/* the header and the sums of the rows that were read so far */
struct sums {
	bool is_callgrind;
	size_t npositions;
	size_t nevents;
	bool skips_row; /* the next row is a call or jump */
	uint64_t of[MOST_EVENTS];
};

static size_t
count_words(const char *p, const char *end)
{
	size_t n = 0;

	for (; p < end; p++)
		n += *p > ' ' && (p == end - 1 || p[1] <= ' ');
	return n;
}

/* Adds the counts of a row, which wrap. */
static void
add_row(struct sums *sums, const char *p, const char *end)
{
	char row[MOST_LINE], *word;
	size_t i = 0;

	if ((size_t)(end - p) >= sizeof(row) || sums->skips_row) {
		sums->skips_row = false;
		return;
	}
	memcpy(row, p, (size_t)(end - p));
	row[end - p] = '\0';
	for (word = strtok(row, " \t\r\n"); word != NULL;
	     word = strtok(NULL, " \t\r\n"), i++) {
		bool is_hex = sums->is_callgrind && strncmp(word, "0x", 2) == 0;

		if (i >= sums->npositions &&
		    i - sums->npositions < sums->nevents)
			sums->of[i - sums->npositions] +=
			    strtoull(word, NULL, is_hex ? 16 : 10);
	}
}

static bool
starts_with(const char *p, const char *end, const char *key)
{
	size_t len = strlen(key);

	return (size_t)(end - p) >= len && memcmp(p, key, len) == 0;
}

/* Takes note of a line of the header, or of a call. */
static void
read_line(struct sums *sums, const char *p, const char *end)
{
	static const char *const callgrind[] = {"# callgrind", "version:",
	    "creator:", "positions:", "part:", "pid:", "thread:", "event:"};

	for (size_t i = 0; i < sizeof(callgrind) / sizeof(callgrind[0]); i++)
		sums->is_callgrind |= starts_with(p, end, callgrind[i]);
	if (starts_with(p, end, "positions:"))
		sums->npositions = count_words(p, end) - 1;
	else if (starts_with(p, end, "events:"))
		sums->nevents = count_words(p + strlen("events:"), end);
	else if (starts_with(p, end, "calls=") ||
		 starts_with(p, end, "jump=") || starts_with(p, end, "jcnd=") ||
		 starts_with(p, end, "rcalls="))
		sums->skips_row = true;
}

static void
put_sums(struct sums *sums, struct piece *piece)
{
	for (size_t i = 0; i < sums->nevents; i++)
		put(piece, " %lld", (long long)sums->of[i]);
	put(piece, "\n");
	memset(sums->of, 0, sizeof(sums->of));
}

/* Corrects the last line of Cachegrind's format, all totals of Callgrind's. */
static void
correct_sums(struct text *text)
{
	struct sums sums = {.npositions = 1};
	bool is_whole = false;
	size_t at, end;

	for (at = 0; at < text->n; at = end) {
		struct piece piece = {.n = 0};
		const char *p = text->bytes + at, *line_ends;
		const char *key;

		end = line_end(text, at);
		line_ends = text->bytes + end;
		read_line(&sums, p, line_ends);
		if (sums.nevents > MOST_EVENTS)
			return;
		if (begins_row(*p))
			add_row(&sums, p, line_ends);
		key = sums.is_callgrind ? "totals:" : "summary:";
		if (!starts_with(p, line_ends, key))
			continue;
		put(&piece, "%s", key);
		put_sums(&sums, &piece);
		splice(text, at, end - at, piece.bytes, piece.n);
		end = line_end(text, at);
		is_whole = true;
	}
	if (!is_whole && sums.nevents > 0 && !sums.is_callgrind) {
		struct piece piece = {.n = 0};

		put(&piece, "%ssummary:",
		    text->n > 0 && text->bytes[text->n - 1] != '\n' ? "\n"
								    : "");
		put_sums(&sums, &piece);
		splice(text, text->n, 0, piece.bytes, piece.n);
	}
}

/* --- gzip ----------------------------------------------------------------- */

static bool
is_packed(const uint8_t *data, size_t size)
{
	return size > 2 && data[0] == 0x1f && data[1] == 0x8b;
}

/* Inflates the members one after another, up to damage. */
static void
inflate_members(struct text *text, const uint8_t *data, size_t size)
{
	z_stream z = {.next_in = (uint8_t *)data, .avail_in = (uInt)size};

	z.next_out = (uint8_t *)text->bytes;
	z.avail_out = MOST_TEXT;
	if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
		return;
	while (inflate(&z, Z_NO_FLUSH) == Z_STREAM_END && z.avail_in > 0)
		if (inflateReset(&z) != Z_OK)
			break;
	text->n = MOST_TEXT - z.avail_out;
	inflateEnd(&z);
}

/* Compresses the text to `data`, in a few members; 0: it does not fit. */
static size_t
deflate_members(const struct text *text, uint8_t *data, size_t most)
{
	size_t size = 0, from = 0;
	z_stream z = {.next_in = NULL};

	if (deflateInit2(&z, 1, Z_DEFLATED, 16 + MAX_WBITS, 8,
		Z_DEFAULT_STRATEGY) != Z_OK)
		return 0;
	do {
		size_t len = text->n - from;

		if (chance(3) == 0)
			len = chance(len + 1);
		z.next_in = (uint8_t *)text->bytes + from;
		z.avail_in = (uInt)len;
		z.next_out = data + size;
		z.avail_out = (uInt)(most - size);
		if (deflate(&z, Z_FINISH) != Z_STREAM_END) {
			size = 0;
			break;
		}
		size = most - z.avail_out;
		from += len;
		deflateReset(&z);
	} while (from < text->n);
	deflateEnd(&z);
	for (size_t n = size > 0 && chance(8) == 0 ? chance(4) : 0;
	     n > 0 && size < most; n--)
		data[size++] = 0;
	return size;
}

/* --- the mutator ---------------------------------------------------------- */

static void
change(struct text *text)
{
	static void (*const changes[])(struct text *) = {insert_lines,
	    insert_lines, insert_lines, remove_lines, remove_lines,
	    repeat_lines, repeat_lines, change_number, change_number,
	    change_number, change_position, change_position, change_value,
	    change_value, change_value, change_key, change_bytes, change_bytes,
	    cut};

	for (size_t n = (size_t)1 << chance(4); n > 0; n--)
		changes[chance(sizeof(changes) / sizeof(changes[0]))](text);
	if (chance(8) > 0)
		correct_sums(text);
}

size_t
LLVMFuzzerCustomMutator(
    uint8_t *data, size_t size, size_t most, unsigned int seed)
{
	static struct text text;
	bool packed = is_packed(data, size);
	size_t packed_size = 0;

	chance_state = seed * 0x9e3779b97f4a7c15U + 1;
	chance(1);
	if (size > MOST_TEXT / 2 || chance(16) == 0)
		return LLVMFuzzerMutate(data, size, most);
	text.n = 0;
	if (packed)
		inflate_members(&text, data, size);
	else if (size > 0)
		splice(&text, 0, 0, (const char *)data, size);
	change(&text);
	if (packed ? chance(4) > 0 : chance(64) == 0)
		packed_size = deflate_members(&text, data, most);
	if (packed_size > 0)
		return packed_size;
	size = text.n < most ? text.n : most;
	memcpy(data, text.bytes, size);
	return size;
}
