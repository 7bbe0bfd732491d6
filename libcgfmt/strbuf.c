/* SPDX-License-Identifier: BSD-2-Clause */
/* Copies of names; see the header for how long they live. */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "lex.h"
#include "strbuf.h"

static int
make_room(struct strbuf *s, size_t size)
{
	char *larger;

	if (size <= s->size)
		return 0;
	larger = realloc(s->text, size * 2);
	if (larger == NULL)
		return -1;
	s->text = larger;
	s->size = size * 2;
	return 0;
}

int
strbuf_set(struct strbuf *s, const char *text, size_t len)
{
	if (make_room(s, len + 1) < 0)
		return -1;
	memcpy(s->text, text, len);
	s->text[len] = '\0';
	return 0;
}

int
strbuf_set_clean(struct strbuf *s, const char *text, size_t len)
{
	size_t clean_len;

	if (!lex_has_control(text, text + len))
		return strbuf_set(s, text, len);
	clean_len = cg_escape(NULL, 0, text, len);
	if (make_room(s, clean_len + 1) < 0)
		return -1;
	cg_escape(s->text, clean_len + 1, text, len);
	return 0;
}

void
strbuf_release(struct strbuf *s)
{
	free(s->text);
}

int
double_buffer_stage(struct double_buffer *b, const char *text, size_t len)
{
	unsigned int other = !b->current;

	if (strbuf_set_clean(&b->names[other], text, len) < 0)
		return -1;
	b->next = strbuf_is(&b->names[b->current], b->names[other].text)
		      ? b->current
		      : other;
	return 0;
}

void
double_buffer_release(struct double_buffer *b)
{
	strbuf_release(&b->names[0]);
	strbuf_release(&b->names[1]);
}
