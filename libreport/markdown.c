/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "markdown.h"

static size_t
longest_run(const char *name, char c)
{
	size_t longest = 0, run = 0;

	for (; *name != '\0'; name++) {
		run = *name == c ? run + 1 : 0;
		if (run > longest)
			longest = run;
	}
	return longest;
}

static void
put_ticks(struct printer *printer, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printer_print(printer, "`");
}

/* The blanks, which are not shown, separate a name's own backticks. */
static void
put_code(struct printer *printer, const char *text, const char *bar)
{
	size_t ticks = longest_run(text, '`') + 1;
	const char *blank = ticks > 1 ? " " : "";

	put_ticks(printer, ticks);
	printer_print(printer, "%s", blank);
	printer_replace(printer, text, strlen(text), '|', bar);
	printer_print(printer, "%s", blank);
	put_ticks(printer, ticks);
}

void
markdown_code(struct printer *printer, const char *text)
{
	put_code(printer, text, "|");
}

void
markdown_code_in_cell(struct printer *printer, const char *text)
{
	put_code(printer, text, "\\|");
}
