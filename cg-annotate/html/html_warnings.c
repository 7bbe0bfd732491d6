/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Warnings about the profile and its sources: a summary at the head of the
 * page, the full text at its end.
 */
#include <string.h>

#include "libquery/rank.h"
#include "model/difference.h"
#include "sections.h"

/* A warning about some of the sources. */
struct source_warning {
	const char *one, *many; /* how it is said of one source, and of many */
	const char *advice;
	bool (*applies)(const struct surveyed_source *source);
};

static bool
is_newer(const struct surveyed_source *source)
{
	return source->is_newer;
}

static bool
has_lines_past_end(const struct surveyed_source *source)
{
	return source->npast_end > 0;
}

static bool
is_unreadable(const struct surveyed_source *source)
{
	return source->unreadable != NULL;
}

static bool
is_missing(const struct surveyed_source *source)
{
	return !source->is_readable && source->unreadable == NULL;
}

static const struct source_warning source_warnings[] = {
    {"source is newer than the profile", "sources are newer than the profile",
	"Costs may be beside the wrong lines: build and profile again.",
	is_newer},
    {"source has fewer lines than the profile",
	"sources have fewer lines than the profile",
	"It is another version of the file, or the debugging information is "
	"wrong.",
	has_lines_past_end},
    {"source could not be read", "sources could not be read", "",
	is_unreadable},
    {"source was not found", "sources were not found",
	"-I names directories to look in.", is_missing},
};
enum {
	NSOURCE_WARNINGS = sizeof(source_warnings) / sizeof(source_warnings[0])
};

static size_t
count_sources(const struct html *p, const struct source_warning *warning)
{
	size_t n = 0;

	for (size_t i = 0; i < p->survey.n; i++)
		n += warning->applies(&p->survey.list[i]);
	return n;
}

/* --- the profile ---------------------------------------------------------- */

static const char *
find_damage(const struct html *p)
{
	static const char mark[] = "Partial: ";

	for (size_t i = 0; i < p->header->ndescs; i++)
		if (strncmp(p->header->descs[i], mark, strlen(mark)) == 0)
			return p->header->descs[i];
	return NULL;
}

/* True if at least a hundredth of the costs has no lines, though it could. */
static bool
lacks_lines(const struct html *p)
{
	return p->unknown != 0 && !difference_lacks_lines(p->report) &&
	       size_of_count(p->unknown) * 100 >=
		   callgraph_size(
		       &p->report->graph, p->events[p->deciding].index);
}

/* --- printing ------------------------------------------------------------- */

bool
html_has_warnings(const struct html *p)
{
	bool any = find_damage(p) != NULL || lacks_lines(p);

	for (size_t i = 0; i < NSOURCE_WARNINGS; i++)
		any |= count_sources(p, &source_warnings[i]) > 0;
	return any;
}

static void
print_number_of_sources(
    const struct html *p, const struct source_warning *warning, size_t n)
{
	printer_print(
	    p->printer, "%zu %s", n, n == 1 ? warning->one : warning->many);
}

void
html_warnings_note(const struct html *p)
{
	const char *separator = "";

	if (!html_has_warnings(p))
		return;
	html_text(
	    p, "<p class=\"warning\"><a href=\"#warnings\">Warnings</a>: ");
	if (find_damage(p) != NULL) {
		html_text(p, "the profile is damaged");
		separator = "; ";
	}
	if (lacks_lines(p)) {
		html_text(p, separator);
		html_text(p, "some code has no line numbers");
		separator = "; ";
	}
	for (size_t i = 0; i < NSOURCE_WARNINGS; i++) {
		size_t n = count_sources(p, &source_warnings[i]);

		if (n == 0)
			continue;
		html_text(p, separator);
		print_number_of_sources(p, &source_warnings[i], n);
		separator = "; ";
	}
	html_text(p, ".</p>\n");
}

static void
print_sources(const struct html *p, const struct source_warning *warning)
{
	size_t n = count_sources(p, warning);

	if (n == 0)
		return;
	html_text(p, "<li>");
	print_number_of_sources(p, warning, n);
	printer_print(p->printer, ". %s\n<ul>\n", warning->advice);
	for (size_t i = 0; i < p->survey.n; i++) {
		const struct surveyed_source *source = &p->survey.list[i];

		if (!warning->applies(source))
			continue;
		html_text(p, "<li class=\"m\">");
		if (source->is_readable)
			printer_print(p->printer, "<a href=\"#f%zu\">", i + 1);
		page_name(p->printer, source->unreadable != NULL
					  ? source->unreadable
					  : source->name);
		html_text(p, source->is_readable ? "</a></li>\n" : "</li>\n");
	}
	html_text(p, "</ul></li>\n");
}

void
html_warnings(const struct html *p)
{
	const char *damage = find_damage(p);

	if (!html_has_warnings(p))
		return;
	html_section(p, "warnings", "Warnings", NULL);
	html_text(p, "<ul class=\"warnings\">\n");
	if (damage != NULL) {
		html_text(p, "<li>The profile is damaged, and was read as far "
			     "as it goes. ");
		page_name(p->printer, damage);
		html_text(p, "</li>\n");
	}
	if (lacks_lines(p)) {
		html_text(p, "<li>");
		html_cost(p, p->unknown, p->deciding);
		html_text(p,
		    ", is the cost of code without line numbers. Build "
		    "it with -g, or install its debugging symbols (on "
		    "Debian, a package -dbgsym or -dbg), or use "
		    "cg-collect --debuginfod.</li>\n");
	}
	for (size_t i = 0; i < NSOURCE_WARNINGS; i++)
		print_sources(p, &source_warnings[i]);
	html_text(p, "</ul>\n</section>\n");
}
