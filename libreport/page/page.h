/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * HTML pages of one file, with a style and a script of ours and nothing else:
 * the page's policy admits these two by their hashes.  docs/page.md describes
 * the elements that the script works on.
 */
#ifndef PAGE_H
#define PAGE_H

#include <stdint.h>

#include "libreport/printer.h"

enum { PAGE_HEAT_STEPS = 10 };

/* Prints everything before the attributes of <body>. */
void page_begin(struct printer *printer, const char *title);

/* Prints the script and the end of the page. */
void page_end(struct printer *printer);

/*
 * Prints bytes as text of an element or of a quoted attribute.  Characters that
 * are not printable become \xHH, except tabs; newlines become blanks.
 */
void page_text(struct printer *printer, const char *bytes, size_t len);
void page_name(struct printer *printer, const char *name);

/* Lists the functions of a page, as short_names_list: those with names that
 * page_short_name shortens to `most` characters. */
void page_list_names(struct printer *printer, const char *const *functions,
    size_t n, size_t most);

/* Print a name or path, shortened to `most` characters by
 * libreport/names/short_name.h. */
void page_short_name(struct printer *printer, const char *name, size_t most);
void page_short_path(struct printer *printer, const char *path, size_t most);

/* Prints a count with commas; with a sign also if it is positive. */
void page_count(struct printer *printer, __int128 count);
void page_change(struct printer *printer, __int128 count);

/* Prints the class for a share of the largest cost, from -1 to 1: "h0" to "h9",
 * or for a saving "n0" to "n9". */
void page_heat(struct printer *printer, double share);

/* --- parts of pages ------------------------------------------------------- */

/* Prints the heading of the page: the command, "" if it is not known. */
void page_heading(struct printer *printer, const char *cmd);

/* Prints the field that finds `what`, "a row", which ends the navigation. */
void page_find(struct printer *printer, const char *what);

/* A number of the head, with its title. */
struct page_card {
	const char *event; /* NULL, or the chosen one, which the script sets */
	const char *key;   /* which number of `event` it is; NULL: of none */
	const char *title;
	const char *note; /* NULL: there is none */
	const char *value;
};
void page_card(struct printer *printer, const struct page_card *card);

/* Prints a cell with a bar, of full width if the count is `largest`. */
void page_bar(struct printer *printer, int64_t count, double largest);

/* Starts the part of a table that the script shows only on request, if nrows is
 * the number of rows that it shows at first. */
void page_rest(struct printer *printer, size_t nrows);

#endif
