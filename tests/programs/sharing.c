/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that use a block of four lines.  usage: sharing ACTION
 * Each access is made 1000 times by a thread.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

#define N 1000

static volatile int64_t *block;
static volatile int64_t sink;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static void
make_block(void)
{
	block = aligned_alloc(64, 256);
	memset((void *)(uintptr_t)block, 0, 256);
}

/* --- what threads do ------------------------------------------------------ */

__attribute__((noinline)) static void *
read_at(void *place)
{
	int64_t sum = 0;

	for (int i = 0; i < N; i++)
		sum += *(volatile int64_t *)place;
	sink += sum;
	return NULL;
}

__attribute__((noinline)) static void *
write_at(void *place)
{
	for (int i = 0; i < N; i++)
		*(volatile int64_t *)place = i;
	return NULL;
}

/* an instruction that reads and writes */
__attribute__((noinline)) static void *
add_at(void *place)
{
	for (int i = 0; i < N; i++)
		__atomic_fetch_add((int64_t *)place, 1, __ATOMIC_RELAXED);
	return NULL;
}

__attribute__((noinline)) static void *
add_locked(void *place)
{
	for (int i = 0; i < N; i++) {
		pthread_mutex_lock(&mutex);
		*(volatile int64_t *)place = i;
		pthread_mutex_unlock(&mutex);
	}
	return NULL;
}
