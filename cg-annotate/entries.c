/* SPDX-License-Identifier: BSD-2-Clause */
/* The order and the names of rows. */
#include <stdlib.h>
#include <string.h>

#include "entries.h"
#include "libreport/numfmt.h"

struct entry
entry_of_function(const struct cg_record *record, const struct sorting *sorting)
{
	return (struct entry){
	    .file = record->def_file,
	    .function = record->function,
	    .object = record->object,
	    .record = *record,
	    .sorting = sorting,
	};
}

struct entry
entry_of_callee(const struct cg_record *call, const struct sorting *sorting)
{
	return (struct entry){
	    .file = call->target.file,
	    .function = call->target.function,
	    .object = call->target.object,
	    .record = *call,
	    .sorting = sorting,
	};
}

/* absolute value; a count that was not written sorts as 1, as in cg_annotate */
static uint64_t
size_of(const struct cg_record *record, size_t event)
{
	int64_t count = record->counts[event];

	if (record->present != NULL && !record->present[event])
		return 1;
	return count < 0 ? 0 - (uint64_t)count : (uint64_t)count;
}

static int
compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	const struct sorting *sorting = x->sorting;
	int order;

	for (size_t i = 0; i < sorting->n; i++) {
		uint64_t p = size_of(&x->record, sorting->list[i].event);
		uint64_t q = size_of(&y->record, sorting->list[i].event);

		if (p != q)
			return p > q ? -1 : 1;
	}
	order = strcmp(x->file, y->file);
	if (order == 0)
		order = strcmp(x->function, y->function);
	if (order == 0)
		order = strcmp(x->object, y->object);
	return order != 0 ? order
			  : (x->number > y->number) - (x->number < y->number);
}

void
entries_sort(struct entries *entries)
{
	if (entries->n > 1) /* qsort takes no NULL */
		qsort(entries->list, entries->n, sizeof(*entries->list),
		    compare_entries);
}

void
entry_print_name(const struct entry *entry, struct printer *printer)
{
	char times[FORMAT_SIZE];

	printer_name(printer, entry->file);
	printer_print(printer, ":");
	printer_name(printer, entry->function);
	if (entry->record.kind == CG_CALL) {
		format_count(times, entry->record.executed);
		printer_print(printer, " (%sx)", times);
	}
	if (*entry->object == '\0')
		return;
	printer_print(printer, " [");
	printer_name(printer, entry->object);
	printer_print(printer, "]");
}

void
entries_print(struct entries *entries, const struct cells *cells,
    const struct widths *widths, const char *arrow, struct printer *printer)
{
	entries_sort(entries);
	for (size_t i = 0; i < entries->n; i++) {
		cells_print(cells, widths, &entries->list[i].record, printer);
		printer_print(printer, "%s", arrow);
		entry_print_name(&entries->list[i], printer);
		printer_print(printer, "\n");
	}
}
