/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints machine code as sources are printed: counts, then what is drawn of loops, the address, the
 * instruction, and what its branches and calls did.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "libquery/windows_path.h"
#include "libreport/names/short_name.h"
#include "model/code/code_listing.h"
#include "classic_code.h"
#include "count_columns.h"

enum {
	TEXT_WIDTH = 38,    /* of an instruction, before what it did */
	INLINED_WIDTH = 60, /* the most of the name of an inlined function */
};

static void
print_heading(const struct code_listing *l, struct printer *printer)
{
	const struct code_function *f = l->code->function;

	count_columns_rule(printer);
	printer_paint(printer, PAINT_HEADING, "-- Machine code: ");
	printer_name(printer, f->file);
	printer_print(printer, ":");
	printer_name(printer, f->function);
	if (*f->object != '\0') {
		printer_print(printer, " [");
		printer_name(printer, f->object);
		printer_print(printer, "]");
	}
	printer_print(printer, "\n");
	count_columns_rule(printer);
}

static void
print_source(const struct code_line *line, struct printer *printer)
{
	if (line->inlined != NULL) {
		printer_print(printer, "[");
		printer_name(
		    printer, short_names_find(&printer->names, short_function,
				 line->inlined, INLINED_WIDTH, "...", NULL));
		printer_print(printer, "] ");
	}
	if (line->file == NULL) {
		printer_print(printer, "(unknown line)");
		return;
	}
	printer_name(printer, path_base_name(line->file));
	if (line->line > 0)
		printer_print(printer, ":%lld", (long long)line->line);
	if (line->text != NULL && line->len > 0) {
		printer_print(printer, "  ");
		printer_bytes(printer, line->text, line->len);
	}
}

static void
print_instruction(const struct code_listing *l, const struct code_line *line,
    struct printer *printer)
{
	printer_print(printer, "%*" PRIx64 "  ", l->address_width, line->start);
	printer_bytes(printer, line->text, line->len);
	if (*line->note == '\0')
		return;
	printer_pad(
	    printer, line->len < TEXT_WIDTH ? TEXT_WIDTH - line->len : 0);
	printer_print(printer, "  # ");
	printer_bytes(printer, line->note, strlen(line->note));
}

static void
print_line(const struct code_listing *l, const struct code_line *line,
    const struct count_columns *columns, struct printer *printer)
{
	if (line->counts != NULL || line->kind == CODE_INSTRUCTION)
		count_columns_print(columns, line->counts, NULL, printer);
	else
		count_columns_blank(columns, printer);
	printer_print(printer, " %s", line->margin);
	switch (line->kind) {
	case CODE_INSTRUCTION:
		print_instruction(l, line, printer);
		break;
	case CODE_SOURCE:
		print_source(line, printer);
		break;
	case CODE_GAP:
	case CODE_PART:
	case CODE_UNPLACED:
		printer_pad(printer, (size_t)l->address_width + 2);
		printer_paint(printer, PAINT_FAINT, "%s", line->text);
		break;
	}
	printer_print(printer, "\n");
}

static void
print_code(const struct report *report, const struct machine_code *code,
    struct source_lines *sources, struct printer *printer)
{
	struct code_listing listing;
	struct count_columns columns;
	struct code_line line;

	code_listing_begin(&listing, report, code, sources);
	count_range_add(&listing.range, code->function->costs, NULL);
	count_columns_init(&columns, report, &listing.range);
	print_heading(&listing, printer);
	count_columns_print_events(&columns, printer);
	printer_print(printer, "\n\n");
	count_columns_print(&columns, code->function->costs, NULL, printer);
	if (code->problem != NULL) {
		printer_print(printer, " (no machine code: ");
		printer_text(printer, code->problem);
		printer_print(printer, ")\n");
	} else {
		printer_print(printer, " %s\n", listing.summary);
	}
	while (code->problem == NULL && code_listing_next(&listing, &line))
		print_line(&listing, &line, &columns, printer);
	printer_print(printer, "\n");
	count_columns_release(&columns);
	code_listing_end(&listing);
}

static void
warn_of_newer(const struct report *report, const struct source_lines *sources,
    struct printer *printer)
{
	const char *name;
	size_t next = 0;

	while ((name = source_lines_newer(sources, &report->profile, &next)) !=
	       NULL) {
		printer_name(printer, name);
		printer_print(printer, " is newer than the profile: its lines "
				       "may have moved\n");
	}
}

void
classic_code(const struct report *report, struct printer *printer)
{
	const struct code_list *codes = &report->code;
	struct source_lines sources;

	if (!report->options->code.is_wanted)
		return;
	source_lines_init(&sources, &report->options->directories);
	for (size_t i = 0; i < codes->n; i++)
		print_code(report, &codes->list[i], &sources, printer);
	if (codes->nothers > 0)
		printer_print(printer,
		    "(%zu more function%s: --top=N shows more)\n",
		    codes->nothers, codes->nothers == 1 ? "" : "s");
	warn_of_newer(report, &sources, printer);
	source_lines_release(&sources);
}
