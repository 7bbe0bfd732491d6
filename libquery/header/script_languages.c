/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "description.h"
#include "libcli/cli.h"
#include "script_languages.h"

const char script_languages_key[] = "Scripts:";

static const char separator[] = "; ";

static void
add(struct script_languages *languages, char *language)
{
	size_t at = 0, after;

	while (at < languages->n && strcmp(languages->list[at], language) < 0)
		at++;
	after = languages->n - at;
	if (after > 0 && strcmp(languages->list[at], language) == 0) {
		free(language);
		return;
	}
	languages->list =
	    cli_grow(languages->list, languages->n, sizeof(*languages->list));
	memmove(&languages->list[at + 1], &languages->list[at],
	    after * sizeof(*languages->list));
	languages->list[at] = language;
	languages->n++;
}

void
script_languages_take(
    struct script_languages *languages, const struct cg_header *header)
{
	const char *text = description_find(header, script_languages_key);

	while (text != NULL) {
		const char *end = strstr(text, separator);
		size_t len = end != NULL ? (size_t)(end - text) : strlen(text);

		add(languages, cli_copy(text, len));
		text = end != NULL ? end + strlen(separator) : NULL;
	}
}

char *
script_languages_describe(const struct script_languages *languages)
{
	char *desc = NULL;

	if (languages->n > 0)
		desc = cli_format("%-17s ", script_languages_key);
	for (size_t i = 0; i < languages->n; i++)
		cli_append(
		    &desc, "%s%s", i > 0 ? separator : "", languages->list[i]);
	return desc;
}

void
script_languages_release(struct script_languages *languages)
{
	for (size_t i = 0; i < languages->n; i++)
		free(languages->list[i]);
	free(languages->list);
}
