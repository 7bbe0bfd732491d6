/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory that is used again, so that names cost none however many come. */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "held.h"
#include "lex.h"

static int
make_room(struct held *h, size_t size)
{
	char *larger;

	if (size <= h->size)
		return 0;
	larger = realloc(h->text, size * 2);
	if (larger == NULL)
		return -1;
	h->text = larger;
	h->size = size * 2;
	return 0;
}

int
held_set(struct held *h, const char *text, size_t len)
{
	if (make_room(h, len + 1) < 0)
		return -1;
	memcpy(h->text, text, len);
	h->text[len] = '\0';
	return 0;
}

int
held_set_clean(struct held *h, const char *text, size_t len)
{
	size_t clean_len;

	if (!lex_has_control(text, text + len))
		return held_set(h, text, len);
	clean_len = cg_escape(NULL, 0, text, len);
	if (make_room(h, clean_len + 1) < 0)
		return -1;
	cg_escape(h->text, clean_len + 1, text, len);
	return 0;
}

void
held_release(struct held *h)
{
	free(h->text);
}

int
turns_set(struct turns *t, const char *text, size_t len)
{
	unsigned int other = !t->taken;

	if (held_set_clean(&t->names[other], text, len) < 0)
		return -1;
	t->next = held_is(&t->names[t->taken], t->names[other].text) ? t->taken
								     : other;
	return 0;
}

void
turns_release(struct turns *t)
{
	held_release(&t->names[0]);
	held_release(&t->names[1]);
}
