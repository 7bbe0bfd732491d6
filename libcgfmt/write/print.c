/* SPDX-License-Identifier: BSD-2-Clause */
/* Names from a reader are clean; those that a program made up may not be. */
#include <string.h>

#include "error.h"
#include "lex.h"
#include "strbuf.h"
#include "write/print.h"

int
print_text(const struct print *print, const char *text)
{
	return cg_output_write(print->output, text, strlen(text));
}

int
print_name(const struct print *print, const char *name)
{
	size_t len = strlen(name);
	struct strbuf clean = {.text = NULL};
	int status;

	if (!lex_has_control(name, name + len))
		return cg_output_write(print->output, name, len);
	if (strbuf_set_clean(&clean, name, len) < 0)
		return error_memory(print->error);
	status = print_text(print, clean.text);
	strbuf_release(&clean);
	return status;
}

int
print_line(const struct print *print, const char *key, const char *name)
{
	if (print_text(print, key) < 0 || print_name(print, name) < 0)
		return -1;
	return print_text(print, "\n");
}

int
print_events(const struct print *print, const struct cg_header *header)
{
	if (print_text(print, "events:") < 0)
		return -1;
	for (size_t i = 0; i < header->nevents; i++)
		if (print_text(print, " ") < 0 ||
		    print_name(print, header->events[i].name) < 0)
			return -1;
	return print_text(print, "\n");
}
