/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table has all steps, so the page can be read without its script, libreport/page/chart.js, which shows
 * the step that the pointer is at and goes to its row.  docs/page.md describes the elements that the
 * scripts work on.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/file_code.h"
#include "libreport/numfmt.h"
#include "libreport/page/page.h"
#include "libreport/names/short_name.h"
#include "step_chart.h"
#include "step_page.h"
#include "step_table.h"

enum {
	NAME_LENGTH = 40, /* characters, as all from here on */
	PATH_LENGTH = 48,
	SUBJECT_LENGTH = 72,
	MOST_ROWS = 20000, /* of functions, of all steps together, */
	LEAST_ROWS = 3,    /* unless each step has no more than so many */
	WITH_LINES = 4,    /* the first function of so many has lines */
};

/* a row of the table */
struct step_place {
	size_t benchmark, row;
	size_t place; /* of its commit */
};

static void
put(struct printer *p, const char *text)
{
	printer_text(p, text);
}

size_t
step_page_place(const struct step_page *page, size_t date)
{
	return page->first +
	       (page->last - page->first) * date / (STEP_PAGE_DATES - 1);
}

void
step_page_find_dates(struct step_page *page, const struct commits *commits,
    struct objects *objects)
{
	page->first = SIZE_MAX;
	for (size_t i = 0; i < page->n; i++) {
		const struct points *points = &page->benchmarks[i].points;

		if (points->n == 0)
			continue;
		if (points->list[0].place < page->first)
			page->first = points->list[0].place;
		if (points->list[points->n - 1].place > page->last)
			page->last = points->list[points->n - 1].place;
	}
	if (page->first == SIZE_MAX)
		return;
	for (size_t i = 0; i < STEP_PAGE_DATES; i++) {
		struct commit_text commit;
		size_t at = points_commit_at(commits, step_page_place(page, i));

		commit_read(&commit, objects, commits->list[at].id);
		memcpy(page->dates[i], commit.date, sizeof(commit.date));
		free(commit.subject);
	}
}

static size_t
count_steps(const struct step_page *page)
{
	size_t n = 0;

	for (size_t i = 0; i < page->n; i++)
		n += page->benchmarks[i].n;
	return n;
}

/* --- counts --------------------------------------------------------------- */

/* Prints a cell; one of class "opt" is left out on narrow screens. */
static void
put_count(struct printer *p, const char *class, bool has_count, __int128 count)
{
	printer_print(p, "<td%s>", class);
	if (has_count)
		page_count(p, count);
	put(p, "</td>");
}

/* What the last recording costs, and the first one with its settings. */
struct ends {
	const struct cost_point *first, *last;
	bool are_all; /* no recording before has other settings */
};

static struct ends
find_ends(const struct step_rows *rows)
{
	const struct points *points = &rows->points;
	struct ends ends = {.last = &points->list[points->n - 1]};

	ends.first = ends.last;
	while (ends.first->from != SIZE_MAX)
		ends.first = &points->list[ends.first->from];
	ends.are_all = ends.first == points->list;
	return ends;
}

/* Returns the change between the ends in percent, to be freed; NULL: there is none. */
static char *
growth(const struct ends *ends)
{
	const struct step_row row = {
	    .state = STATE_CHANGED,
	    .has_old = true,
	    .has_new = true,
	    .old = ends->first->cost,
	    .new = ends->last->cost,
	};

	return ends->first == ends->last ? NULL : step_percent_text(&row);
}

/* --- the head ------------------------------------------------------------- */

static void
put_card(struct printer *p, const char *title, const char *value)
{
	page_card(p, &(struct page_card){.title = title, .value = value});
}

static void
put_number(struct printer *p, const char *title, __int128 number)
{
	char value[FORMAT_SIZE];

	format_count(value, number);
	put_card(p, title, value);
}

/* Prints how many steps are of a kind: more, less, or neither. */
static void
put_step_cards(struct printer *p, const struct step_page *page)
{
	size_t nmore = 0, nless = 0, nmoved = 0;

	for (size_t i = 0; i < page->n; i++)
		for (size_t k = 0; k < page->benchmarks[i].n; k++) {
			const struct step_row *row =
			    &page->benchmarks[i].list[k];

			if (row->state == STATE_CHANGED && row->has_old) {
				nmore += row->new > row->old;
				nless += row->new < row->old;
			}
			nmoved += row->state == STATE_MOVED;
		}
	put_number(p, "steps that cost more", (__int128)nmore);
	put_number(p, "steps that cost less", (__int128)nless);
	put_number(p, "steps that only moved cost", (__int128)nmoved);
}

static void
put_cards(struct printer *p, const struct step_page *page)
{
	put(p, "<dl class=\"cards\">\n");
	if (page->n == 1 && page->benchmarks->points.n > 0) {
		struct ends ends = find_ends(page->benchmarks);
		char *percent = growth(&ends);

		put_number(p, "at the last recording", ends.last->cost);
		if (percent != NULL)
			put_card(p,
			    ends.are_all ? "since the first recording"
					 : "since the settings changed",
			    percent);
		free(percent);
	} else {
		put_number(p, "benchmarks", (__int128)page->n);
	}
	put_step_cards(p, page);
	put(p, "</dl>\n");
}

static void
put_head(struct printer *p, const struct step_page *page)
{
	put(p, "<header>\n<h1>Costs of the commits in <code>");
	page_name(p, page->range);
	put(p, "</code></h1>\n<p class=\"sub\">");
	page_name(p, page->benchmarks->event);
	if (page->function != NULL) {
		put(p, " of functions that match ");
		page_name(p, page->function);
	}
	if (*page->dates[0] != '\0')
		printer_print(p, ", commits from %s to %s</p>\n",
		    page->dates[0], page->dates[STEP_PAGE_DATES - 1]);
	else
		put(p, ", no commit of the range is recorded</p>\n");
	put_cards(p, page);
	put(p, "</header>\n<nav aria-label=\"Report\"><div>"
	       "<a href=\"#charts\">Costs</a><a href=\"#functions\">Steps</a>");
	page_find(p, "a step");
}

/* --- charts --------------------------------------------------------------- */

static void
put_caption(struct printer *p, const struct step_rows *rows)
{
	put(p, "<figcaption><b>");
	page_short_path(p, rows->benchmark, PATH_LENGTH);
	put(p, "</b> <span class=\"dim\">");
	if (rows->points.n > 0) {
		struct ends ends = find_ends(rows);
		char *percent = growth(&ends);

		page_count(p, ends.last->cost);
		if (percent != NULL)
			printer_print(p, ", %s since %s", percent,
			    ends.are_all ? "the first recording"
					 : "the settings changed");
		free(percent);
	} else {
		put(p, "no recording");
	}
	put(p, "</span></figcaption>\n");
}

static void
put_chart(struct printer *p, const struct step_page *page, size_t i)
{
	const struct step_rows *rows = &page->benchmarks[i];

	put(p, "<figure>");
	put_caption(p, rows);
	if (rows->points.n > 0) {
		printer_print(p,
		    "<div class=\"scroll steps\" tabindex=\"0\" role=\"group\" "
		    "data-chart=\"%zu\" aria-label=\"Steps of ",
		    i);
		page_name(p, rows->benchmark);
		put(p, "\">");
		step_chart_print(page, rows, page->n == 1, p);
		put(p, "</div>\n<output class=\"script\"></output>");
	}
	put(p, "</figure>\n");
}

static void
put_charts(struct printer *p, const struct step_page *page)
{
	put(p,
	    "<section id=\"charts\"><h2>Costs <small>\xe2\x96\xb2 more, "
	    "\xe2\x96\xbc less, \xe2\x97\x87 moved; dashed where commits are not "
	    "measured; an upright line, and another colour, where settings differ"
	    "</small></h2>\n");
	printer_print(
	    p, "<div class=\"%s\">\n", page->n > 1 ? "small-charts" : "");
	for (size_t i = 0; i < page->n; i++)
		put_chart(p, page, i);
	put(p, "</div>\n</section>\n");
}

/* --- an open row ---------------------------------------------------------- */

static void
put_function(struct printer *p, const struct step_function *f)
{
	put(p, "<tr>");
	put_count(p, "", true, f->old);
	put_count(p, "", true, f->new);
	put(p, "<td>");
	page_change(p, f->new - f->old);
	put(p, "</td><td class=\"m\">");
	page_name(p, f->function);
	put(p, " <span class=\"dim\">");
	page_name(p, f->file);
	if (*f->note != '\0') {
		put(p, "; moved: ");
		page_name(p, f->note);
	}
	put(p, "</span></td></tr>\n");
}

/* Prints the lines of a function that changed most. */
static void
put_lines(struct printer *p, const struct step_function *f)
{
	for (size_t i = 0; i < f->nlines; i++) {
		const struct line_change *line = &f->lines[i];

		put(p, "<tr class=\"dim\">");
		put_count(p, "", true, line->old);
		put_count(p, "", true, line->new);
		put(p, "<td>");
		page_change(p, (__int128)line->new - line->old);
		put(p, "</td><td class=\"m\">");
		page_short_path(p, f->file, PATH_LENGTH);
		printer_print(p, ":%lld</td></tr>\n", (long long)line->line);
	}
}

static void
put_functions(struct printer *p, const struct step_functions *f, size_t most)
{
	size_t n = f->n < most ? f->n : most;

	put(p, "<table class=\"costs inner\"><tr><th>old</th><th>new</th>"
	       "<th>change</th><th class=\"m\">function</th></tr>\n");
	for (size_t i = 0; i < n; i++) {
		put_function(p, &f->list[i]);
		if (i < most / WITH_LINES)
			put_lines(p, &f->list[i]);
	}
	put(p, "</table>");
	if (n < f->nall)
		printer_print(
		    p, "<p>%zu more functions changed less.</p>", f->nall - n);
}

/* Prints the whole name, which the search finds, and which commits the step lies between. */
static void
put_about(struct printer *p, const struct step_row *row, const char *text)
{
	put(p, "<p class=\"full\">");
	page_name(p, text);
	if (text == row->function && *row->file != '\0') {
		put(p, " <span class=\"dim\">in ");
		page_name(p, row->file);
		put(p, "</span>");
	}
	put(p, "</p><p class=\"full\">");
	page_name(p, row->subject);
	if (*row->base != '\0')
		printer_print(p, " <span class=\"dim\">compared with %.*s",
		    STEP_SHORT_COMMIT, row->base);
	if (row->nbetween > 0)
		printer_print(p, "; %zu %s between %s not measured",
		    row->nbetween, row->nbetween == 1 ? "commit" : "commits",
		    row->nbetween == 1 ? "is" : "are");
	put(p, *row->base != '\0' ? "</span></p>" : "</p>");
}

/* Prints what moved or differs, cut in its middle: the function is first. */
static void
put_note(struct printer *p, const char *note)
{
	const char *cut = short_names_find(
	    &p->names, short_text, note, NAME_LENGTH, "\xe2\x80\xa6", NULL);

	page_text(p, cut, strlen(cut));
}

/* Prints the cell of the function, or of what moved or differs, which opens. */
static void
put_cause(struct printer *p, const struct step_row *row, size_t most)
{
	bool is_name = *row->function != '\0' && row->state != STATE_MOVED;
	const char *text = is_name ? row->function : row->note;
	char *label = file_code_label(row->function, row->file);

	put(p, "<td class=\"m\">");
	if (*text != '\0' || row->functions.n > 0) {
		put(p, "<details><summary>");
		if (*text == '\0')
			put(p, "functions");
		else if (is_name)
			page_short_name(p, label, NAME_LENGTH);
		else
			put_note(p, text);
		if (is_name && row->line != 0)
			printer_print(p, ":%lld", (long long)row->line);
		put(p, "</summary>");
		put_about(p, row, text);
		if (row->functions.n > 0)
			put_functions(p, &row->functions, most);
		put(p, "</details>");
	}
	put(p, "</td>");
	free(label);
}

/* --- the table of steps --------------------------------------------------- */

/* Later commits first, and then in the order of benchmarks and their rows. */
static int
compare_places(const void *a, const void *b)
{
	const struct step_place *x = a, *y = b;

	if (x->place != y->place)
		return x->place > y->place ? -1 : 1;
	if (x->benchmark != y->benchmark)
		return x->benchmark < y->benchmark ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

/* Lists the rows of all benchmarks, to be freed. */
static struct step_place *
list_places(const struct step_page *page)
{
	struct step_place *list = cli_alloc(count_steps(page), sizeof(*list));
	size_t n = 0;

	for (size_t i = 0; i < page->n; i++) {
		for (size_t k = 0; k < page->benchmarks[i].n; k++)
			list[n++] = (struct step_place){
			    i, k, page->benchmarks[i].list[k].place};
	}
	qsort(list, n, sizeof(*list), compare_places);
	return list;
}

static void
put_subject(struct printer *p, const struct step_row *row)
{
	put(p, "<td class=\"m\">");
	if (row->nbetween > 0)
		printer_print(p, "[1 of %zu] ", row->nbetween + 1);
	page_short_path(p, row->subject, SUBJECT_LENGTH);
	put(p, "</td>");
}

static void
put_row(struct printer *p, const struct step_page *page,
    const struct step_place *place, size_t most)
{
	const struct step_rows *rows = &page->benchmarks[place->benchmark];
	const struct step_row *row = &rows->list[place->row];
	char *change = step_change_text(row), *percent = step_percent_text(row);

	printer_print(p, "<tr id=\"s%zu-%zu\" data-names=\"%s ",
	    place->benchmark, place->row, row->commit);
	page_name(p, row->subject);
	printer_print(p,
	    "\"><td class=\"m\">%.*s</td><td class=\"m opt\">%s</td>",
	    STEP_SHORT_COMMIT, row->commit, row->date);
	if (page->n > 1) {
		put(p, "<td class=\"m\">");
		page_short_path(p, rows->benchmark, PATH_LENGTH);
		put(p, "</td>");
	}
	put_count(p, " class=\"opt\"", row->has_old, row->old);
	put_count(p, "", row->has_new, row->new);
	printer_print(p, "<td>%s</td><td>%s</td>", change, percent);
	put_cause(p, row, most);
	put_subject(p, row);
	put(p, "</tr>\n");
	free(change);
	free(percent);
}

static void
put_rows(struct printer *p, const struct step_page *page)
{
	struct step_place *places = list_places(page);
	size_t n = count_steps(page), most = STEP_FUNCTIONS_MOST;

	while (most > LEAST_ROWS && n * most > MOST_ROWS)
		most--;
	printer_print(p,
	    "<section id=\"functions\"><h2>Steps <small>the last commit first; "
	    "each opens to at most %zu functions, those that changed most</small></h2>\n"
	    "<div class=\"scroll\"><table id=\"function-list\" class=\"costs\" "
	    "data-find>\n<thead><tr><th scope=\"col\" class=\"m\">commit</th>"
	    "<th scope=\"col\" class=\"m opt\">date</th>%s"
	    "<th scope=\"col\" class=\"opt\">old</th><th scope=\"col\">new</th>"
	    "<th scope=\"col\">change</th><th scope=\"col\">%%</th>"
	    "<th scope=\"col\" class=\"m\">function</th>"
	    "<th scope=\"col\" class=\"m\">subject</th></tr></thead>\n<tbody>\n",
	    most,
	    page->n > 1 ? "<th scope=\"col\" class=\"m\">benchmark</th>" : "");
	for (size_t i = 0; i < n; i++) {
		page_rest(p, i);
		put_row(p, page, &places[i], most);
	}
	put(p, "</tbody></table></div>\n</section>\n");
	free(places);
}

/* --- the page ------------------------------------------------------------- */

/* Lists the names of functions, which are shortened alike. */
static void
list_functions(struct printer *p, const struct step_page *page)
{
	const char **names = cli_alloc(count_steps(page), sizeof(*names));
	size_t n = 0;

	for (size_t i = 0; i < page->n; i++)
		for (size_t k = 0; k < page->benchmarks[i].n; k++)
			names[n++] = page->benchmarks[i].list[k].function;
	page_list_names(p, names, n, NAME_LENGTH);
	free(names);
}

void
step_page_print(const struct step_page *page, struct printer *p)
{
	char *title = cli_format("Costs of the commits in %s", page->range);

	list_functions(p, page);
	page_begin(p, title);
	free(title);
	put(p, "<body data-events=\"");
	page_name(p, page->benchmarks->event);
	put(p, "\" data-event=\"0\">\n");
	put_head(p, page);
	put(p, "<main>\n");
	put_charts(p, page);
	put_rows(p, page);
	put(p,
	    "</main>\n<footer><p class=\"script\">In a chart, the keys "
	    "<kbd>\xe2\x86\x90</kbd> and <kbd>\xe2\x86\x92</kbd> go from step "
	    "to step, and <kbd>Enter</kbd> or a click goes to its row. A click "
	    "on the head of a column sorts the rows. Key: <kbd>/</kbd> finds a "
	    "row.</p><p><code>cg-history diff</code> compares two commits as a "
	    "whole. Made by cg-history " CG_VERSION ".</p></footer>\n");
	page_end(p);
}
