/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the report for programs, after docs/schema.json: all that text says, as
 * numbers.  A function, a call and a source line is one line of output.
 */
#include <stdlib.h>
#include <string.h>

#include "json_loops.h"
#include "libcli/cli.h"
#include "libquery/data/data_object.h"
#include "libreport/json_names.h"
#include "model/functions/cycle_text.h"
#include "model/sources/source_list.h"
#include "render.h"

static void
put_key(struct printer *printer, const char *key)
{
	printer_print(printer, ", ");
	json_key(printer, key);
}

static void
put_string(struct printer *printer, const char *key, const char *text)
{
	put_key(printer, key);
	json_string(printer, text);
}

static void
put_counts(const struct report *report, const char *key, const int64_t *counts,
    struct printer *printer)
{
	put_key(printer, key);
	json_counts(printer, report->profile.header.events, counts,
	    report->shown.list, report->shown.n);
}

/* --- the profile and the options ------------------------------------------ */

static void
put_inputs(const struct report_options *o, struct printer *printer)
{
	printer_print(printer, "\"inputs\": [");
	json_string(printer, o->profile);
	for (size_t i = 0; i < o->nothers; i++) {
		printer_print(printer, ", ");
		json_string(printer, o->others[i]);
	}
	printer_print(printer, "],\n");
}

/* Prints "NAME: text", with blanks after the colon, as two members. */
static void
put_description(const char *desc, struct printer *printer)
{
	const char *colon = strchr(desc, ':');
	const char *text = colon != NULL ? colon + 1 : desc;

	printer_print(printer, "{\"name\": ");
	json_text(printer, desc, colon != NULL ? (size_t)(colon - desc) : 0);
	put_string(printer, "text", text + strspn(text, " "));
	printer_print(printer, "}");
}

/* Prints what the header says: the caches and the processor, the model of
 * estimated cycles, the part of the run. */
static void
put_descriptions(const struct cg_header *header, struct printer *printer)
{
	const char *before = "";

	printer_print(printer, "\"descriptions\": [");
	for (size_t i = 0; i < header->ndescs; i++) {
		if (report_desc_is_empty(header->descs[i]))
			continue;
		printer_print(printer, "%s", before);
		put_description(header->descs[i], printer);
		before = ", ";
	}
	printer_print(printer, "],\n");
}

static void
put_profile(const struct report *report, struct printer *printer)
{
	const struct cg_header *header = &report->profile.header;

	put_inputs(report->options, printer);
	json_key(printer, "command");
	json_string(printer, header->cmd);
	if (header->creator != NULL)
		put_string(printer, "creator", header->creator);
	printer_print(printer, ",\n");
	put_descriptions(header, printer);
}

/* Prints how derived events are computed, as factors of the counted ones. */
static void
put_derived(const struct report *report, struct printer *printer)
{
	const struct report_profile *profile = &report->profile;
	const struct derived_events *derived = &profile->derived;
	const char *before = "";

	printer_print(printer, "\"derived\": {");
	for (size_t i = 0; i < report->shown.n; i++) {
		size_t event = report->shown.list[i];

		if (event < profile->ncounted)
			continue;
		printer_print(printer, "%s", before);
		json_key(printer, profile->header.events[event].name);
		json_counts(printer, profile->header.events,
		    derived->factors + event * derived->ncounted, NULL,
		    profile->ncounted);
		before = ", ";
	}
	printer_print(printer, "},\n");
}

/* Prints the events that have a threshold; a function reaches one of these. */
static void
put_thresholds(const struct report *report, struct printer *printer)
{
	const struct sort_order *order = &report->order;
	const char *before = "";

	printer_print(printer, "\"thresholds\": {");
	for (size_t i = 0; i < order->n; i++) {
		const struct sort_event *e = &order->list[i];
		double percent =
		    (double)e->threshold.value / (double)e->threshold.scale;

		if (percent >= 100)
			continue;
		printer_print(printer, "%s", before);
		json_key(printer, report->profile.header.events[e->event].name);
		printer_print(printer, "%.15g", percent);
		before = ", ";
	}
	printer_print(printer, "},\n");
}

static void
put_events(const struct report *report, struct printer *printer)
{
	const struct cg_event *events = report->profile.header.events;

	printer_print(printer, "\"events\": [");
	for (size_t i = 0; i < report->shown.n; i++) {
		printer_print(printer, i > 0 ? ", " : "");
		json_string(printer, events[report->shown.list[i]].name);
	}
	printer_print(printer, "],\n");
	put_derived(report, printer);
	put_thresholds(report, printer);
	printer_print(printer, "\"sorted_by\": \"%s\"",
	    report_is_inclusive(report) ? "inclusive" : "own");
	put_counts(report, "total", report->profile.totals, printer);
	printer_print(printer, ",\n");
}

/* --- functions and calls -------------------------------------------------- */

/* Prints the members that name a function, the first ones of an object. */
static void
put_name(const struct function_cost *f, struct printer *printer)
{
	json_key(printer, "file");
	json_string(printer, f->file);
	put_string(printer, "function", f->function);
	if (*f->object != '\0')
		put_string(printer, "object", f->object);
}

static void
put_ncalls(const struct function_cost *f, struct printer *printer)
{
	if (f->ncalls > 0)
		printer_print(
		    printer, ", \"calls\": %lld", (long long)f->ncalls);
	if (f->inlined == CG_INLINED_ESTIMATE)
		printer_print(printer, ", \"calls_are_estimated\": true");
}

/* Prints a call, or a datum that is missed on. */
static void
put_call(const struct report *report, const struct function_cost *call,
    struct printer *printer)
{
	printer_print(printer, "{");
	if (call->data != DATA_NONE || cg_is_data(call->object)) {
		json_key(printer, "datum");
		json_string(printer, call->function);
	} else {
		put_name(call, printer);
	}
	put_ncalls(call, printer);
	if (call->inlined != CG_NOT_INLINED)
		printer_print(printer, ", \"inlined\": true");
	put_counts(report, "counts", call->counts, printer);
	printer_print(printer, "}");
}

static void
put_calls(const struct report *report, const char *key,
    const struct call_list *calls, struct printer *printer)
{
	if (calls->nall == 0)
		return;
	put_key(printer, key);
	printer_print(printer, "[");
	for (size_t i = 0; i < calls->n; i++) {
		printer_print(printer, i > 0 ? ",\n  " : "\n  ");
		put_call(report, &calls->list[i], printer);
	}
	printer_print(printer, "]");
	if (calls->n < calls->nall)
		printer_print(printer, ", \"hidden_%s\": %zu", key,
		    calls->nall - calls->n);
}

/* Prints a function, or a cycle as a whole. */
static void
put_function(const struct report *report, const struct function_cost *f,
    struct printer *printer)
{
	struct call_list callers, callees;
	struct cg_record own;

	report_calls(report, f, &callers, &callees);
	printer_print(printer, "{");
	if (f->nmembers > 0)
		printer_print(printer, "\"members\": %zu", f->nmembers);
	else
		put_name(f, printer);
	put_ncalls(f, printer);
	if (f->nplaces > 0)
		printer_print(printer, ", \"inlined_at\": %zu", f->nplaces);
	if (report_is_inclusive(report) && f->cycle > 0)
		printer_print(printer, ", \"cycle\": %zu", f->cycle);
	if (*cycle_bound(f) != '\0')
		put_string(printer, "bound", cycle_bound(f) + strlen(", "));
	if (f->nmembers == 0) {
		callgraph_function(&report->graph, f->number, false, &own);
		put_counts(report, "own", own.counts, printer);
	}
	if (report_is_inclusive(report))
		put_counts(report, "inclusive", f->counts, printer);
	put_calls(report, "callers", &callers, printer);
	put_calls(report, "callees", &callees, printer);
	printer_print(printer, "}");
	call_list_release(&callers);
	call_list_release(&callees);
}

static void
put_functions(const struct report *report, struct printer *printer)
{
	const struct function_list *functions = &report->functions;

	printer_print(printer, "\"functions\": [");
	for (size_t i = 0; i < functions->n; i++) {
		printer_print(printer, i > 0 ? ",\n " : "\n ");
		put_function(report, &functions->list[i], printer);
	}
	printer_print(printer, "\n],\n\"hidden_functions\": %zu,\n",
	    functions->nall - functions->n);
}

/* --- sources -------------------------------------------------------------- */

static void
put_line(const struct report *report, const struct annotated_line *line,
    struct printer *printer)
{
	printer_print(printer, "{\"line\": %lld", (long long)line->number);
	if (line->kind == LINE_OF_SOURCE) {
		size_t len = line->len;

		len -= len > 0 && line->text[len - 1] == '\n';
		len -= len > 0 && line->text[len - 1] == '\r';
		put_key(printer, "text");
		json_text(printer, line->text, len);
	}
	if (line->counts != NULL)
		put_counts(report, "counts", line->counts, printer);
	put_calls(report, "callees", &line->calls, printer);
	printer_print(printer, "}");
}

static void
put_source(
    const struct report *report, struct annotation *a, struct printer *printer)
{
	struct annotated_line line;
	const char *before = "\n  ";

	printer_print(printer, "{");
	json_key(printer, "file");
	json_string(printer, a->name);
	put_string(printer, "path", a->source.path);
	if (a->is_newer)
		printer_print(printer, ", \"is_newer\": true");
	if (a->unknown_counts != NULL)
		put_counts(report, "unknown_lines", a->unknown_counts, printer);
	put_key(printer, "lines");
	printer_print(printer, "[");
	while (a->has_costs && annotation_next(a, &line)) {
		if (line.kind == STRETCH_BEGINS || line.kind == STRETCH_ENDS)
			continue;
		printer_print(printer, "%s", before);
		put_line(report, &line, printer);
		before = ",\n  ";
	}
	printer_print(printer, "]}");
}

static void
put_sources(const struct report *report, struct printer *printer)
{
	struct source_list sources;
	struct annotation *annotation;
	const char *before = "\n ";

	printer_print(printer, "\"sources\": [");
	source_list_init(&sources, report);
	while ((annotation = source_list_next(&sources)) != NULL) {
		printer_print(printer, "%s", before);
		put_source(report, annotation, printer);
		before = ",\n ";
	}
	printer_print(printer, "\n],\n");
	json_strings(printer, "sources_not_found", sources.not_found.list,
	    sources.not_found.n);
	printer_print(printer, ",\n");
	json_strings(printer, "sources_not_read", sources.not_read.list,
	    sources.not_read.n);
	printer_print(printer, "}\n");
	source_list_release(&sources);
}

void
render_json(const struct report *report, struct printer *printer)
{
	printer_print(
	    printer, "{\"format\": \"cg-annotate\", \"version\": 1,\n");
	put_profile(report, printer);
	put_events(report, printer);
	put_functions(report, printer);
	json_loops(report, printer);
	put_sources(report, printer);
}
