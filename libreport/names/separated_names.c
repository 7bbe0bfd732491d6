/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "separated_names.h"

void
separated_name(struct printer *printer, char separator, const char *name)
{
	bool quoted = separator == ',' && strpbrk(name, ",\"") != NULL;

	printer_print(printer, quoted ? "\"" : "");
	printer_replace(
	    printer, name, strlen(name), '"', quoted ? "\"\"" : "\"");
	printer_print(printer, quoted ? "\"" : "");
}
