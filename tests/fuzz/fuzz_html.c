/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints any bytes as text of a page.  The text cannot end its element or its
 * attribute, and a browser shows what it was, with control characters as \xHH.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libreport/page/page.h"
#include "sink.h"
#include "target.h"

static const struct {
	const char *text;
	char c;
} entities[] = {
    {"&amp;", '&'},
    {"&lt;", '<'},
    {"&gt;", '>'},
    {"&quot;", '"'},
    {"&#39;", '\''},
};

/* Decodes what a browser shows; aborts if it is more than text. */
static size_t
decode(char *to, const char *p, size_t len)
{
	const char *end = p + len;
	size_t n = 0;

	demand(strlen(p) == len, "there is no NUL byte");
	while (p < end) {
		size_t taken = 0;

		demand(
		    strchr("<>\"'", *p) == NULL, "nothing in a text is markup");
		for (size_t i = 0; *p == '&' && i < 5; i++)
			if (strncmp(p, entities[i].text,
				strlen(entities[i].text)) == 0) {
				taken = strlen(entities[i].text);
				to[n++] = entities[i].c;
			}
		demand(*p != '&' || taken > 0, "every entity is known");
		if (taken == 0) {
			taken = *p == '\t' ? 1 : text_printable(p, end);
			demand(taken > 0, "every character is printable");
			memcpy(to + n, p, taken);
			n += taken;
		}
		p += taken;
	}
	return n;
}

/* Writes what a browser is expected to show. */
static size_t
expect(char *to, const char *p, size_t len)
{
	const char *end = p + len;
	size_t n = 0;

	while (p < end) {
		size_t taken = *p == '\t' ? 1 : text_printable(p, end);

		if (taken > 0) {
			memcpy(to + n, p, taken);
			n += taken;
		} else if (*p == '\n') {
			to[n++] = ' ';
		} else {
			n += (size_t)sprintf(
			    to + n, "\\x%02x", (unsigned int)(uint8_t)*p);
		}
		p += taken > 0 ? taken : 1;
	}
	return n;
}

static void
check_text(const char *bytes, size_t len, char *shown, char *expected)
{
	struct printer printer;
	size_t n;
	const char *printed;

	sink_open(&printer, false);
	page_text(&printer, bytes, len);
	printed = sink_bytes(&n);
	n = decode(shown, printed, n);
	demand(n == expect(expected, bytes, len) &&
		   memcmp(shown, expected, n) == 0,
	    "a text is shown as it is");
}

/* Names in tables are shortened. */
static void
check_short_name(const char *name, size_t most, char *shown)
{
	struct printer printer;
	const char *printed;
	size_t n;

	sink_open(&printer, false);
	page_short_name(&printer, name, most);
	printed = sink_bytes(&n);
	decode(shown, printed, n);
	sink_open(&printer, false);
	page_short_path(&printer, name, most);
	printed = sink_bytes(&n);
	decode(shown, printed, n);
}

/* The title is the only difference to a page without one. */
static void
check_title(const char *title)
{
	static char head[1 << 16];
	static size_t before, after;
	struct printer printer;
	const char *printed;
	size_t n;

	if (before == 0) {
		sink_open(&printer, false);
		page_begin(&printer, "");
		printed = sink_bytes(&n);
		demand(n < sizeof(head), "the head of a page is short");
		memcpy(head, printed, n + 1);
		before = (size_t)(strstr(head, "</title>") - head);
		after = n - before;
	}
	sink_open(&printer, false);
	page_begin(&printer, title);
	printed = sink_bytes(&n);
	demand(n >= before + after && memcmp(printed, head, before) == 0 &&
		   memcmp(printed + n - after, head + before, after) == 0,
	    "a title changes nothing but the title");
}

static void
run(const uint8_t *data, size_t size)
{
	char *shown = malloc(6 * size + 1), *expected = malloc(6 * size + 1);
	char *name = text_copy(data, size);

	demand(shown != NULL && expected != NULL, "there is memory");
	check_text((const char *)data, size, shown, expected);
	/* the rest takes longer, so not each input does */
	if (size > 8 && size % 4 == 0)
		check_short_name(name, data[0], shown);
	if (size % 32 == 0)
		check_title(name);
	free(shown);
	free(expected);
	free(name);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	demand(attempt(run, data, size), "no text of a page is an error");
	return 0;
}
