/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names that are of interest only until others come: copies, each in the memory
 * of one before, which grows to the longest.
 */
#ifndef HELD_H
#define HELD_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* a copy of one name; a zeroed one is of none, and its text NULL */
struct held {
	char *text;
	size_t size; /* of the memory */
};

/* The len bytes, or their clean form (see cg_escape), take the last name's
 * place: 0, or -1 when out of memory. */
int held_set(struct held *held, const char *text, size_t len);
int held_set_clean(struct held *held, const char *text, size_t len);

/* whether the name is the one that is held */
static inline bool
held_is(const struct held *held, const char *name)
{
	return held->text != NULL && strcmp(held->text, name) == 0;
}

void held_release(struct held *held);

/*
 * The name of the last row and, while it is read, that of the next: a name
 * stays where it is until a row after the next one has another.  A zeroed one
 * is to be set before it is taken.
 */
struct turns {
	struct held names[2];
	unsigned int taken; /* the last row's */
	unsigned int next;  /* the next row's */
};

/* what the next row's name is: as held_set_clean */
int turns_set(struct turns *turns, const char *text, size_t len);

/* The next row's name.  In two rows that follow one another, equal pointers
 * mean equal names, and other pointers other names. */
static inline const char *
turns_take(struct turns *turns)
{
	turns->taken = turns->next;
	return turns->names[turns->taken].text;
}

void turns_release(struct turns *turns);

#endif
