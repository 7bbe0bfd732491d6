/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "operands.h"

/* Returns the length of the operands: " # ", " // " begin comments, and " <" a symbol. */
static size_t
length_of(const char *text)
{
	static const char *const ends[] = {" #", " //", "\t//", " <"};
	size_t len = strlen(text);

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		const char *p = strstr(text, ends[i]);

		/* "#0x10" is a number of arm64, and follows a comma */
		while (p != NULL && ends[i][1] == '#' && p[2] != ' ')
			p = strstr(p + 1, ends[i]);
		if (p != NULL && (size_t)(p - text) < len)
			len = (size_t)(p - text);
	}
	return len;
}

static void
add(struct operands *to, const char *text, size_t len)
{
	while (len > 0 && *text == ' ') {
		text++;
		len--;
	}
	while (len > 0 && text[len - 1] == ' ')
		len--;
	if (len > 0 && to->n < MOST_OPERANDS)
		to->list[to->n++] = (struct operand){text, len};
}

void
operands_split(struct operands *operands, const char *text)
{
	size_t len = length_of(text), start = 0;
	int depth = 0;

	operands->n = 0;
	for (size_t i = 0; i < len; i++) {
		if (strchr("[{(", text[i]) != NULL)
			depth++;
		else if (strchr("]})", text[i]) != NULL)
			depth--;
		else if (text[i] == ',' && depth == 0) {
			add(operands, text + start, i - start);
			start = i + 1;
		}
	}
	add(operands, text + start, len - start);
}

bool
operand_has(const struct operand *operand, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= operand->len; i++)
		if (memcmp(operand->text + i, word, n) == 0)
			return true;
	return false;
}

bool
operand_is_same(const struct operand *a, const struct operand *b)
{
	return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}
