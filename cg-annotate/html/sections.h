/* SPDX-License-Identifier: BSD-2-Clause */
/* The sections of the page.  Each function prints one.  Call it after html.c
 * has filled struct html. */
#ifndef HTML_SECTIONS_H
#define HTML_SECTIONS_H

#include "html_cells.h"

void html_head(const struct html *page);
void html_data(const struct html *page);
void html_loops(const struct html *page);

/* Prints a part of that section: the first loops as points below the roofs of the processor, if the
 * profile has what this needs. */
void html_roofline(const struct html *page, size_t nloops);

void html_icicle(const struct html *page);
void html_flame_graph(const struct html *page);
void html_hot_lines(const struct html *page);
void html_functions(const struct html *page);
void html_code(const struct html *page);
void html_sources(const struct html *page);
void html_warnings(const struct html *page);

/* Prints the number of warnings of each kind, for the head. */
void html_warnings_note(const struct html *page);

/* True if the page has the section of the flame graph, and the title of that. */
bool html_has_flame_graph(const struct html *page);
const char *html_flame_title(const struct html *page);

/* True if the page has the section of machine code. */
bool html_has_code(const struct html *page);

/* True if the page has the section of loops. */
bool html_has_loops(const struct html *page);

/* True if the page has the section of data. */
bool html_has_data(const struct html *page);

/* True if there is anything to warn of. */
bool html_has_warnings(const struct html *page);

#endif
