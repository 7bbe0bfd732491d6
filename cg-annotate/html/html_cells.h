/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the sections of the page share: what is known before anything is
 * printed, and the cells of tables, with counts, shares, bars and links.
 * docs/page.md describes the elements of the page.
 */
#ifndef HTML_CELLS_H
#define HTML_CELLS_H

#include "libreport/page/page.h"
#include "libreport/printer.h"
#include "model/data/data_parts.h"
#include "model/lines/hot_lines.h"
#include "model/report.h"
#include "model/sources/source_list.h"

enum {
	HTML_HOT_LINES = 20,     /* of each event */
	HTML_NAME = 70,          /* the most characters of a name in a table, */
	HTML_PATH = 48,          /* and of a path */
	HTML_FUNCTIONS = 10000,  /* the most rows; browsers can sort these */
	HTML_FUNCTION_LINES = 5, /* of each function */
	HTML_DATA = 500,         /* the most rows of data */
	HTML_DATA_PARTS = 20,    /* fields of each, or lines of code */
	HTML_LOOPS = 1000,       /* the most rows of loops */
};

/* An event with columns. */
struct html_event {
	size_t index; /* in the header */
	const char *name;
	int sides[2]; /* in the header, "Ir@old" and "Ir@new"; -1: none */
	/* what shares are a percentage of (events_whole); 0: there are none */
	__int128 whole;
};

/* A source line that the page links to. */
struct html_link {
	size_t source; /* number, from 1 */
	int64_t line;
};

/* The most expensive lines of a function. */
struct html_function_lines {
	size_t n;
	struct function_line list[HTML_FUNCTION_LINES];
};

struct html {
	const struct report *report;
	struct printer *printer;
	const struct cg_header *header;
	size_t nevents;
	struct html_event *events;
	size_t deciding; /* of the events, the one that the page begins with */
	bool is_diff;
	bool has_sides;
	bool has_calls;
	struct source_survey survey; /* number n is list[n - 1] */
	__int128 unknown;            /* cost of code without line numbers */
	size_t nfunctions;           /* that have a row */
	size_t *rows; /* of each function of the graph, the number of its row in
		       * the table, from 1; 0: it has none */
	struct html_function_lines *function_lines; /* of each row */
	struct hot_lines hot_lines;
	const struct flame_tree *flame; /* NULL: there are no stacks of calls */
	size_t nlinks;
	struct html_link *links; /* sorted; made by html_find_links */
};

/* The costs of a row of a table, in the events of the header. */
struct html_costs {
	const int64_t *counts; /* NULL: none is known, cells are empty */
	const bool *present;   /* which were written; NULL: all */
	/* the function's costs without its callees, if the table has such
	 * columns */
	const int64_t *self;
	const bool *self_present;
};

enum { HTML_MARK = 32 /* room for a row's name, with its NUL */ };

struct html_mark {
	char name[HTML_MARK]; /* of the row, its line or address */
	size_t row;
	double share; /* of the hottest row */
};

/* The marks at the places of the hottest rows of a table. */
struct html_strip {
	const char *prefix; /* of a row's name, to make its id */
	size_t nrows;       /* of the table so far */
	size_t n;
	struct html_mark *marks;
};

void html_text(const struct html *page, const char *text);

/* Print a count, with its sign in a difference; a share of the whole, "12.3%";
 * both with the event's name, "1,234 Ir, 12.3%". */
void html_count(const struct html *page, __int128 count);
void html_share(const struct html *page, __int128 count, size_t event);
void html_cost(const struct html *page, __int128 count, size_t event);

/* Return the count of the event that the page begins with, and its size. */
int64_t html_deciding(const struct html *page, const int64_t *counts);
double html_size(int64_t count);

/* True if a change is too small for a colour or a sign in a picture: less than a
 * thousandth of the old total. */
bool html_is_slight(const struct html *page, double count);

/* Returns a count of the chosen event as a share of the largest one, for page_heat; 0 if
 * it is slight, or the largest is 0. */
double html_heat(const struct html *page, double count, double largest);

/* Print the heads and cells of the event that the page begins with, then of all
 * others; with_self: the table has columns of self costs. */
void html_chosen_heads(const struct html *page, bool with_self, bool is_sorted);
void html_chosen_cells(
    const struct html *page, const struct html_costs *costs, bool with_self);
void html_other_heads(const struct html *page, bool with_self);
void html_other_cells(
    const struct html *page, const struct html_costs *costs, bool with_self);

/* Returns the number of a source, from 1; 0: it is not on the page. */
size_t html_find_source(const struct html *page, const char *file);

/* Finds all lines that the page links to: the hot lines, the most expensive lines of
 * each function with a row, and what is said of data and loops. */
void html_find_links(struct html *page);

/* True if the page links to this line of a source. */
bool html_is_linked(const struct html *page, size_t source, int64_t line);

/* Prints "path:line" as a link, or the path alone if line is 0; without a link
 * if the source is not on the page.  A path of more than `most` characters is
 * shortened. */
void html_location(
    const struct html *page, const char *file, int64_t line, size_t most);

/* Prints a line of a source, or its first part if it is long. */
void html_source_text(const struct html *page, const char *text, size_t len);

/* Adds a mark at the next row if its count is large enough, compared with the largest one. */
void html_strip_add(
    struct html_strip *strip, const char *name, int64_t count, double largest);

/* Prints the marks.  In a difference, rows that cost more than before are to the right. */
void html_strip_print(const struct html *page, const struct html_strip *strip);
void html_strip_release(struct html_strip *strip);

/* Prints a heading with a note, which the name of the chosen event follows. */
void html_section(const struct html *page, const char *id, const char *title,
    const char *note);

#endif
