/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that use data in one line, each in a function of its own.
 * usage: partners ACTION
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct three {
	long a, b, c, unused;
};

static struct three *three;

/* in one line */
extern volatile long left, right;

__asm__(".data\n"
	".balign 64\n"
	".type left, %object\n"
	".size left, 8\n"
	"left: .quad 0\n"
	".type right, %object\n"
	".size right, 8\n"
	"right: .quad 0\n"
	".text\n");

/* --- what threads do ------------------------------------------------------ */

__attribute__((noinline)) static void *
write_first(void *place)
{
	for (int i = 0; i < 1000; i++)
		*(volatile long *)place = i; /* first */
	return NULL;
}

__attribute__((noinline)) static void *
write_second(void *place)
{
	for (int i = 0; i < 2000; i++)
		*(volatile long *)place = i; /* second */
	return NULL;
}

static volatile long sink;

__attribute__((noinline)) static void *
read_third(void *place)
{
	long sum = 0;

	for (int i = 0; i < 5000; i++)
		sum += *(volatile long *)place; /* third */
	sink = sum;
	return NULL;
}

static struct two {
	long a, b;
} twos[64];

__attribute__((noinline)) static void *
write_all_a(void *place)
{
	for (int i = 0; i < 640; i++)
		((volatile struct two *)place)[i % 64].a = i; /* a */
	return NULL;
}

__attribute__((noinline)) static void *
write_all_b(void *place)
{
	for (int i = 0; i < 1280; i++)
		((volatile struct two *)place)[i % 64].b = i; /* b */
	return NULL;
}

/* --- a pool --------------------------------------------------------------- */

struct left {
	long l;
};

struct right {
	long r;
};

static long pool[8] __attribute__((aligned(64)));
static int nused;

__attribute__((noinline)) static void *
pool_get(int size)
{
	return &pool[(nused++ + (size > 8)) % 8];
}

__attribute__((noinline)) static void
pool_put(void *slot)
{
	*(long *)slot = 0;
}

static struct left *left_block;
static struct right *right_block;
static int ndone;

static void
tell(void)
{
	__atomic_fetch_add(&ndone, 1, __ATOMIC_SEQ_CST);
}

static void
wait_for(int n)
{
	while (__atomic_load_n(&ndone, __ATOMIC_SEQ_CST) < n)
		usleep(1000);
}

static void *
write_and_free(void *block)
{
	write_first(block);
	pool_put(block);
	tell();
	return NULL;
}

static void *
write_later(void *block)
{
	wait_for(1);
	write_second(block);
	return NULL;
}

/* the other way round */
static void *
write_and_tell(void *block)
{
	write_second(block);
	tell();
	return NULL;
}

static void *
write_later_and_free(void *block)
{
	wait_for(1);
	write_first(block);
	pool_put(block);
	return NULL;
}

/* --- actions -------------------------------------------------------------- */

__attribute__((noinline)) static void
make_three(void)
{
	three = aligned_alloc(64, 64);
	memset(three, 0, sizeof(*three));
}

__attribute__((noinline)) static void
make_left(void)
{
	left_block = pool_get(sizeof(*left_block));
}

__attribute__((noinline)) static void
make_right(void)
{
	right_block = pool_get(sizeof(*right_block));
}

struct work {
	void *(*function)(void *place);
	volatile void *place;
};

static void
run(const struct work *works, int n)
{
	pthread_t threads[3];

	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, works[i].function,
		    (void *)works[i].place);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

static void
act(const char *name)
{
	struct work works[3] = {
	    {write_first, &three->a},
	    {write_second, &three->b},
	    {read_third, &three->c},
	};
	int n = 2;

	if (strcmp(name, "fields") == 0) {
		/* as it is */
	} else if (strcmp(name, "true") == 0) {
		works[1].place = &three->a;
	} else if (strcmp(name, "three") == 0) {
		n = 3;
	} else if (strcmp(name, "reader") == 0) {
		works[1] = works[2];
	} else if (strcmp(name, "variables") == 0) {
		works[0].place = &left;
		works[1].place = &right;
	} else if (strcmp(name, "array") == 0) {
		works[0] = (struct work){write_all_a, twos};
		works[1] = (struct work){write_all_b, twos};
	} else {
		works[0].place = left_block;
		works[1].place = right_block;
		if (strcmp(name, "freed") == 0) {
			works[0].function = write_and_free;
			works[1].function = write_later;
		} else if (strcmp(name, "freed-late") == 0) {
			works[0].function = write_later_and_free;
			works[1].function = write_and_tell;
		} else if (strcmp(name, "freed-same") == 0) {
			works[0].function = write_later_and_free;
			works[1].function = write_and_tell;
			works[1].place = left_block;
		} else if (strcmp(name, "blocks") != 0) {
			fprintf(stderr, "partners: no %s\n", name);
			exit(1);
		}
	}
	run(works, n);
}

int
main(int argc, char **argv)
{
	make_three();
	make_left();
	make_right();
	act(argc > 1 ? argv[1] : "");
	return 0;
}
