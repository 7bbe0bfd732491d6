/* SPDX-License-Identifier: BSD-2-Clause */
/* The blocks of several inputs have a title each, as head(1) prints it. */
#include "libreport/totals.h"
#include "render.h"

void
render_blocks(
    const struct table *t, const char *formula, struct printer *printer)
{
	for (size_t i = 0; i < t->nrows; i++) {
		if (t->nrows > 1) {
			printer_print(printer, "%s==> ", i > 0 ? "\n" : "");
			printer_name(printer, t->rows[i].name);
			printer_print(printer, " <==\n");
		}
		totals_print(&t->header, t->rows[i].counts, formula, printer);
	}
	render_partials(t, printer);
}
