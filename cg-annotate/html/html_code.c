/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the machine code of functions as sources are printed: a row for each instruction, and one
 * where the source line changes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "libreport/numfmt.h"
#include "model/code/code_listing.h"
#include "sections.h"

enum {
	MOST_ROWS = 20000, /* of all functions */
	TEXT_WIDTH = 40,   /* of an instruction, before what it did */
};

/* A function while its lines are handed out. */
struct code_rows_printed {
	const struct html *page;
	size_t number; /* of the function, from 1 */
	double largest;
	struct html_strip strip;
	size_t *nprinted; /* on the whole page so far */
};

bool
html_has_code(const struct html *p)
{
	return p->report->options->code.is_wanted;
}

/* --- rows ----------------------------------------------------------------- */

static void
print_margin(const struct html *p, const char *margin)
{
	if (*margin == '\0')
		return;
	html_text(p, "<span class=\"dim\">");
	page_name(p->printer, margin);
	html_text(p, "</span>");
}

static void
begin_row(struct code_rows_printed *c, const struct code_line *line)
{
	const struct html *p = c->page;
	struct html_costs costs = {.counts = line->counts};
	bool is_instruction = line->kind == CODE_INSTRUCTION;

	if (is_instruction)
		printer_print(p->printer, "<tr id=\"c%zuA%" PRIx64 "\"",
		    c->number, line->start);
	else
		html_text(p, "<tr class=\"call\"");
	if (is_instruction && line->counts != NULL && c->largest > 0 &&
	    html_deciding(p, line->counts) != 0) {
		html_text(p, " class=\"");
		page_heat(p->printer,
		    html_heat(
			p, (double)html_deciding(p, line->counts), c->largest));
		html_text(p, "\"");
	}
	html_text(p, "><td class=\"l\">");
	if (is_instruction)
		printer_print(p->printer,
		    "<a href=\"#c%zuA%" PRIx64 "\">%" PRIx64 "</a>", c->number,
		    line->start, line->start);
	html_text(p, "</td>");
	html_chosen_cells(p, &costs, false);
	html_text(p, "<td class=\"t\">");
	print_margin(p, line->margin);
}

static void
end_row(struct code_rows_printed *c, const struct code_line *line)
{
	struct html_costs costs = {.counts = line->counts};

	html_text(c->page, "</td>");
	if (line->counts != NULL)
		html_other_cells(c->page, &costs, false);
	html_text(c->page, "</tr>\n");
	if (line->kind == CODE_INSTRUCTION)
		c->strip.nrows++;
	++*c->nprinted;
}

static void
print_source(const struct html *p, const struct code_line *line)
{
	if (line->inlined != NULL) {
		html_text(p, "[");
		page_short_name(p->printer, line->inlined, HTML_NAME);
		html_text(p, "] ");
	}
	if (line->file == NULL) {
		html_text(p, "(unknown line)");
		return;
	}
	html_location(p, line->file, line->line, HTML_PATH / 2);
	if (line->text != NULL && line->len > 0) {
		html_text(p, "  ");
		html_source_text(p, line->text, line->len);
	}
}

static void
print_instruction(const struct html *p, const struct code_line *line)
{
	page_text(p->printer, line->text, line->len);
	if (*line->note == '\0')
		return;
	printer_pad(
	    p->printer, line->len < TEXT_WIDTH ? TEXT_WIDTH - line->len : 0);
	html_text(p, "  <span class=\"dim\">");
	page_name(p->printer, line->note);
	html_text(p, "</span>");
}

static void
add_mark(struct code_rows_printed *c, const struct code_line *line)
{
	char address[HTML_MARK];

	if (line->kind != CODE_INSTRUCTION || line->counts == NULL)
		return;
	snprintf(address, sizeof(address), "%" PRIx64, line->start);
	html_strip_add(&c->strip, address, html_deciding(c->page, line->counts),
	    c->largest);
}

static void
print_line(struct code_rows_printed *c, const struct code_line *line)
{
	const struct html *p = c->page;

	add_mark(c, line);
	begin_row(c, line);
	switch (line->kind) {
	case CODE_INSTRUCTION:
		print_instruction(p, line);
		break;
	case CODE_SOURCE:
		print_source(p, line);
		break;
	case CODE_GAP:
	case CODE_PART:
	case CODE_UNPLACED:
		page_text(p->printer, line->text, line->len);
		break;
	}
	end_row(c, line);
}

/* --- functions ------------------------------------------------------------ */

static void
print_table(struct code_rows_printed *c, struct code_listing *listing)
{
	const struct html *p = c->page;
	struct code_line line;
	bool is_cut = false;

	html_text(p,
	    "<div class=\"source\"><div tabindex=\"0\" role=\"group\" "
	    "aria-label=\"Instructions\"><table class=\"costs\" data-events>\n"
	    "<thead><tr><th scope=\"col\" class=\"l\">address</th>");
	html_chosen_heads(p, false, false);
	html_text(p, "<th scope=\"col\" class=\"t\">instruction</th>");
	html_other_heads(p, false);
	html_text(p, "</tr></thead>\n<tbody>\n");
	while (!is_cut && code_listing_next(listing, &line)) {
		is_cut = *c->nprinted >= MOST_ROWS;
		if (!is_cut)
			print_line(c, &line);
	}
	html_text(p, "</tbody></table></div>");
	html_strip_print(p, &c->strip);
	html_text(p, "</div>\n");
	if (is_cut)
		html_text(p, "<p class=\"dim\">The rest is left out.</p>\n");
}

static double
largest_of(const struct html *p, const struct machine_code *code)
{
	double largest = 0;

	for (size_t i = 0; i < code->n; i++)
		if (code->list[i].counts != NULL &&
		    html_size(html_deciding(p, code->list[i].counts)) > largest)
			largest =
			    html_size(html_deciding(p, code->list[i].counts));
	return largest;
}

static void
print_code(const struct html *p, size_t number, struct source_lines *sources,
    size_t *nprinted)
{
	const struct machine_code *code = &p->report->code.list[number - 1];
	const struct code_function *f = code->function;
	char prefix[HTML_MARK];
	struct code_listing listing;
	struct code_rows_printed c = {.page = p,
	    .number = number,
	    .largest = largest_of(p, code),
	    .nprinted = nprinted};

	snprintf(prefix, sizeof(prefix), "c%zuA", number);
	c.strip.prefix = prefix;
	code_listing_begin(&listing, p->report, code, sources);
	printer_print(p->printer,
	    "<details class=\"file\" id=\"c%zu\" open data-path=\"", number);
	page_name(p->printer, f->function);
	html_text(p, "\"><summary><span class=\"m\">");
	page_short_name(p->printer, f->function, HTML_NAME);
	html_text(p, "</span><span class=\"dim\">");
	html_cost(p, html_deciding(p, f->costs), p->deciding);
	html_text(p, "</span></summary>\n<p class=\"dim\">");
	page_short_path(p->printer, f->object, 2 * HTML_PATH);
	if (code->problem != NULL) {
		html_text(p, ": no machine code: ");
		page_name(p->printer, code->problem);
		html_text(p, "</p>\n");
	} else {
		printer_print(p->printer, ": %s</p>\n", listing.summary);
		print_table(&c, &listing);
	}
	html_text(p, "</details>\n");
	html_strip_release(&c.strip);
	code_listing_end(&listing);
}

static void
warn_of_newer(const struct html *p, const struct source_lines *sources)
{
	const char *name;
	size_t next = 0;

	while ((name = source_lines_newer(
		    sources, &p->report->profile, &next)) != NULL) {
		html_text(p, "<p class=\"warning\">");
		page_name(p->printer, name);
		html_text(p, " is newer than the profile: its lines may have "
			     "moved.</p>\n");
	}
}

void
html_code(const struct html *p)
{
	const struct code_list *codes = &p->report->code;
	struct source_lines sources;
	size_t nprinted = 0;

	if (!html_has_code(p))
		return;
	html_section(p, "code", "Machine code", NULL);
	source_lines_init(&sources, &p->report->options->directories);
	for (size_t i = 1; i <= codes->n; i++)
		print_code(p, i, &sources, &nprinted);
	if (codes->nothers > 0)
		printer_print(p->printer,
		    "<p class=\"dim\">%zu more function%s.</p>\n",
		    codes->nothers, codes->nothers == 1 ? "" : "s");
	warn_of_newer(p, &sources);
	html_text(p, "</section>\n");
	source_lines_release(&sources);
}
