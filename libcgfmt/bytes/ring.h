/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A ring of blocks between two threads: a producer fills blocks, a consumer
 * reads them in the same order.  The thread that starts the ring may be either.
 *
 *	producer: ring_reserve, fill the block, ring_publish ...  ring_end
 *	consumer: ring_peek, read the block, ring_release ...     ring_stop
 */
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>

/* Fuzz targets set a smaller size, so that small inputs need several blocks. */
#ifndef BLOCK_SIZE
#define BLOCK_SIZE (1 << 16)
#endif

enum { RING_BLOCKS = 8 };

struct block {
	size_t used;
	unsigned char bytes[BLOCK_SIZE];
};

struct ring;

/*
 * Runs work(owner, ring) in a new thread, as the ring's other end.  Returns
 * NULL if no thread can be started.
 */
struct ring *
ring_start(void (*work)(void *owner, struct ring *ring), void *owner);

/* Waits for a block to fill and returns it; NULL: the consumer has stopped. */
struct block *ring_reserve(struct ring *ring);

/* Passes the reserved block on to the consumer. */
void ring_publish(struct ring *ring);

/*
 * Waits for the next block to read and returns it; NULL: the producer has
 * ended.  The consumer may have two blocks at a time.
 */
struct block *ring_peek(struct ring *ring);

/* Gives the block that ring_peek returned back to the producer; of two, the
 * first. */
void ring_release(struct ring *ring);

/* Producer: publishes nothing more; the consumer still gets what is there. */
void ring_end(struct ring *ring);

/* Consumer: reads nothing more, so that the producer need not wait for it. */
void ring_stop(struct ring *ring);

/* Waits until the thread has done its work. */
void ring_join(struct ring *ring);

/*
 * Waits until poll() reports one of the events for fd, and returns true;
 * returns false if ring_free is to end the thread.  The thread must call it
 * before a system call that may block for long.  Meanwhile, the consumer gets
 * each block at once.
 */
bool ring_wait(struct ring *ring, int fd, short events);

/* Ends the thread unless it was joined, and frees the ring; ring may be NULL.
 */
void ring_free(struct ring *ring);

#endif
