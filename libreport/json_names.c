/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "cgfmt.h"
#include "json_names.h"
#include "text_width.h"

/*
 * A string must be UTF-8: any other byte of a name becomes \xHH, as control
 * bytes do in profiles.  Characters that control a terminal are escaped, too.
 */
static void
put_character(struct printer *printer, const char *p, size_t len)
{
	unsigned char first = (unsigned char)p[0];

	if (len == 0)
		printer_print(printer, "\\\\x%02x", first);
	else if (first == '"' || first == '\\')
		printer_print(printer, "\\%c", first);
	else if (cg_printable_length(p, p + len) == 0)
		printer_print(
		    printer, "\\u%04x", (unsigned int)text_code_point(p, len));
	else
		printer_bytes(printer, p, len);
}

static bool
is_plain(char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

void
json_text(struct printer *printer, const char *text, size_t len_of_text)
{
	const char *p = text, *end = text + len_of_text;

	printer_print(printer, "\"");
	while (p < end) {
		const char *start = p;
		size_t len;

		while (p < end && is_plain(*p))
			p++;
		printer_bytes(printer, start, (size_t)(p - start));
		if (p == end)
			break;
		len = cg_utf8_length(p, end);
		put_character(printer, p, len);
		p += len > 0 ? len : 1;
	}
	printer_print(printer, "\"");
}

void
json_string(struct printer *printer, const char *text)
{
	json_text(printer, text, strlen(text));
}

void
json_key(struct printer *printer, const char *key)
{
	json_string(printer, key);
	printer_print(printer, ": ");
}

void
json_strings(
    struct printer *printer, const char *key, const char *const *list, size_t n)
{
	json_key(printer, key);
	printer_print(printer, "[");
	for (size_t i = 0; i < n; i++) {
		printer_print(printer, i > 0 ? ", " : "");
		json_string(printer, list[i]);
	}
	printer_print(printer, "]");
}

void
json_counts(struct printer *printer, const struct cg_event *events,
    const int64_t *counts, const size_t *list, size_t n)
{
	printer_print(printer, "{");
	for (size_t i = 0; i < n; i++) {
		size_t event = list != NULL ? list[i] : i;

		printer_print(printer, i > 0 ? ", " : "");
		json_key(printer, events[event].name);
		printer_print(printer, "%lld", (long long)counts[event]);
	}
	printer_print(printer, "}");
}
