/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Applies the expression of the first line, s///, to each other line.  If
 * all characters of the expression are letters, the result is the same as by
 * strstr.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/patterns/substitution.h"
#include "target.h"

/* s/PATTERN/TEXT/ or s/PATTERN/TEXT/g, with letters and digits only */
struct plain {
	const char *pattern;
	size_t pattern_len;
	const char *text;
	size_t text_len;
	bool global;
};

static size_t
count_words(const char *p)
{
	size_t n = 0;

	while (pattern_is_word(p[n]))
		n++;
	return n;
}

static bool
is_plain(const char *expression, struct plain *plain)
{
	if (strncmp(expression, "s/", 2) != 0)
		return false;
	plain->pattern = expression + 2;
	plain->pattern_len = count_words(plain->pattern);
	plain->text = plain->pattern + plain->pattern_len;
	if (plain->pattern_len == 0 || *plain->text++ != '/')
		return false;
	plain->text_len = count_words(plain->text);
	if (plain->text[plain->text_len] != '/')
		return false;
	plain->global = strcmp(plain->text + plain->text_len, "/g") == 0;
	return plain->global || plain->text[plain->text_len + 1] == '\0';
}

/* Replaces without PCRE2; returns NULL if there is nothing to replace. */
static char *
replace(const struct plain *plain, const char *name)
{
	size_t n = 0, len = strlen(name);
	char *result = malloc(1 + len * (1 + plain->text_len));
	char *pattern = malloc(plain->pattern_len + 1);
	const char *found, *from = name;

	demand(result != NULL && pattern != NULL, "there is memory");
	memcpy(pattern, plain->pattern, plain->pattern_len);
	pattern[plain->pattern_len] = '\0';
	while ((found = strstr(from, pattern)) != NULL) {
		memcpy(result + n, from, (size_t)(found - from));
		n += (size_t)(found - from);
		memcpy(result + n, plain->text, plain->text_len);
		n += plain->text_len;
		from = found + plain->pattern_len;
		if (!plain->global)
			break;
	}
	strcpy(result + n, from);
	free(pattern);
	if (from != name)
		return result;
	free(result);
	return NULL;
}

static void
check(
    const struct substitution *sub, const struct plain *plain, const char *name)
{
	char *result = substitution_apply(sub, name);
	char *again = substitution_apply(sub, name);

	demand((result == NULL) == (again == NULL) &&
		   (result == NULL || strcmp(result, again) == 0),
	    "a substitution has one result");
	free(again);
	if (plain != NULL) {
		char *expected = replace(plain, name);

		demand((result == NULL) == (expected == NULL) &&
			   (result == NULL || strcmp(result, expected) == 0),
		    "letters are replaced as strstr finds them");
		free(expected);
	}
	free(result);
}

static void
run(const uint8_t *data, size_t size)
{
	char *text = text_copy(data, size), *rest = text;
	const char *expression = text_take_line(&rest), *name;
	struct substitution sub = {.pattern = NULL};
	struct plain plain;
	bool plainly = is_plain(expression, &plain);

	substitution_init(&sub, "--mod-filename", expression);
	while ((name = text_take_line(&rest)) != NULL)
		check(&sub, plainly ? &plain : NULL, name);
	substitution_release(&sub);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* longer names take longer, but find no more */
	if (size < 4096)
		attempt(run, data, size);
	return 0;
}
