/* SPDX-License-Identifier: BSD-2-Clause */
/* The frame of HTML pages, and text in them. */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libreport/numfmt.h"
#include "page.h"
#include "libreport/names/short_name.h"

/* STYLE and SCRIPT, and their hashes, made from page.css and page.js */
#include "page_files.h"

void
page_begin(struct printer *p, const char *title)
{
	static const char style[] = STYLE;

	printer_print(p, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
			 "<meta charset=\"utf-8\">\n"
			 "<meta http-equiv=\"Content-Security-Policy\" "
			 "content=\"default-src 'none'; "
			 "style-src '" STYLE_HASH "'; "
			 "script-src '" SCRIPT_HASH "'; "
			 "base-uri 'none'; form-action 'none'\">\n"
			 "<meta name=\"viewport\" "
			 "content=\"width=device-width, initial-scale=1\">\n"
			 "<title>");
	page_short_name(p, title, 100);
	printer_print(p, "</title>\n<style>");
	printer_bytes(p, style, sizeof(style) - 1);
	printer_print(p, "</style>\n</head>\n");
}

void
page_end(struct printer *p)
{
	static const char script[] = SCRIPT;

	printer_print(p, "<script>");
	printer_bytes(p, script, sizeof(script) - 1);
	printer_print(p, "</script>\n</body>\n</html>\n");
}

/* --- text ----------------------------------------------------------------- */

static const char *
entity_of(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	case '\n':
		return " ";
	default:
		return NULL;
	}
}

void
page_text(struct printer *p, const char *bytes, size_t len)
{
	const char *end = bytes + len, *start = bytes;

	while (bytes < end) {
		const char *entity = entity_of(*bytes);
		size_t n = *bytes == '\t' ? 1 : cg_printable_length(bytes, end);

		if (entity == NULL && n > 0) {
			bytes += n;
			continue;
		}
		printer_bytes(p, start, (size_t)(bytes - start));
		if (entity != NULL)
			printer_print(p, "%s", entity);
		else
			printer_print(
			    p, "\\x%02x", (unsigned int)(unsigned char)*bytes);
		start = ++bytes;
	}
	printer_bytes(p, start, (size_t)(end - start));
}

static const char ellipsis[] = "\xe2\x80\xa6";

void
page_name(struct printer *p, const char *name)
{
	size_t head;
	const char *tail = name_tail(name, &head);

	page_text(p, name, head);
	if (tail == NULL)
		return;
	printer_text(p, ellipsis);
	page_text(p, tail, strlen(tail));
}

/* --- short names ---------------------------------------------------------- */

/* A function's own name can be too long even without all else. */
static size_t
shorten(char *to, const char *name, size_t width, const char *dots)
{
	char *parts = cli_alloc(strlen(name) + 1, 1);
	size_t used;

	short_function(parts, name, width, dots);
	used = short_text(to, parts, width, dots);
	free(parts);
	return used;
}

void
page_list_names(
    struct printer *p, const char *const *functions, size_t n, size_t most)
{
	short_names_list(&p->names, functions, n, most, ellipsis);
}

void
page_short_name(struct printer *p, const char *name, size_t most)
{
	page_name(p,
	    short_names_find(&p->names, shorten, name, most, ellipsis, NULL));
}

void
page_short_path(struct printer *p, const char *path, size_t most)
{
	page_name(p, short_names_find(
			 &p->names, short_path, path, most, ellipsis, NULL));
}

/* --- counts --------------------------------------------------------------- */

void
page_count(struct printer *p, __int128 count)
{
	char text[FORMAT_SIZE];

	format_count(text, count);
	printer_print(p, "%s", text);
}

void
page_change(struct printer *p, __int128 count)
{
	if (count > 0)
		printer_print(p, "+");
	page_count(p, count);
}

void
page_heat(struct printer *p, double share)
{
	enum { HOTTEST = PAGE_HEAT_STEPS - 1 };
	double size = share < 0 ? -share : share;
	int step = 0;

	/* the square root, so that lines below the hottest have heat, too */
	while (step < HOTTEST && step * step < size * HOTTEST * HOTTEST)
		step++;
	printer_print(p, "%c%d", share < 0 ? 'n' : 'h', step);
}

/* --- parts of pages ------------------------------------------------------- */

void
page_heading(struct printer *p, const char *cmd)
{
	printer_print(p, "<header>\n<h1><code>");
	page_short_name(p, *cmd != '\0' ? cmd : "(command unknown)", 400);
	printer_print(p, "</code></h1>\n");
}

void
page_find(struct printer *p, const char *what)
{
	printer_print(p,
	    "<span class=\"script find\"><input id=\"find\" type=\"search\" "
	    "placeholder=\"Find %s ( / )\" aria-label=\"Find %s\">"
	    "<output id=\"found\" for=\"find\"></output></span></div></nav>\n",
	    what, what);
}

void
page_card(struct printer *p, const struct page_card *card)
{
	printer_print(p, "<div><dt>");
	if (card->event != NULL) {
		printer_print(p, "<span class=\"chosen\">");
		page_name(p, card->event);
		printer_print(p, "</span> ");
	}
	page_name(p, card->title);
	printer_print(p, "</dt>");
	if (card->note != NULL)
		printer_print(p, "<dd class=\"note\">%s</dd>", card->note);
	if (card->key != NULL)
		printer_print(p, "<dd data-total=\"%s\">", card->key);
	else
		printer_print(p, "<dd>");
	printer_print(p, "%s</dd></div>\n", card->value);
}

void
page_bar(struct printer *p, int64_t count, double largest)
{
	double size = count < 0 ? -(double)count : (double)count;

	printer_print(p,
	    "<td class=\"opt\"><svg class=\"bar\" aria-hidden=\"true\"><rect "
	    "%swidth=\"%.1f%%\" height=\"12\"/></svg></td>",
	    count < 0 ? "class=\"less\" " : "",
	    largest > 0 ? 100 * size / largest : 0);
}

void
page_rest(struct printer *printer, size_t nrows)
{
	/* page.css prints as many */
	enum { FIRST_ROWS = 40 };

	if (nrows == FIRST_ROWS)
		printer_print(printer, "</tbody>\n<tbody class=\"rest\">\n");
}
