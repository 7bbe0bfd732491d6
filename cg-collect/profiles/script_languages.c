/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/description.h"
#include "script_languages.h"

static const char key[] = "Scripts:";

bool
is_of_script_languages(const char *desc)
{
	return description_value(desc, key) != NULL;
}

void
script_languages_take(
    struct script_languages *languages, const struct cg_header *header)
{
	const char *language = description_find(header, key);
	size_t at = 0, after;

	if (language == NULL)
		return;
	while (at < languages->n && strcmp(languages->list[at], language) < 0)
		at++;
	after = languages->n - at;
	if (after > 0 && strcmp(languages->list[at], language) == 0)
		return;
	languages->list =
	    cli_grow(languages->list, languages->n, sizeof(*languages->list));
	memmove(&languages->list[at + 1], &languages->list[at],
	    after * sizeof(*languages->list));
	languages->list[at] = cli_copy(language, strlen(language));
	languages->n++;
}

char *
script_languages_describe(const struct script_languages *languages)
{
	char *desc = NULL;

	for (size_t i = 0; i < languages->n; i++) {
		char *longer =
		    desc == NULL
			? cli_format("%-17s %s", key, languages->list[i])
			: cli_format("%s; %s", desc, languages->list[i]);

		free(desc);
		desc = longer;
	}
	return desc;
}

void
script_languages_release(struct script_languages *languages)
{
	for (size_t i = 0; i < languages->n; i++)
		free(languages->list[i]);
	free(languages->list);
}
