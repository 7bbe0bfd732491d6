/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the page of a table of any names, and takes it apart as HTML: each
 * element is one of those that pages have, is closed in order, and has quoted
 * attributes; texts have no markup.
 */
#include <string.h>

#include "cg-sum/render.h"
#include "hostile_table.h"
#include "sink.h"
#include "target.h"

enum { MOST_DEPTH = 32, MOST_NAME = 16 };

static const char *const known[] = {"html", "head", "title", "style", "body",
    "header", "h1", "h2", "code", "p", "dl", "div", "dt", "dd", "section", "ul",
    "li", "nav", "a", "span", "output", "main", "table", "thead", "tbody",
    "tfoot", "tr", "th", "td", "strong", "small", "details", "summary", "svg",
    "rect", "line", "text", "path", "polyline", "g", "footer", "kbd", "script"};

static const char *const empty[] = {"meta", "input"};

struct tag {
	char name[MOST_NAME];
	bool closes;        /* "</p>" */
	bool closes_itself; /* "<path/>" */
};

static bool
is_one_of(const char *name, const char *const *names, size_t n)
{
	while (n > 0)
		if (strcmp(name, names[--n]) == 0)
			return true;
	return false;
}

/* Skips a text of an element or attribute; returns where `stop` is. */
static const char *
skip_text(const char *p, char stop)
{
	static const char *const entities[] = {
	    "&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};

	while (*p != stop && *p != '\0') {
		bool is_known = *p != '&';
		/* the page itself has newlines */
		size_t n = *p == '\n' || *p == '\t'
			       ? 1
			       : text_printable(p, p + strnlen(p, 4));

		for (size_t i = 0; i < 5 && !is_known; i++)
			is_known |=
			    strncmp(p, entities[i], strlen(entities[i])) == 0;
		demand(n > 0 && *p != '<' && *p != '>' && *p != '"' && is_known,
		    "a text has no markup");
		p += n;
	}
	return p;
}

/* Reads a tag from its "<" on; returns its end. */
static const char *
take_tag(const char *p, struct tag *tag)
{
	size_t len;

	*tag = (struct tag){.closes = p[1] == '/'};
	p += 1 + tag->closes;
	len = strspn(p, "abcdefghijklmnopqrstuvwxyz0123456789");
	demand(len > 0 && len < MOST_NAME, "a tag has a name");
	memcpy(tag->name, p, len);
	for (p += len; *p != '>' && *p != '/';) {
		demand(*p++ == ' ', "attributes are separated");
		len = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
				"UVWXYZ-0123456789");
		demand(len > 0, "an attribute has a name");
		p += len;
		if (*p != '=')
			continue;
		demand(p[1] == '"', "a value is quoted");
		p = skip_text(p + 2, '"');
		demand(*p++ == '"', "a value ends");
	}
	tag->closes_itself = *p == '/';
	p += tag->closes_itself;
	demand(*p == '>', "a tag ends");
	return p + 1;
}

static void
check_page(const char *p)
{
	char open[MOST_DEPTH][MOST_NAME];
	size_t depth = 0;
	struct tag tag;
	static const char doctype[] = "<!DOCTYPE html>\n";

	demand(strncmp(p, doctype, strlen(doctype)) == 0, "it is a page");
	p += strlen(doctype);
	while (*(p = skip_text(p, '<')) != '\0') {
		p = take_tag(p, &tag);
		if (tag.closes) {
			demand(
			    depth > 0 && strcmp(open[--depth], tag.name) == 0,
			    "elements are closed in order");
			continue;
		}
		if (is_one_of(tag.name, empty, 2))
			continue;
		demand(is_one_of(
			   tag.name, known, sizeof(known) / sizeof(known[0])),
		    "an element is known");
		if (tag.closes_itself)
			continue;
		demand(depth < MOST_DEPTH, "elements are not deep");
		strcpy(open[depth++], tag.name);
		/* neither has anything from a profile */
		if (strcmp(tag.name, "style") == 0)
			p = strstr(p, "</style>");
		else if (strcmp(tag.name, "script") == 0)
			p = strstr(p, "</script>");
	}
	demand(depth == 0, "all elements are closed");
}

static void
run(const uint8_t *data, size_t size)
{
	static const enum detail details[] = {
	    DETAIL_NONE, DETAIL_FUNCTION, DETAIL_LINE};
	const struct table *t = hostile_table_make(data + 1, size - 1,
	    1 + data[0] % 3, details[data[0] / 3 % 3], true);
	struct printer printer;
	const char *printed;
	size_t len;

	sink_open(&printer, false);
	render_html(t, &printer);
	printed = sink_bytes(&len);
	demand(strlen(printed) == len, "there is no NUL byte");
	check_page(printed);
	hostile_table_release();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0)
		demand(attempt(run, data, size), "no name is an error");
	return 0;
}
