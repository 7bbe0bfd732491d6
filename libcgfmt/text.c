/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text for people.  UTF-8 is well-formed as in Unicode's table 3-7: no overlong
 * forms, no surrogates, nothing beyond U+10FFFF.  If a message is too long, its
 * arguments lose their middle and the message keeps its end, which says what is
 * wrong with them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* --- characters ----------------------------------------------------------- */

static size_t
length_from(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc2)
		return 0;
	if (first < 0xe0)
		return 2;
	if (first < 0xf0)
		return 3;
	return first < 0xf5 ? 4 : 0;
}

size_t
cg_utf8_length(const char *p, const char *end)
{
	unsigned char first = (unsigned char)p[0];
	unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
	unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
	size_t len = length_from(first);

	if ((size_t)(end - p) < len)
		return 0;
	for (size_t i = 1; i < len; i++) {
		unsigned char c = (unsigned char)p[i];

		if (c < low || c > high)
			return 0;
		low = 0x80;
		high = 0xbf;
	}
	return len;
}

/*
 * True if a well-formed character changes how a terminal shows other text:
 * controls, line separators, and marks that set the direction of text.
 */
static bool
is_active(const char *p, size_t len)
{
	const unsigned char *u = (const unsigned char *)p;
	unsigned int code;

	if (len == 1)
		return u[0] < 0x20 || u[0] == 0x7f;
	if (len == 2)
		return (u[0] == 0xc2 && u[1] < 0xa0) ||
		       memcmp(p, "\xd8\x9c", 2) == 0; /* U+061C */
	if (len != 3 || u[0] != 0xe2)
		return false;
	code = 0x2000 | (u[1] & 0x3fU) << 6 | (u[2] & 0x3fU);
	return code == 0x200e || code == 0x200f ||
	       (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069);
}

size_t
cg_printable_length(const char *p, const char *end)
{
	size_t len = cg_utf8_length(p, end);

	return is_active(p, len) ? 0 : len;
}

/* --- units, which are shown whole or not at all --------------------------- */

/* length of an escape such as \n or \x1b at p; 0 if there is none */
static size_t
escape_length(const char *p, const char *end)
{
	static const char digits[] = "0123456789abcdef";

	if (*p != '\\' || end - p < 2)
		return 0;
	if (p[1] != 'x')
		return strchr("ntr", p[1]) != NULL ? 2 : 0;
	return end - p >= 4 && memchr(digits, p[2], 16) != NULL &&
		       memchr(digits, p[3], 16) != NULL
		   ? 4
		   : 0;
}

size_t
text_unit(const char *p, const char *end)
{
	size_t len = escape_length(p, end);

	if (len == 0)
		len = cg_utf8_length(p, end);
	return len > 0 ? len : 1;
}

/* a line that is written as far as it fits */
struct line {
	char *to;
	size_t size;
	size_t len; /* of the whole line, also beyond size */
};

static void
put(struct line *line, const char *bytes, size_t len)
{
	if (line->len + len < line->size) {
		memcpy(line->to + line->len, bytes, len);
		line->to[line->len + len] = '\0';
	}
	line->len += len;
}

/* writes the unit as it is shown, in at most 16 bytes; returns how many */
static size_t
show_unit(char *to, const char *p, size_t len)
{
	size_t shown = 0;

	if (cg_printable_length(p, p + len) > 0) {
		memcpy(to, p, len);
		return len;
	}
	for (size_t i = 0; i < len; i++) {
		size_t n = cg_escape(to + shown, 5, p + i, 1);

		if (n == 1)
			n = (size_t)snprintf(to + shown, 5, "\\x%02x",
			    (unsigned int)(unsigned char)p[i]);
		shown += n;
	}
	return shown;
}

static size_t
shown_length(const char *p, const char *end)
{
	char shown[17];
	size_t whole = 0, n;

	for (; p < end; p += n) {
		n = text_unit(p, end);
		whole += show_unit(shown, p, n);
	}
	return whole;
}

/* puts the text in at most `share` bytes, if necessary without its middle */
static void
put_shortened(struct line *line, const char *p, const char *end, size_t share)
{
	size_t whole = shown_length(p, end), at = 0, n;
	size_t head = whole <= share ? whole : (share - 3) / 2;
	size_t tail = whole <= share ? 0 : whole - (share - 3 - head);
	char shown[17];
	bool cut = false;

	for (; p < end; p += n) {
		size_t len;

		n = text_unit(p, end);
		len = show_unit(shown, p, n);
		if (at + len <= head || (whole > share && at >= tail))
			put(line, shown, len);
		else if (!cut)
			put(line, "...", 3);
		cut |= at + len > head;
		at += len;
	}
}

/* --- messages ------------------------------------------------------------- */

enum {
	MOST_PIECES = 32,
	LONGEST_FORMAT = 512,
	SHORTEST_ARGUMENT = 16,
};

/* length of the text that the first len bytes of the format produce */
static size_t
length_of_start(const char *format, size_t len, va_list arguments)
{
	char start[LONGEST_FORMAT];
	va_list copy;
	int n;

	if (len >= sizeof(start))
		return 0;
	memcpy(start, format, len);
	start[len] = '\0';
	va_copy(copy, arguments);
	n = vsnprintf(NULL, 0, start, copy);
	va_end(copy);
	return n > 0 ? (size_t)n : 0;
}

/* finds the ends of the pieces of the text: words of the format, an argument,
 * words of the format, and so on; returns how many pieces there are */
static size_t
split(size_t *ends, const char *format, va_list arguments)
{
	const char *p = format;
	size_t n = 0;

	while (n + 2 < MOST_PIECES && (p = strchr(p, '%')) != NULL) {
		if (p[1] == '%') {
			p += 2;
			continue;
		}
		ends[n++] =
		    length_of_start(format, (size_t)(p - format), arguments);
		p += strcspn(p, "cdgfsux") + 1;
		ends[n++] =
		    length_of_start(format, (size_t)(p - format), arguments);
	}
	ends[n++] = SIZE_MAX;
	return n;
}

/*
 * Removes the middle of long arguments.  At most `keep` bytes of either end can
 * be shown, so the rest need not be looked at again.
 */
static void
trim(char *text, size_t len, size_t *ends, size_t n, size_t keep)
{
	size_t start = 0, to = 0;

	for (size_t i = 0; i < n; i++) {
		size_t end = ends[i] < len ? ends[i] : len;

		if (i % 2 == 1 && end - start > 2 * keep) {
			memmove(text + to, text + start, keep);
			to += keep;
			start = end - keep;
		}
		memmove(text + to, text + start, end - start);
		to += end - start;
		start = end;
		ends[i] = to;
	}
}

/* writes the text with arguments of at most `share` bytes; returns its length
 */
static size_t
write_pieces(struct line line, const char *text, const size_t *ends, size_t n,
    size_t share)
{
	size_t start = 0;

	line.len = 0;
	line.to[0] = '\0';
	for (size_t i = 0; i < n; i++) {
		put_shortened(&line, text + start, text + ends[i],
		    i % 2 == 1 ? share : SIZE_MAX);
		start = ends[i];
	}
	return line.len;
}

void
cg_message(char *to, size_t size, const char *format, va_list arguments)
{
	char room[1024], *text = room;
	size_t ends[MOST_PIECES], len, n, share = size;
	struct line line = {to, size, 0};
	va_list copy;

	va_copy(copy, arguments);
	len = (size_t)vsnprintf(room, sizeof(room), format, copy);
	va_end(copy);
	n = split(ends, format, arguments);
	if (len >= sizeof(room) && (text = malloc(len + 1)) == NULL) {
		text = room; /* better a part of the message than none */
		len = sizeof(room) - 1;
	}
	if (text != room)
		vsnprintf(text, len + 1, format, arguments);
	trim(text, len, ends, n, 2 * size);
	while (write_pieces(line, text, ends, n, share) >= size &&
	       share > SHORTEST_ARGUMENT)
		share -= share / 16 + 1;
	if (text != room)
		free(text);
}
