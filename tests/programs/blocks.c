// SPDX-License-Identifier: BSD-2-Clause
/*
 * Allocates in many ways.  The first argument says how.  A comment at a line that
 * allocates, "= SCENARIO BLOCKS BYTES", says what it allocates in that scenario; the
 * others allocate nothing more.  Other allocators are here, too: pools.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* not even its parameters are changed */
#define APART __attribute__((noipa))

static void *volatile sink;
static volatile size_t huge = SIZE_MAX / 2 + 64;
static volatile size_t none;

/* --- the C library -------------------------------------------------------- */

static void
forms(void)
{
	for (int i = 0; i < 10; i++)
		free(sink = malloc(24));                 /* = forms 10 240 */
	free(sink = malloc(none));                       /* = forms 1 0 */
	free(sink = calloc(7, 9));                       /* = forms 1 63 */
	free(sink = aligned_alloc(64, 128));             /* = forms 1 128 */
	free(sink = memalign(32, 33));                   /* = forms 1 33 */
	free(sink = valloc(10));                         /* = forms 1 10 */
	if (posix_memalign((void **)&sink, 64, 99) == 0) /* = forms 1 99 */
		free(sink);
	free(sink = reallocarray(NULL, 5, 6));   /* = forms 1 30 */
	free(sink = strdup("twelve bytes"));     /* = forms 1 13 */
	free(sink = strndup("twelve bytes", 6)); /* = forms 1 7 */
}

static void
resized(void)
{
	char *block = realloc(NULL, 10); /* = resized 1 10 */

	block = realloc(block, 100);     /* = resized 1 100 */
	block = realloc(block, 60);      /* = resized 1 60 */
	block = realloc(block, 1 << 20); /* = resized 1 1048576 */
	block = realloc(block, 1 << 21); /* = resized 1 2097152 */
	memset(block, 1, 1 << 21);
	block = reallocarray(block, 3, 5); /* = resized 1 15 */
	if (realloc(block, huge) == NULL &&
	    reallocarray(block, huge, 8) == NULL)
		memset(block, 1, 15);
	sink = realloc(block, none);
	free(sink);
}

static void
failing(void)
{
	void *out = NULL;

	sink = malloc(huge);
	sink = calloc(huge, 16);
	sink = calloc(huge, huge);
	sink = reallocarray(NULL, huge, huge);
	sink = aligned_alloc(64, huge);
	if (posix_memalign(&out, 64, huge) == 0 || out != NULL)
		abort();
	free(NULL);
	free(sink = malloc(1)); /* = failing 1 1 */
}

/* --- functions that pass blocks on ---------------------------------------- */

static __attribute__((noinline)) void *
get_block(size_t size)
{
	char *block = malloc(size);

	if (block == NULL)
		abort();
	*block = 1;
	return block;
}

static __attribute__((noinline)) void *
xmalloc(size_t size)
{
	char *block = get_block(size);

	*block = 2;
	return block;
}

static __attribute__((noinline)) void *
jumps_to_malloc(size_t size)
{
	return malloc(size);
}

static inline __attribute__((always_inline)) void *
inlined(size_t size)
{
	return malloc(size); /* = wrapped 3 96 */
}

static void
wrapped(void)
{
	for (int i = 0; i < 5; i++)
		free(sink = xmalloc(10)); /* = wrapped 5 50 */
	for (int i = 0; i < 5; i++)
		free(sink = jumps_to_malloc(11)); /* = wrapped 5 55 */
	for (int i = 0; i < 3; i++)
		free(sink = inlined(32));
}

/* --- an allocator of the program's own ------------------------------------ */

#define POOL 40000

static struct {
	char *memory;
	size_t used;
} pool;

APART static void *
pool_get(int unused, size_t size)
{
	char *block = pool.memory + pool.used;

	(void)unused;
	pool.used += (size + 15) / 16 * 16;
	return block;
}

APART static void
pool_put(void *block, int unused)
{
	(void)unused;
	sink = block;
}

static __attribute__((noinline)) void
touch(volatile char *block, size_t size)
{
	for (size_t i = 0; i < size; i += 32)
		block[i]++;
}

static void
pooled(void)
{
	char *first = NULL, *block = NULL;

	for (int round = 0; round < 2; round++) {
		pool.memory = malloc(POOL); /* = pooled 2 80000 */
		pool.used = 0;
		for (int i = 0; i < 100; i++) {
			block = pool_get(0, 320); /* = pooled 200 64000 */
			touch(block, 320);
			first = i == 0 ? block : first;
		}
		pool_put(block, 0);
		pool_put(block, 0);
		pool_put(first, 0);
		pool_put(&pool, 0);
		pool_put(NULL, 0);
		touch(pool.memory, POOL);
		free(pool.memory);
	}
	sink = malloc(POOL); /* = pooled 1 40000 */
	touch(sink, POOL);
	free(sink);
}

/* --- calls that do not return --------------------------------------------- */

static jmp_buf out_of_allocator;
static sigjmp_buf out_of_handler;

APART static void *
gives_up(size_t size)
{
	if (size > 100)
		longjmp(out_of_allocator, 1);
	return sink = malloc(size);
}

static __attribute__((noinline)) void
deeper(volatile int *n, size_t size)
{
	volatile char room[200] = {0};

	if (--*n > room[size])
		deeper(n, size);
	else
		free(gives_up(size)); /* = jumps 10 200 */
}

static void
jumps(void)
{
	volatile int n, i;

	for (i = 0; i < 10; i++) {
		n = 1 + i % 3;
		if (setjmp(out_of_allocator) == 0)
			deeper(&n, 101);
		free(sink = malloc(8)); /* = jumps 10 80 */
		n = 1 + i % 4;
		deeper(&n, 20);
	}
}

static void
on_signal(int number)
{
	free(sink = malloc(5)); /* = handlers 40 200 */
	if (number == SIGUSR2)
		siglongjmp(out_of_handler, 1);
}

APART static void *
interrupted(size_t size, int number)
{
	char *block = malloc(size);

	raise(number);
	return block;
}

static void
handlers(void)
{
	static char stack[1 << 16];
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct sigaction action = {.sa_handler = on_signal};
	volatile int i;

	sigaltstack(&alternate, NULL);
	for (i = 0; i < 40; i++) {
		action.sa_flags = i < 20 ? 0 : SA_ONSTACK;
		sigaction(SIGUSR1, &action, NULL);
		sigaction(SIGUSR2, &action, NULL);
		if (i % 2 == 0)
			free(interrupted(9, SIGUSR1)); /* = handlers 20 180 */
		else if (sigsetjmp(out_of_handler, 1) == 0)
			interrupted(9, SIGUSR2);
		free(sink = malloc(3)); /* = handlers 40 120 */
	}
}

/* --- threads and processes ------------------------------------------------ */

static void *
allocates(void *times)
{
	for (long i = 0; i < (long)times; i++) {
		void *block = malloc(100); /* = threads 2400 240000 */

		touch(block, 100);
		if (i % 10 == 0)
			sched_yield();
		free(block);
	}
	return NULL;
}

/* Threads end in the middle of an allocator. */
APART static void *
is_left(size_t size)
{
	if (size == 1)
		pthread_exit(NULL);
	return malloc(size);
}

static void *
exits(void *unused)
{
	(void)unused;
	return is_left(1);
}

static void
threads(void)
{
	pthread_t list[4];

	for (int round = 0; round < 200; round++) {
		for (int i = 0; i < 2; i++)
			pthread_create(&list[i], NULL, allocates, (void *)6);
		pthread_create(&list[2], NULL, exits, NULL);
		for (int i = 0; i < 3; i++)
			pthread_join(list[i], NULL);
	}
}

static void *
waits(void *unused)
{
	for (;;) {
		sink = malloc(10);
		touch(sink, 10);
		free(sink);
		pthread_testcancel();
	}
	return unused;
}

static void
cancelled(void)
{
	pthread_t thread;

	for (int i = 0; i < 20; i++) {
		pthread_create(&thread, NULL, waits, NULL);
		usleep(100);
		pthread_cancel(thread);
		pthread_join(thread, NULL);
	}
}

static void
forks(void)
{
	char *block = malloc(50000); /* = forks 1 50000 */

	for (int i = 0; i < 3; i++) {
		if (fork() == 0) {
			touch(block, 50000);
			free(sink = malloc(77)); /* = forks 3 231 */
			_exit(0);
		}
		wait(NULL);
	}
	touch(block, 50000);
	free(block);
}

/* --- memory of the kernel ------------------------------------------------- */

#define MAPPED (1 << 18)

static __attribute__((noinline)) void
uses_mapped(char *memory)
{
	for (int i = 0; i < 4; i++)
		touch(memory, MAPPED);
}

static char *
map(void *where, int flags, int fd)
{
	char *memory = mmap(
	    where, MAPPED, PROT_READ | PROT_WRITE, flags | MAP_PRIVATE, fd, 0);

	if (memory == MAP_FAILED)
		abort();
	return memory;
}

static void
mapped(void)
{
	char *memory = map(NULL, MAP_ANONYMOUS, -1);
	FILE *file = tmpfile();

	if (file == NULL || ftruncate(fileno(file), MAPPED) < 0)
		abort();
	uses_mapped(memory);
	/* a file in its place, and then no file again */
	map(memory, MAP_FIXED, fileno(file));
	uses_mapped(memory);
	map(memory, MAP_FIXED | MAP_ANONYMOUS, -1);
	uses_mapped(memory);
	memory = mremap(memory, MAPPED, 2 * MAPPED, MREMAP_MAYMOVE);
	uses_mapped(memory);
	uses_mapped(memory + MAPPED);
	munmap(memory, MAPPED * 2);
	fclose(file);
}

/* --- variables ------------------------------------------------------------ */

#define WIDE (1 << 18)

static char own_zeros[WIDE];
char global_zeros[WIDE];
char initialised[WIDE] = {1};
static const char constant[WIDE] = {1};
static __thread char of_thread[WIDE];

static void
variables(void)
{
	static char of_function[WIDE];
	volatile char automatic[WIDE];
	unsigned sum = 0;

	for (int i = 0; i < 2; i++) {
		touch(own_zeros, WIDE);
		touch(global_zeros, WIDE);
		touch(initialised, WIDE);
		touch(of_function, WIDE);
		touch(of_thread, WIDE);
		touch((volatile char *)automatic, WIDE);
		for (size_t j = 0; j < WIDE; j += 32)
			sum += (unsigned char)constant[(j * 7) % WIDE];
	}
	sink = (void *)(uintptr_t)sum;
}

/* --- main ----------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*run)(void);
} scenarios[] = {
    {"cancelled", cancelled},
    {"failing", failing},
    {"forks", forks},
    {"forms", forms},
    {"handlers", handlers},
    {"jumps", jumps},
    {"mapped", mapped},
    {"pooled", pooled},
    {"resized", resized},
    {"threads", threads},
    {"variables", variables},
    {"wrapped", wrapped},
};

int
main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(scenarios) / sizeof(*scenarios); i++)
		if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0) {
			scenarios[i].run();
			return 0;
		}
	return 2;
}
