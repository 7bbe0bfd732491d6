/* SPDX-License-Identifier: BSD-2-Clause */
/* Most characters are one byte, and printable: they are measured first. */
#include <string.h>

#include "cgfmt.h"
#include "text_width.h"

enum { ESCAPED_WIDTH = 4 /* "\xHH" */ };

uint32_t
text_code_point(const char *p, size_t len)
{
	uint32_t code = (unsigned char)*p;

	if (len > 1)
		code &= 0xffu >> (len + 1);
	for (size_t i = 1; i < len; i++)
		code = code << 6 | ((unsigned char)p[i] & 0x3f);
	return code;
}

/* Characters that are not one column wide, in order: those that Unicode's EastAsianWidth.txt has as
 * wide (W) or fullwidth (F), of which emoji only as blocks; and marks that combine with the
 * character before them. */
static const struct {
	uint32_t first, last;
	size_t width;
} widths[] = {
    {0x300, 0x36f, 0},
    {0x483, 0x489, 0},
    {0x591, 0x5bd, 0},
    {0x64b, 0x65f, 0},
    {0x1100, 0x115f, 2},
    {0x1ab0, 0x1aff, 0},
    {0x1dc0, 0x1dff, 0},
    {0x20d0, 0x20ff, 0},
    {0x2e80, 0x303e, 2},
    {0x3041, 0x4dbf, 2},
    {0x4e00, 0xa4cf, 2},
    {0xa960, 0xa97c, 2},
    {0xac00, 0xd7a3, 2},
    {0xf900, 0xfaff, 2},
    {0xfe00, 0xfe0f, 0},
    {0xfe20, 0xfe2f, 0},
    {0xfe30, 0xfe6f, 2},
    {0xff01, 0xff60, 2},
    {0xffe0, 0xffe6, 2},
    {0x1b000, 0x1b2ff, 2},
    {0x1f300, 0x1f64f, 2},
    {0x1f680, 0x1f6ff, 2},
    {0x1f900, 0x1f9ff, 2},
    {0x20000, 0x3fffd, 2},
};

static size_t
width_of(uint32_t code)
{
	size_t n = sizeof(widths) / sizeof(*widths), i = 0;

	while (i < n && widths[i].last < code)
		i++;
	return i < n && widths[i].first <= code ? widths[i].width : 1;
}

size_t
text_character(const char *p, const char *end, size_t *width)
{
	size_t len = cg_printable_length(p, end);

	*width = len > 0 ? width_of(text_code_point(p, len)) : ESCAPED_WIDTH;
	return len > 0 ? len : 1;
}

/* True for a byte of a character after its first one. */
static bool
is_continued(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

size_t
text_width(const char *text, size_t len)
{
	const char *end = text + len;
	size_t sum = 0, width;

	for (; text < end; sum += width) {
		width = 1;
		if (text_is_ascii(*text))
			text++;
		else
			text += text_character(text, end, &width);
	}
	return sum;
}

size_t
text_fit(const char *text, size_t len, size_t width)
{
	const char *p = text, *end = text + len;

	while (p < end) {
		size_t w, n = text_character(p, end, &w);

		if (w > width)
			break;
		width -= w;
		p += n;
	}
	return (size_t)(p - text);
}

const char *
text_tail(const char *text, size_t width)
{
	size_t len = strlen(text), all = text_width(text, len);
	const char *end = text + len;

	while (all > width) {
		size_t w;

		text += text_character(text, end, &w);
		all -= w;
	}
	return text;
}

const char *
name_tail(const char *name, size_t *head)
{
	enum { TAIL = NAME_MOST / 4 };
	size_t len = strlen(name), tail = len - TAIL;

	*head = len;
	if (len <= NAME_MOST)
		return NULL;
	/* not within a character */
	for (*head = NAME_MOST - TAIL; is_continued(name[*head]); --*head)
		;
	while (is_continued(name[tail]))
		tail++;
	return name + tail;
}
