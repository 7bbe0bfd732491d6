/* SPDX-License-Identifier: BSD-2-Clause */
/* Most characters are one byte, and printable: they are measured first. */
#include <string.h>

#include "cgfmt.h"
#include "text_width.h"

enum { ESCAPED_WIDTH = 4 /* "\xHH" */ };

size_t
text_character(const char *p, const char *end, size_t *width)
{
	size_t len = cg_printable_length(p, end);

	*width = len > 0 ? 1 : ESCAPED_WIDTH;
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
