/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The annotated sources.  A line that costs enough, or that the page links to,
 * has a row, with some lines of context; the lines between such rows are a
 * stretch that can be unfolded.  A long stretch, or any stretch once
 * MOST_FOLDED lines are on the page, is reduced to one row with its cost.  This
 * bounds the size of the page.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libreport/marks.h"
#include "model/count_sums.h"
#include "model/data/data_names.h"
#include "model/difference.h"
#include "sections.h"

enum {
	LEAST_LINE = 10,     /* a line has a tenth of the threshold */
	ENDS = 100,          /* lines kept of each end of a stretch */
	LEAST_FOLDED = 4,    /* lines; fewer take no more room than a fold */
	MOST_FOLDED = 10000, /* lines in stretches of the whole page */
	MOST_BYTES = 1000,   /* kept of a line: more than is printed */
};

/* A line without a row so far; if the stretch is long, it gets none. */
struct cold_line {
	int64_t number;
	char *text;
	size_t len;
	bool has_costs;
	int64_t *counts;
};

/* The lines since the last row: the first ENDS lines, then as many as the end
 * of the stretch and the context need. */
struct stretch {
	int64_t first; /* number of its first line; 0: there are no lines */
	int64_t last;
	struct cold_line *lines;
	size_t n;
	size_t nallocated;
	size_t capacity;
	size_t oldest; /* of the ring after the first ENDS lines */
	/* the lines between these two parts, which are not kept */
	bool has_dropped;
	int64_t first_dropped, last_dropped;
	__int128 *dropped_counts;
};

/* A source while its lines are handed out. */
struct source_rows {
	const struct html *page;
	size_t number;           /* of the source, from 1 */
	unsigned __int128 least; /* that a line costs which has a row for it */
	double largest;          /* the size of its hottest line */
	int64_t context;
	int64_t ncontext; /* lines still to show after the last warm one */
	struct html_strip strip;
	struct stretch stretch;
	size_t *nfolded; /* on the whole page so far */
};

/* --- rows ----------------------------------------------------------------- */

static void
print_row(struct source_rows *s, int64_t number, const int64_t *counts,
    const bool *present, const char *text, size_t len)
{
	const struct html *p = s->page;
	struct html_costs costs = {.counts = counts, .present = present};

	printer_print(
	    p->printer, "<tr id=\"f%zuL%lld\"", s->number, (long long)number);
	if (counts != NULL && s->largest > 0 && html_deciding(p, counts) != 0) {
		html_text(p, " class=\"");
		page_heat(p->printer,
		    html_heat(p, (double)html_deciding(p, counts), s->largest));
		html_text(p, "\"");
	}
	printer_print(p->printer,
	    "><td class=\"l\"><a href=\"#f%zuL%lld\">%lld</a></td>", s->number,
	    (long long)number, (long long)number);
	html_chosen_cells(p, &costs, false);
	html_text(p, "<td class=\"t\">");
	html_source_text(p, text, len);
	html_text(p, "</td>");
	if (counts != NULL)
		html_other_cells(p, &costs, false);
	html_text(p, "</tr>\n");
	s->strip.nrows++;
}

/* True if an event of the page has a count, or one of its sides. */
static bool
has_counts(const struct html *p, const int64_t *counts)
{
	for (size_t i = 0; i < p->nevents; i++) {
		const struct html_event *e = &p->events[i];

		if (counts[e->index] != 0)
			return true;
		for (size_t side = 0; side < 2; side++)
			if (e->sides[side] >= 0 && counts[e->sides[side]] != 0)
				return true;
	}
	return false;
}

/* Prints a row that stands for lines, which the text names. */
static void
print_gap(const struct html *p, const int64_t *counts, const char *text)
{
	struct html_costs costs = {
	    .counts = has_counts(p, counts) ? counts : NULL};

	html_text(p, "<tr class=\"gap\"><td class=\"l\">\xe2\x8b\xaf</td>");
	html_chosen_cells(p, &costs, false);
	printer_print(p->printer, "<td class=\"t\">%s</td>", text);
	if (costs.counts != NULL)
		html_other_cells(p, &costs, false);
	html_text(p, "</tr>\n");
}

/* Prints ", 2 calls"; inlined code is executed some times. */
static void
print_ncalls(const struct html *p, const struct function_cost *call)
{
	char ncalls[FORMAT_SIZE];

	format_ncalls(ncalls, call->ncalls, call->inlined);
	printer_print(p->printer, "%s, %s %s%s",
	    inlined_mark(call->inlined, false), ncalls,
	    call->inlined == CG_NOT_INLINED ? "call" : "time",
	    call->ncalls == 1 ? "" : "s");
}

/* Prints the name of a datum that a line with these counts misses on, or whose site
 * it is. */
static void
print_datum(const struct html *p, const struct function_cost *datum,
    const int64_t *line)
{
	char *note = data_note(p->report, datum, line);

	html_text(
	    p, datum->data == DATA_MISSED ? "\xe2\x86\x90 " : "\xe2\x86\x92 ");
	page_short_name(p->printer, datum->function, HTML_NAME);
	html_text(p, note);
	free(note);
}

/* Prints the calls and the data of a line with these counts. */
static void
print_call_rows(
    const struct html *p, const struct call_list *calls, const int64_t *line)
{
	for (size_t i = 0; i < calls->n; i++) {
		const struct function_cost *call = &calls->list[i];
		struct html_costs costs = {
		    call->counts, call->present, NULL, NULL};

		html_text(p, "<tr class=\"call\"><td class=\"l\"></td>");
		html_chosen_cells(p, &costs, false);
		html_text(p, "<td class=\"t\">");
		if (call->data != DATA_NONE) {
			print_datum(p, call, line);
		} else {
			html_text(p, "\xe2\x86\x92 ");
			page_short_name(p->printer, call->function, HTML_NAME);
			print_ncalls(p, call);
		}
		html_text(p, "</td>");
		html_other_cells(p, &costs, false);
		html_text(p, "</tr>\n");
	}
}

/* --- stretches ------------------------------------------------------------ */

/* Makes room for one more line, unless there are `capacity` lines. */
static void
grow_stretch(struct stretch *s, size_t nevents)
{
	if (s->n < s->nallocated || s->n == s->capacity)
		return;
	s->lines = cli_resize(s->lines, s->nallocated + 1, sizeof(*s->lines));
	s->lines[s->nallocated++] = (struct cold_line){
	    .text = cli_alloc(MOST_BYTES, 1),
	    .counts = cli_alloc(nevents, sizeof(int64_t)),
	};
}

static void
release_stretch(struct stretch *s)
{
	for (size_t i = 0; i < s->nallocated; i++) {
		free(s->lines[i].text);
		free(s->lines[i].counts);
	}
	free(s->lines);
	free(s->dropped_counts);
}

/* Returns line i of the lines that are kept, in order. */
static struct cold_line *
line_at(struct stretch *s, size_t i)
{
	size_t ring = s->capacity - ENDS;

	return &s->lines[i < ENDS ? i : ENDS + (s->oldest + i - ENDS) % ring];
}

static void
add_counts(__int128 *sum, const struct cold_line *line, size_t nevents)
{
	for (size_t i = 0; line->has_costs && i < nevents; i++)
		sum[i] += line->counts[i];
}

static void
keep_cold(struct source_rows *rows, const struct annotated_line *line)
{
	struct stretch *s = &rows->stretch;
	size_t nevents = rows->page->header->nevents;
	struct cold_line *cold;

	if (s->n == s->capacity) {
		cold = line_at(s, ENDS);
		add_counts(s->dropped_counts, cold, nevents);
		if (!s->has_dropped)
			s->first_dropped = cold->number;
		s->last_dropped = cold->number;
		s->has_dropped = true;
		s->oldest++;
		s->n--;
	}
	grow_stretch(s, nevents);
	cold = line_at(s, s->n++);
	cold->number = line->number;
	cold->len = line->len < MOST_BYTES ? line->len : MOST_BYTES;
	memcpy(cold->text, line->text, cold->len);
	cold->has_costs = line->counts != NULL;
	if (cold->has_costs)
		memcpy(cold->counts, line->counts,
		    nevents * sizeof(*cold->counts));
	if (s->first == 0)
		s->first = line->number;
	s->last = line->number;
}

static void
print_cold(struct source_rows *rows, const struct cold_line *line)
{
	print_row(rows, line->number, line->has_costs ? line->counts : NULL,
	    NULL, line->text, line->len);
}

/* Prints one row with the sum of the lines from `first` to `last`. */
static void
print_range(const struct html *p, int64_t first, int64_t last,
    const __int128 *sum, bool are_on_page)
{
	size_t nevents = p->header->nevents;
	int64_t *counts = cli_alloc(nevents, sizeof(*counts));
	const char *note = are_on_page ? "" : ", not on this page";
	char *text = first == last
			 ? cli_format("line %lld%s", (long long)first, note)
			 : cli_format("lines %lld to %lld%s", (long long)first,
			       (long long)last, note);

	for (size_t i = 0; i < nevents; i++) {
		counts[i] =
		    count_of_sum(sum[i], "the sum of %s of lines %lld to %lld",
			p->header->events[i].name, (long long)first,
			(long long)last);
	}
	print_gap(p, counts, text);
	free(counts);
	free(text);
}

/* Prints the first n lines of the stretch, up to line `last`, as rows that can
 * be unfolded; or only their sum, if the page has enough such rows. */
static void
print_fold(struct source_rows *rows, size_t n, int64_t last)
{
	const struct html *p = rows->page;
	struct stretch *s = &rows->stretch;
	size_t nevents = p->header->nevents;
	__int128 *sum = cli_alloc(nevents, sizeof(*sum));
	bool is_kept = *rows->nfolded + n <= MOST_FOLDED;

	memcpy(sum, s->dropped_counts, nevents * sizeof(*sum));
	for (size_t i = 0; i < n; i++)
		add_counts(sum, line_at(s, i), nevents);
	html_text(p, "</tbody>\n<tbody>");
	print_range(p, s->first, last, sum, is_kept);
	free(sum);
	html_text(p, is_kept ? "</tbody>\n<tbody class=\"cold\">\n"
			     : "</tbody>\n<tbody>\n");
	if (!is_kept)
		return;
	*rows->nfolded += n;
	for (size_t i = 0; i < n; i++) {
		if (i == ENDS && s->has_dropped)
			print_range(p, s->first_dropped, s->last_dropped,
			    s->dropped_counts, false);
		print_cold(rows, line_at(s, i));
	}
	html_text(p, "</tbody>\n<tbody>\n");
}

/* Ends the stretch: its last `nshown` lines are context and have rows. */
static void
end_stretch(struct source_rows *rows, size_t nshown)
{
	struct stretch *s = &rows->stretch;
	size_t n = s->n - (nshown < s->n ? nshown : s->n);
	int64_t last;

	if (n < LEAST_FOLDED)
		n = 0;
	last = n < s->n ? line_at(s, n)->number - 1 : s->last;
	if (n > 0)
		print_fold(rows, n, last);
	for (size_t i = n; i < s->n; i++)
		print_cold(rows, line_at(s, i));
	memset(s->dropped_counts, 0,
	    rows->page->header->nevents * sizeof(*s->dropped_counts));
	s->n = s->oldest = 0;
	s->first = 0;
	s->has_dropped = false;
}

/* --- lines ---------------------------------------------------------------- */

/* True if the line costs enough for a row. */
static bool
is_warm(const struct source_rows *s, const int64_t *counts)
{
	int64_t count = counts != NULL ? html_deciding(s->page, counts) : 0;

	return count != 0 && size_of_count(count) >= s->least;
}

static bool
has_row(const struct source_rows *s, const struct annotated_line *line)
{
	if (line->kind == LINE_PAST_END || is_warm(s, line->counts) ||
	    (line->calls.n > 0 && is_warm(s, line->calls.list[0].counts)))
		return true;
	return html_is_linked(s->page, s->number, line->number);
}

static void
add_mark(struct source_rows *s, const struct annotated_line *line)
{
	char number[HTML_MARK];

	if (line->counts == NULL ||
	    html_is_slight(
		s->page, (double)html_deciding(s->page, line->counts)))
		return;
	snprintf(number, sizeof(number), "%lld", (long long)line->number);
	html_strip_add(&s->strip, number, html_deciding(s->page, line->counts),
	    s->largest);
}

static void
take_line(struct source_rows *s, const struct annotated_line *line)
{
	static const char past_end[] = "(past the end of the source)";
	bool is_past_end = line->kind == LINE_PAST_END;

	if (line->kind == STRETCH_BEGINS || line->kind == STRETCH_ENDS)
		return;
	if (!has_row(s, line) && s->ncontext == 0) {
		keep_cold(s, line);
		return;
	}
	if (has_row(s, line)) {
		end_stretch(s, (size_t)s->context);
		add_mark(s, line);
		s->ncontext = s->context;
	} else {
		s->ncontext--;
	}
	print_row(s, line->number, line->counts, line->present,
	    is_past_end ? past_end : line->text,
	    is_past_end ? strlen(past_end) : line->len);
	print_call_rows(s->page, &line->calls, line->counts);
}

/* --- sources -------------------------------------------------------------- */

static void
print_lines(struct source_rows *s, struct annotation *a)
{
	const struct html *p = s->page;
	struct annotated_line line;

	html_text(p,
	    "<div class=\"source\"><div tabindex=\"0\" role=\"group\" "
	    "aria-label=\"Source\"><table class=\"costs\" data-events>\n"
	    "<thead><tr><th scope=\"col\" class=\"l\">line</th>");
	html_chosen_heads(p, false, false);
	html_text(p, "<th scope=\"col\" class=\"t\">source</th>");
	html_other_heads(p, false);
	html_text(p, "</tr></thead>\n<tbody>\n");
	if (a->unknown_counts != NULL)
		print_gap(p, a->unknown_counts,
		    difference_lacks_lines(p->report)
			? "all lines; cg-diff --lines shows them apart"
			: "lines that are not known");
	while (annotation_next(a, &line))
		take_line(s, &line);
	end_stretch(s, 0);
	html_text(p, "</tbody></table></div>");
	html_strip_print(p, &s->strip);
	html_text(p, "</div>\n");
}

static void
print_notes(const struct html *p, const struct annotation *a)
{
	if (*a->source.directory != '\0') {
		html_text(p, "<p class=\"dim\">Found as ");
		page_name(p->printer, a->source.path);
		html_text(p, ".</p>\n");
	}
	if (a->is_newer)
		html_text(p, "<p class=\"warning\">The source is newer than "
			     "the profile: costs may be beside the wrong "
			     "lines.</p>\n");
	if (!a->has_costs)
		html_text(p, "<p>The profile has no costs for this "
			     "source.</p>\n");
}

static void
print_source(const struct html *p, struct annotation *a, size_t *nfolded)
{
	struct source_rows s = {.page = p,
	    .number = html_find_source(p, a->name),
	    .nfolded = nfolded,
	    .least = p->report->order.least / LEAST_LINE +
		     (p->report->order.least % LEAST_LINE > 0),
	    .context = p->report->options->context};
	char prefix[HTML_MARK];
	struct file_cost cost = line_costs_of_file(
	    &p->report->lines, a->name, p->events[p->deciding].index);

	snprintf(prefix, sizeof(prefix), "f%zuL", s.number);
	s.strip.prefix = prefix;
	s.largest = (double)cost.largest;
	printer_print(p->printer,
	    "<details class=\"file\" id=\"f%zu\" open data-path=\"", s.number);
	page_name(p->printer, a->name);
	html_text(p, "\"><summary><span class=\"m\">");
	page_short_path(p->printer, a->name, 2 * HTML_PATH);
	html_text(p, "</span><span class=\"dim\">");
	html_cost(p, cost.sum, p->deciding);
	html_text(p, "</span></summary>\n");
	print_notes(p, a);
	if (a->has_costs) {
		s.stretch.capacity = 2 * ENDS + (size_t)s.context;
		s.stretch.dropped_counts =
		    cli_alloc(p->header->nevents, sizeof(__int128));
		print_lines(&s, a);
		release_stretch(&s.stretch);
	}
	html_text(p, "</details>\n");
	html_strip_release(&s.strip);
}

void
html_sources(const struct html *p)
{
	struct source_list sources;
	struct annotation *annotation;
	size_t nfolded = 0, n = 0;

	html_section(p, "sources", "Sources", NULL);
	source_list_init(&sources, p->report);
	source_list_sort_by_cost(&sources, p->events[p->deciding].index);
	for (; (annotation = source_list_next(&sources)) != NULL; n++)
		print_source(p, annotation, &nfolded);
	if (n == 0)
		html_text(p, "<p>No source is annotated.</p>\n");
	html_text(p, "</section>\n");
	source_list_release(&sources);
}
