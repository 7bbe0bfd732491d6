/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A ring of blocks between two threads: one fills them, the other empties them,
 * in order.  Either may be the one that started the ring.
 */
#ifndef RING_H
#define RING_H

#include <stddef.h>

enum { BLOCK_SIZE = 1 << 16 };

struct block {
	size_t used;
	unsigned char bytes[BLOCK_SIZE];
};

struct ring;

/*
 * Runs work(owner, ring) in a thread of its own, at the other end of the ring.
 * NULL where there can be no thread.
 */
struct ring *
ring_start(void (*work)(void *owner, struct ring *ring), void *owner);

/* the next block to be filled, when there is one; NULL: nobody wants it */
struct block *ring_reserve(struct ring *ring);

/* passes on the block that _next_empty gave */
void ring_publish(struct ring *ring);

/* the next block to be emptied, when there is one; NULL: there are no more */
struct block *ring_peek(struct ring *ring);

/* gives back the block that _next_full gave */
void ring_release(struct ring *ring);

/* From now on nothing is filled; what is full is still emptied. */
void ring_end(struct ring *ring);

/* From now on nothing is emptied, and nobody waits for it. */
void ring_stop(struct ring *ring);

/* Waits until the thread has done its work. */
void ring_join(struct ring *ring);

/*
 * Around a system call of the thread that may take for ever: there ring_free
 * can end it, and what is full can be emptied.  Nothing where ring is NULL.
 */
void ring_wait_begin(struct ring *ring);
void ring_wait_end(struct ring *ring);

/* Ends the thread, unless it was joined, and frees the ring, if any. */
void ring_free(struct ring *ring);

#endif
