/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The formats: each prints a whole report.  A renderer takes from
 *
 *	report->options		the options
 *	report->profile		header, totals
 *	report->shown, order	events shown, sort events with thresholds
 *	report->functions	functions, those shown first, and their range
 *	call_list_callers()	the calls to one function, and the sum of those
 *	call_list_callees()	hidden; the same of the calls from it
 *	source_list_next()	sources to annotate, and those not found or read
 *	annotation_next()	the lines of one, with costs and calls
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

/* a page for a browser (html/) */
void render_html(const struct report *report, struct printer *printer);

#endif
