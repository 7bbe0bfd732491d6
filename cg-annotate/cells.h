/* SPDX-License-Identifier: BSD-2-Clause */
/* The columns of figures that stand before every name and source line. */
#ifndef CELLS_H
#define CELLS_H

#include "cgfmt.h"
#include "libreport/printer.h"

struct cells {
	const struct cg_header *header;
	const int64_t *total; /* what 100 % is, one an event */
	size_t *shown;        /* indices of events, in order */
	size_t nshown;
	bool percentages;
};

/* widths of the columns of one table, one an event of the header */
struct widths {
	size_t *list;
};

/* as wide as the events' names; grown by each record; freed by release */
void widths_init(struct widths *widths, const struct cells *cells);
void widths_grow(struct widths *widths, const struct cells *cells,
    const struct cg_record *record);
void widths_release(struct widths *widths);

/* the names of the events */
void cells_print_events(const struct cells *cells, const struct widths *widths,
    struct printer *printer);

/* the record's counts; record NULL: a line without any */
void cells_print(const struct cells *cells, const struct widths *widths,
    const struct cg_record *record, struct printer *printer);

/* a line of dashes */
void cells_print_rule(struct printer *printer);

#endif
