/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A belt of blocks between two threads: one fills them, the other empties them,
 * in order.  Either may be the one that started the belt.
 */
#ifndef BELT_H
#define BELT_H

#include <stddef.h>

enum { BLOCK_SIZE = 1 << 16 };

struct block {
	size_t used;
	unsigned char bytes[BLOCK_SIZE];
};

struct belt;

/*
 * Runs work(owner, belt) in a thread of its own, at the other end of the belt.
 * NULL where there can be no thread.
 */
struct belt *
belt_start(void (*work)(void *owner, struct belt *belt), void *owner);

/* the next block to be filled, when there is one; NULL: nobody wants it */
struct block *belt_next_empty(struct belt *belt);

/* passes on the block that _next_empty gave */
void belt_fill(struct belt *belt);

/* the next block to be emptied, when there is one; NULL: there are no more */
struct block *belt_next_full(struct belt *belt);

/* gives back the block that _next_full gave */
void belt_empty(struct belt *belt);

/* From now on nothing is filled; what is full is still emptied. */
void belt_end(struct belt *belt);

/* From now on nothing is emptied, and nobody waits for it. */
void belt_stop(struct belt *belt);

/* Waits until the thread has done its work. */
void belt_join(struct belt *belt);

/*
 * Around a system call of the thread that may take for ever: there belt_free
 * can end it, and what is full can be emptied.  Nothing where belt is NULL.
 */
void belt_wait_begin(struct belt *belt);
void belt_wait_end(struct belt *belt);

/* Ends the thread, unless it was joined, and frees the belt, if any. */
void belt_free(struct belt *belt);

#endif
