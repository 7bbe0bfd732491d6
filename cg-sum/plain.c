/* SPDX-License-Identifier: BSD-2-Clause */
/* The totals of each input on a line: numbers and nothing else, for scripts. */
#include "render.h"

void
render_plain(const struct table *t, struct printer *printer)
{
	for (size_t i = 0; i < t->nrows; i++)
		for (size_t event = 0; event < t->header.nevents; event++)
			printer_print(printer, "%lld%s",
			    (long long)t->rows[i].counts[event],
			    event + 1 < t->header.nevents ? "\t" : "\n");
}
