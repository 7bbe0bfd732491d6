/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the loops, each below the one that it is in.  Their costs are of the event that decides the
 * order of the report, whatever event is chosen on the page.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "model/loops/loop_text.h"
#include "sections.h"

/* The table while it is printed. */
struct loop_section {
	const struct html *page;
	const struct function_cost **functions; /* that have a row, by name */
	size_t nfunctions;
	struct loop_columns columns;
	struct loop_limits limits;
	double largest;
};

bool
html_has_loops(const struct html *p)
{
	return p->report->options->loops.is_wanted;
}

/* --- functions ------------------------------------------------------------ */

static int
compare(const void *a, const void *b)
{
	const struct function_cost *const *x = a, *const *y = b;
	int order = strcmp((*x)->function, (*y)->function);

	return order != 0 ? order : (*x > *y) - (*x < *y);
}

static int
compare_name(const void *element, const void *key)
{
	const struct function_cost *const *f = element;

	return strcmp((*f)->function, key);
}

static void
sort_functions(struct loop_section *t)
{
	const struct html *p = t->page;

	t->functions = cli_alloc(p->nfunctions, sizeof(*t->functions));
	for (size_t i = 0; i < p->nfunctions; i++) {
		const struct function_cost *f = &p->report->functions.list[i];

		if (f->nmembers == 0)
			t->functions[t->nfunctions++] = f;
	}
	if (t->nfunctions > 1)
		qsort(t->functions, t->nfunctions, sizeof(*t->functions),
		    compare);
}

/* Returns the row of the function that has the loop: of several ones with its name, the one in its
 * file; 0: it has none. */
static size_t
find_function(const struct loop_section *t, const struct loop_row *loop)
{
	const char *name = loop_function(loop);
	const char *file =
	    loop->first->is_inlined ? loop->first->file : loop->host->file;
	size_t first = lower_bound(name, t->functions, t->nfunctions,
	    sizeof(*t->functions), compare_name);
	size_t end = first;

	while (end < t->nfunctions &&
	       strcmp(t->functions[end]->function, name) == 0) {
		if (strcmp(t->functions[end]->file, file) == 0)
			return t->page->rows[t->functions[end]->number];
		end++;
	}
	return end == first + 1 ? t->page->rows[t->functions[first]->number]
				: 0;
}

/* --- rows ----------------------------------------------------------------- */

/* Prints the name, and what compilers say of the loop. */
static void
print_name(const struct loop_section *t, size_t number)
{
	const struct html *p = t->page;
	const struct loop_row *loop = &p->report->loops.list[number];
	const struct loop_remarks *remarks = p->report->loops.remarks[number];
	size_t function = find_function(t, loop);
	char *note = loop_note(loop);

	html_text(p, "<td class=\"m\">");
	for (size_t i = 0; i < loop->depth; i++)
		html_text(p, "\xe2\x80\x83\xe2\x80\x83");
	if (function > 0)
		printer_print(p->printer, "<a href=\"#fn%zu\">", function);
	page_short_name(p->printer, loop_function(loop), HTML_NAME);
	html_text(p, function > 0 ? "</a>" : "");
	if (*note != '\0')
		printer_print(
		    p->printer, "<span class=\"dim\">%s</span>", note);
	for (size_t i = 0; i < remarks->n; i++) {
		html_text(p, "<div class=\"dim remark\">");
		page_name(p->printer, remarks->list[i]->text);
		html_text(p, "</div>");
	}
	html_text(p, "</td>");
	free(note);
}

/* Prints "file:14-15", or addresses. */
static void
print_place(const struct html *p, const struct loop_row *loop)
{
	html_text(p, "<td class=\"m dim\">");
	if (loop->first_line != 0) {
		html_location(
		    p, loop->first->file, loop->first_line, HTML_PATH / 2);
		if (loop->last_line > loop->first_line)
			printer_print(p->printer, "-%" PRId64, loop->last_line);
	} else {
		char *place = loop_place(loop, true);

		page_name(p->printer, place);
		free(place);
	}
	html_text(p, "</td>");
}

static void
print_loop(const struct loop_section *t, size_t number)
{
	const struct html *p = t->page;
	const struct loop_row *loop = &p->report->loops.list[number];
	char text[FORMAT_SIZE];

	printer_print(p->printer, "<tr id=\"lp%zu\"><td>", number + 1);
	html_share(p, html_deciding(p, loop->own), p->deciding);
	html_text(p, "</td>");
	page_bar(p->printer, html_deciding(p, loop->own), t->largest);
	if (p->report->loops.has_calls) {
		html_text(p, "<td class=\"opt\">");
		html_share(p, html_deciding(p, loop->inclusive), p->deciding);
		html_text(p, "</td>");
	}
	print_name(t, number);
	print_place(p, loop);
	for (size_t i = 0; i < t->columns.n; i++) {
		loop_cell(text, &t->columns.list[i], loop);
		html_text(p, "<td>");
		page_name(p->printer, text);
		html_text(p, "</td>");
	}
	for (size_t i = 0; i < 2 && t->limits.widths[i] > 0; i++) {
		html_text(p, "<td class=\"m\">");
		page_name(p->printer, t->limits.texts[i][number]);
		html_text(p, "</td>");
	}
	html_text(p, "</tr>\n");
}

/* --- the table ------------------------------------------------------------ */

static void
print_heads(const struct loop_section *t)
{
	const struct html *p = t->page;

	html_text(p, "<div class=\"scroll\"><table id=\"loop-list\" "
		     "class=\"costs\">\n<thead><tr><th scope=\"col\">");
	page_name(p->printer, p->events[p->deciding].name);
	html_text(p, " share</th><td class=\"opt\"></td>");
	if (p->report->loops.has_calls)
		html_text(p, "<th scope=\"col\" class=\"opt\">with calls</th>");
	html_text(p, "<th scope=\"col\" class=\"m\">loop</th>"
		     "<th scope=\"col\" class=\"m\">lines</th>");
	for (size_t i = 0; i < t->columns.n; i++) {
		html_text(p, "<th scope=\"col\">");
		page_name(p->printer, t->columns.list[i].title);
		html_text(p, "</th>");
	}
	for (size_t i = 0; i < 2 && t->limits.widths[i] > 0; i++)
		printer_print(p->printer,
		    "<th scope=\"col\" class=\"m\">%s</th>",
		    loop_limit_titles[i]);
	html_text(p, "</tr></thead>\n<tbody>\n");
}

static void
print_table(const struct html *p, size_t n)
{
	struct loop_section t = {.page = p};

	for (size_t i = 0; i < n; i++) {
		double size =
		    html_size(html_deciding(p, p->report->loops.list[i].own));

		if (size > t.largest)
			t.largest = size;
	}
	sort_functions(&t);
	loop_columns_init(&t.columns, p->report, true);
	loop_limits_init(&t.limits, p->report);
	print_heads(&t);
	for (size_t i = 0; i < n; i++)
		print_loop(&t, i);
	html_text(p, "</tbody></table></div>\n");
	loop_limits_release(&t.limits);
	loop_columns_release(&t.columns);
	free(t.functions);
}

static void
print_sentence(const struct html *p, char *text)
{
	if (text != NULL) {
		html_text(p, "<p class=\"dim\">");
		page_name(p->printer, text);
		html_text(p, "</p>\n");
	}
	free(text);
}

void
html_loops(const struct html *p)
{
	const struct loop_list *loops = &p->report->loops;
	size_t n = loops->n < HTML_LOOPS ? loops->n : HTML_LOOPS;

	if (!html_has_loops(p))
		return;
	html_section(p, "loops", "Loops", NULL);
	if (n > 0)
		print_table(p, n);
	html_roofline(p, n);
	if (n < loops->n)
		printer_print(p->printer,
		    "<p class=\"dim\">%zu more loops.</p>\n", loops->n - n);
	print_sentence(p, loop_coverage(p->report));
	print_sentence(p, loop_others(p->report));
	html_text(p, "</section>\n");
}
