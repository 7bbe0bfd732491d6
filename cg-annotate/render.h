/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The formats: each prints a whole report.  A renderer takes from
 *
 *	report->options		the options
 *	report->profile		header, totals
 *	report->shown, order	events shown, sort events with thresholds
 *	report->functions	functions, the ones shown first, and their range
 *	report_calls()		the calls to one function and from it
 *	source_list_next()	sources to annotate, and sources not found
 *	annotation_next()	the lines of one source, with costs and calls
 */
#ifndef RENDER_H
#define RENDER_H

#include "libreport/printer.h"
#include "model/report.h"

/* the layout of cg_annotate (classic/) */
void render_classic(const struct report *report, struct printer *printer);

/* in lines of options->width characters, which must not be 0 (terminal/) */
void render_terminal(const struct report *report, struct printer *printer);

/* the hot lines as editors follow them (hot_lines_format.c) */
void render_lines(const struct report *report, struct printer *printer);

/* for programs, after docs/schema.json (json_format.c) */
void render_json(const struct report *report, struct printer *printer);

/* a page for a browser (html/) */
void render_html(const struct report *report, struct printer *printer);

#endif
