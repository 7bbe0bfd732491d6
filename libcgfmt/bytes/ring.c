/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A ring of blocks under one lock.  Waking a thread may take longer than
 * filling a block.  So a thread that has nothing to do waits until half of the
 * blocks are ready for it, unless the other thread may wait for long itself.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "bytes/ring.h"

enum { HALF = RING_BLOCKS / 2 };

struct ring {
	void (*work)(void *owner, struct ring *ring);
	void *owner;
	pthread_t thread;
	bool joined;
	pthread_mutex_t lock; /* of the members below, except blocks in use */
	pthread_cond_t changed;
	size_t first; /* the first full block */
	size_t nfull;
	size_t npeeked; /* the first of these, which the consumer has */
	bool ended;     /* nothing more will be published */
	bool stopped;   /* nothing more will be read */
	bool waiting;   /* the thread is in ring_wait */
	int wake[2];    /* a pipe; closing its second end ends ring_wait */
	struct block blocks[RING_BLOCKS];
};

static void *
run(void *argument)
{
	struct ring *ring = argument;

	ring->work(ring->owner, ring);
	return NULL;
}

/* The program's own threads handle signals, except SIGPIPE, which the thread
 * that wrote to a closed pipe gets. */
static int
create_thread(struct ring *ring)
{
	sigset_t all, before;
	int status;

	sigfillset(&all);
	sigdelset(&all, SIGPIPE);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	status = pthread_create(&ring->thread, NULL, run, ring);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return status == 0 ? 0 : -1;
}

struct ring *
ring_start(void (*work)(void *owner, struct ring *ring), void *owner)
{
	struct ring *ring = malloc(sizeof(*ring));

	if (ring == NULL)
		return NULL;
	ring->work = work;
	ring->owner = owner;
	ring->joined = ring->ended = ring->stopped = ring->waiting = false;
	ring->first = ring->nfull = ring->npeeked = 0;
	if (pipe(ring->wake) < 0) {
		free(ring);
		return NULL;
	}
	fcntl(ring->wake[0], F_SETFD, FD_CLOEXEC);
	fcntl(ring->wake[1], F_SETFD, FD_CLOEXEC);
	pthread_mutex_init(&ring->lock, NULL);
	pthread_cond_init(&ring->changed, NULL);
	if (create_thread(ring) < 0) {
		ring->joined = true;
		ring_free(ring);
		return NULL;
	}
	return ring;
}

/* --- blocks --------------------------------------------------------------- */

struct block *
ring_reserve(struct ring *ring)
{
	struct block *block = NULL;

	pthread_mutex_lock(&ring->lock);
	if (ring->nfull == RING_BLOCKS)
		while (ring->nfull > HALF && !ring->stopped)
			pthread_cond_wait(&ring->changed, &ring->lock);
	if (!ring->stopped)
		block =
		    &ring->blocks[(ring->first + ring->nfull) % RING_BLOCKS];
	pthread_mutex_unlock(&ring->lock);
	return block;
}

/* how many blocks are full and were not peeked yet */
static size_t
nready(const struct ring *ring)
{
	return ring->nfull - ring->npeeked;
}

struct block *
ring_peek(struct ring *ring)
{
	struct block *block = NULL;

	pthread_mutex_lock(&ring->lock);
	if (nready(ring) == 0)
		while (nready(ring) < HALF && !ring->ended &&
		       !(ring->waiting && nready(ring) > 0))
			pthread_cond_wait(&ring->changed, &ring->lock);
	if (nready(ring) > 0 && !ring->stopped)
		block = &ring->blocks[(ring->first + ring->npeeked++) %
				      RING_BLOCKS];
	pthread_mutex_unlock(&ring->lock);
	return block;
}

void
ring_publish(struct ring *ring)
{
	pthread_mutex_lock(&ring->lock);
	ring->nfull++;
	if (nready(ring) == HALF)
		pthread_cond_signal(&ring->changed);
	pthread_mutex_unlock(&ring->lock);
}

void
ring_release(struct ring *ring)
{
	pthread_mutex_lock(&ring->lock);
	ring->first = (ring->first + 1) % RING_BLOCKS;
	ring->npeeked--;
	if (--ring->nfull == HALF)
		pthread_cond_signal(&ring->changed);
	pthread_mutex_unlock(&ring->lock);
}

/* --- ends ----------------------------------------------------------------- */

static void
set(struct ring *ring, bool *flag, bool value)
{
	pthread_mutex_lock(&ring->lock);
	*flag = value;
	pthread_cond_signal(&ring->changed);
	pthread_mutex_unlock(&ring->lock);
}

void
ring_end(struct ring *ring)
{
	set(ring, &ring->ended, true);
}

void
ring_stop(struct ring *ring)
{
	set(ring, &ring->stopped, true);
}

void
ring_join(struct ring *ring)
{
	pthread_join(ring->thread, NULL);
	ring->joined = true;
}

bool
ring_wait(struct ring *ring, int fd, short events)
{
	struct pollfd awaited[] = {
	    {.fd = fd, .events = events},
	    {.fd = ring->wake[0]}, /* POLLHUP is always reported */
	};

	set(ring, &ring->waiting, true);
	while (poll(awaited, 2, -1) < 0 && errno == EINTR)
		;
	set(ring, &ring->waiting, false);
	return awaited[1].revents == 0;
}

void
ring_free(struct ring *ring)
{
	if (ring == NULL)
		return;
	close(ring->wake[1]);
	if (!ring->joined) {
		ring_stop(ring);
		ring_end(ring);
		ring_join(ring);
	}
	close(ring->wake[0]);
	pthread_cond_destroy(&ring->changed);
	pthread_mutex_destroy(&ring->lock);
	free(ring);
}
