/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that use a block of four lines.  usage: sharing ACTION
 * Each access is made 1000 times by a thread.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <threads.h>
#include <unistd.h>

#define N 1000

static volatile int64_t *block;
static volatile int64_t sink;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static void
make_block(void)
{
	block = aligned_alloc(256, 256);
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

/* an instruction that reads, and one that writes */
__attribute__((noinline)) static void *
add_in_steps(void *place)
{
	for (int i = 0; i < N; i++) {
		int64_t value = *(volatile int64_t *)place;

		__asm__ volatile("" : "+r"(value));
		*(volatile int64_t *)place = value + 1;
	}
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

/* --- threads -------------------------------------------------------------- */

static pthread_attr_t *attributes;

static pthread_t
start(void *(*work)(void *place), int number)
{
	pthread_t thread;

	int error =
	    pthread_create(&thread, attributes, work, (void *)&block[number]);

	if (error != 0) {
		fprintf(stderr, "pthread_create: %s\n", strerror(error));
		exit(1);
	}
	return thread;
}

static void
two(void *(*first)(void *), int a, void *(*second)(void *), int b)
{
	pthread_t one = start(first, a), other = start(second, b);

	pthread_join(one, NULL);
	pthread_join(other, NULL);
}

static int
read_in_c11(void *place)
{
	read_at(place);
	return 0;
}

static int
write_in_c11(void *place)
{
	write_at(place);
	return 0;
}

static void
two_in_c11(thrd_start_t second)
{
	thrd_t one, other;

	thrd_create(&one, write_in_c11, (void *)&block[0]);
	thrd_create(&other, second, (void *)&block[1]);
	thrd_join(one, NULL);
	thrd_join(other, NULL);
	write_at((void *)&block[0]);
}

/* starts another thread while it writes, and after that */
static void *
write_and_start(void *place)
{
	pthread_t other;

	write_at(place);
	other = start(write_at, 0);
	pthread_join(other, NULL);
	write_at(place);
	return NULL;
}

static void *
start_and_write(void *place)
{
	pthread_t other = start(write_at, 1);

	write_at(place);
	pthread_join(other, NULL);
	return NULL;
}

static volatile int ndone;

static void *
write_and_tell(void *place)
{
	write_at(place);
	__atomic_fetch_add(&ndone, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

/* Nobody joins it, but it has ended what it does when this returns. */
static void
run_detached(void *(*work)(void *), int number)
{
	int n = __atomic_load_n(&ndone, __ATOMIC_SEQ_CST);

	pthread_detach(start(work, number));
	while (__atomic_load_n(&ndone, __ATOMIC_SEQ_CST) == n)
		usleep(1000);
	usleep(10000);
}

static void *
write_on_stack(void *place)
{
	volatile int64_t local[64];

	(void)place;
	for (int i = 0; i < N; i++)
		local[i % 64] = i;
	sink += local[7];
	__atomic_fetch_add(&ndone, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

/* more than a page */
static _Thread_local volatile int64_t own[700];

static void *
write_own(void *place)
{
	(void)place;
	for (int i = 0; i < 7 * N; i++)
		own[i % 700] += i;
	__atomic_fetch_add(&ndone, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

__attribute__((noinline)) static void *
write_mapped(void *place)
{
	void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	write_at(map);
	munmap(map, 4096);
	__atomic_fetch_add(&ndone, 1, __ATOMIC_SEQ_CST);
	return place;
}

/* a thread on a stack that is a block between others */
static void
run_on_given_stack(void *(*work)(void *))
{
	static pthread_attr_t given;
	static void *stack;

	if (stack == NULL) {
		stack = aligned_alloc(4096, 1 << 16);
		pthread_attr_init(&given);
		pthread_attr_setstack(&given, stack, 1 << 16);
	}
	attributes = &given;
	run_detached(work, 0);
	attributes = NULL;
}

/* --- a pool --------------------------------------------------------------- */

/* slots of two words, the first of which are in one line */
static int64_t pool[64] __attribute__((aligned(64)));
static int used[32];

__attribute__((noinline)) void *
pool_get(int size)
{
	void *slot = NULL;

	pthread_mutex_lock(&mutex);
	for (int i = 0; i < 32 && slot == NULL; i++)
		if (!used[i]) {
			used[i] = size;
			slot = &pool[2 * i];
		}
	pthread_mutex_unlock(&mutex);
	return slot;
}

__attribute__((noinline)) void
pool_put(void *slot)
{
	pthread_mutex_lock(&mutex);
	used[((int64_t *)slot - pool) / 2] = 0;
	pthread_mutex_unlock(&mutex);
}

__attribute__((noinline)) static void *
use_pool(void *place)
{
	void *slot = pool_get(16);

	(void)place;
	write_at(slot);
	pool_put(slot);
	__atomic_fetch_add(&ndone, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

/* Another thread uses the next slot meanwhile, or before, or after. */
static void *
use_pool_apart(void *place)
{
	void *slot = pool_get(16);

	__atomic_fetch_add(&ndone, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&ndone, __ATOMIC_SEQ_CST) < 2)
		usleep(1000);
	write_at(slot);
	pool_put(slot);
	return place;
}

/* --- actions -------------------------------------------------------------- */

static void
act(const char *name)
{
	pthread_t other;

	if (strcmp(name, "false") == 0) {
		two(write_at, 0, write_at, 1);
	} else if (strcmp(name, "true") == 0) {
		two(write_at, 0, write_at, 0);
	} else if (strcmp(name, "both") == 0) {
		other = start(write_at, 7);
		two(write_at, 0, write_at, 0);
		pthread_join(other, NULL);
	} else if (strcmp(name, "atomic") == 0) {
		two(add_at, 0, add_at, 0);
	} else if (strcmp(name, "atomic-false") == 0) {
		two(add_at, 0, add_at, 1);
	} else if (strcmp(name, "read") == 0) {
		two(read_at, 0, read_at, 0);
	} else if (strcmp(name, "read-write") == 0) {
		two(read_at, 0, write_at, 0);
	} else if (strcmp(name, "read-write-false") == 0) {
		two(read_at, 0, write_at, 1);
	} else if (strcmp(name, "steps-read") == 0) {
		two(add_in_steps, 0, read_at, 0);
	} else if (strcmp(name, "steps-read-false") == 0) {
		two(add_in_steps, 0, read_at, 1);
	} else if (strcmp(name, "steps-false") == 0) {
		two(add_in_steps, 0, write_at, 1);
	} else if (strcmp(name, "atomic-read") == 0) {
		two(add_at, 0, read_at, 0);
	} else if (strcmp(name, "lines") == 0) {
		two(write_at, 0, write_at, 8);
	} else if (strcmp(name, "before") == 0) {
		write_at((void *)&block[0]);
		two(read_at, 0, read_at, 1);
	} else if (strcmp(name, "after") == 0) {
		other = start(write_at, 0);
		pthread_join(other, NULL);
		read_at((void *)&block[0]);
		write_at((void *)&block[0]);
	} else if (strcmp(name, "meanwhile") == 0) {
		other = start(write_at, 0);
		write_at((void *)&block[0]);
		pthread_join(other, NULL);
	} else if (strcmp(name, "chain") == 0) {
		write_at((void *)&block[0]);
		other = start(write_and_start, 0);
		pthread_join(other, NULL);
		write_at((void *)&block[0]);
	} else if (strcmp(name, "chain-shares") == 0) {
		other = start(start_and_write, 0);
		pthread_join(other, NULL);
		write_at((void *)&block[0]);
	} else if (strcmp(name, "in-turn") == 0) {
		for (int i = 0; i < 600; i++)
			pthread_join(start(write_at, 0), NULL);
	} else if (strcmp(name, "detached") == 0) {
		run_detached(write_and_tell, 0);
		run_detached(write_and_tell, 0);
	} else if (strcmp(name, "stacks") == 0) {
		run_detached(write_on_stack, 0);
		run_detached(write_on_stack, 0);
	} else if (strcmp(name, "own") == 0) {
		run_detached(write_own, 0);
		run_detached(write_own, 0);
	} else if (strcmp(name, "mapped") == 0) {
		run_detached(write_mapped, 0);
		run_detached(write_mapped, 0);
	} else if (strcmp(name, "given") == 0) {
		run_detached(write_and_tell, 0);
		run_on_given_stack(write_own);
		run_on_given_stack(write_on_stack);
		run_on_given_stack(write_own);
		run_detached(write_and_tell, 0);
	} else if (strcmp(name, "mutex") == 0) {
		two(add_locked, 0, add_locked, 0);
	} else if (strcmp(name, "c11") == 0) {
		two_in_c11(write_in_c11);
	} else if (strcmp(name, "c11-read") == 0) {
		two_in_c11(read_in_c11);
	} else if (strcmp(name, "reused") == 0) {
		run_detached(use_pool, 0);
		run_detached(use_pool, 0);
	} else if (strcmp(name, "neighbours") == 0) {
		two(use_pool_apart, 0, use_pool_apart, 0);
	} else {
		abort();
	}
}

int
main(int argc, char **argv)
{
	make_block();
	for (int i = 1; i < argc; i++)
		act(argv[i]);
	return 0;
}
