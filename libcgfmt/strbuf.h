/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies of names in memory that is used again: it grows to the longest name
 * and is never allocated for each one.
 */
#ifndef STRBUF_H
#define STRBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* a reusable copy of one name; {0} holds no name */
struct strbuf {
	char *text;  /* NULL: no name */
	size_t size; /* of the memory */
};

/*
 * Replaces the name by the len bytes, or by their clean form (see cg_escape).
 * Returns 0, or -1 when out of memory.
 */
int strbuf_set(struct strbuf *strbuf, const char *text, size_t len);
int strbuf_set_clean(struct strbuf *strbuf, const char *text, size_t len);

/* True if the strbuf holds this name. */
static inline bool
strbuf_is(const struct strbuf *strbuf, const char *name)
{
	return strbuf->text != NULL && strcmp(strbuf->text, name) == 0;
}

void strbuf_release(struct strbuf *strbuf);

/*
 * The name of the current row, and beside it the name of the next row, which
 * was parsed already.  _stage writes the second; _flip makes it the first.
 *
 * Lifetime: a pointer that _flip returned stays valid until the first _stage
 * after the next _flip.  So the names of a row can be compared with the names
 * of the row before.  {0} is empty; _stage must come before the first _flip.
 */
struct double_buffer {
	struct strbuf names[2];
	unsigned int current; /* index of the current row's name */
	unsigned int next;    /* index of the next row's name */
};

/*
 * Sets the next row's name to the clean form of the len bytes.  May be called
 * several times before _flip.  Returns 0, or -1 when out of memory.
 */
int
double_buffer_stage(struct double_buffer *buffer, const char *text, size_t len);

/*
 * Goes on to the next row and returns its name.  In two consecutive rows the
 * pointers are equal if and only if the names are.
 */
static inline const char *
double_buffer_flip(struct double_buffer *buffer)
{
	buffer->current = buffer->next;
	return buffer->names[buffer->current].text;
}

void double_buffer_release(struct double_buffer *buffer);

#endif
