/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A ring of blocks under one lock.  Waking a thread may take longer than a
 * block does, so one that found nothing to do waits until half of the blocks
 * are ready for it, or the other thread may have to wait for long itself.
 */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bytes/belt.h"

enum { NBLOCKS = 8, HALF = NBLOCKS / 2 };

struct belt {
	void (*work)(void *owner, struct belt *belt);
	void *owner;
	pthread_t thread;
	bool joined;
	pthread_mutex_t lock; /* of what follows, but for blocks in use */
	pthread_cond_t changed;
	size_t first; /* the first full block */
	size_t nfull;
	bool ended;   /* nothing more will be filled */
	bool stopped; /* nothing more will be emptied */
	bool waiting; /* the thread, for what is no part of the belt */
	struct block blocks[NBLOCKS];
};

static void *
run(void *argument)
{
	struct belt *belt = argument;
	int before;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
	belt->work(belt->owner, belt);
	return NULL;
}

/* signals are the business of the program's own threads, but for the one that
 * a write to a closed pipe sends to the thread that wrote */
static int
create_thread(struct belt *belt)
{
	sigset_t all, before;
	int status;

	sigfillset(&all);
	sigdelset(&all, SIGPIPE);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	status = pthread_create(&belt->thread, NULL, run, belt);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return status == 0 ? 0 : -1;
}

struct belt *
belt_start(void (*work)(void *owner, struct belt *belt), void *owner)
{
	struct belt *belt = malloc(sizeof(*belt));

	if (belt == NULL)
		return NULL;
	belt->work = work;
	belt->owner = owner;
	belt->joined = belt->ended = belt->stopped = belt->waiting = false;
	belt->first = belt->nfull = 0;
	pthread_mutex_init(&belt->lock, NULL);
	pthread_cond_init(&belt->changed, NULL);
	if (create_thread(belt) < 0) {
		belt->joined = true;
		belt_free(belt);
		return NULL;
	}
	return belt;
}

/* --- blocks --------------------------------------------------------------- */

struct block *
belt_next_empty(struct belt *belt)
{
	struct block *block = NULL;

	pthread_mutex_lock(&belt->lock);
	if (belt->nfull == NBLOCKS)
		while (belt->nfull > HALF && !belt->stopped)
			pthread_cond_wait(&belt->changed, &belt->lock);
	if (!belt->stopped)
		block = &belt->blocks[(belt->first + belt->nfull) % NBLOCKS];
	pthread_mutex_unlock(&belt->lock);
	return block;
}

struct block *
belt_next_full(struct belt *belt)
{
	struct block *block = NULL;

	pthread_mutex_lock(&belt->lock);
	if (belt->nfull == 0)
		while (belt->nfull < HALF && !belt->ended &&
		       !(belt->waiting && belt->nfull > 0))
			pthread_cond_wait(&belt->changed, &belt->lock);
	if (belt->nfull > 0 && !belt->stopped)
		block = &belt->blocks[belt->first];
	pthread_mutex_unlock(&belt->lock);
	return block;
}

void
belt_fill(struct belt *belt)
{
	pthread_mutex_lock(&belt->lock);
	if (++belt->nfull == HALF)
		pthread_cond_signal(&belt->changed);
	pthread_mutex_unlock(&belt->lock);
}

void
belt_empty(struct belt *belt)
{
	pthread_mutex_lock(&belt->lock);
	belt->first = (belt->first + 1) % NBLOCKS;
	if (--belt->nfull == HALF)
		pthread_cond_signal(&belt->changed);
	pthread_mutex_unlock(&belt->lock);
}

/* --- ends ----------------------------------------------------------------- */

static void
set(struct belt *belt, bool *flag, bool value)
{
	pthread_mutex_lock(&belt->lock);
	*flag = value;
	pthread_cond_signal(&belt->changed);
	pthread_mutex_unlock(&belt->lock);
}

void
belt_end(struct belt *belt)
{
	set(belt, &belt->ended, true);
}

void
belt_stop(struct belt *belt)
{
	set(belt, &belt->stopped, true);
}

void
belt_join(struct belt *belt)
{
	pthread_join(belt->thread, NULL);
	belt->joined = true;
}

void
belt_wait_begin(struct belt *belt)
{
	int before;

	if (belt == NULL)
		return;
	set(belt, &belt->waiting, true);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
}

void
belt_wait_end(struct belt *belt)
{
	int before;

	if (belt == NULL)
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
	set(belt, &belt->waiting, false);
}

void
belt_free(struct belt *belt)
{
	if (belt == NULL)
		return;
	if (!belt->joined) {
		belt_stop(belt);
		belt_end(belt);
		pthread_cancel(belt->thread);
		belt_join(belt);
	}
	pthread_cond_destroy(&belt->changed);
	pthread_mutex_destroy(&belt->lock);
	free(belt);
}
