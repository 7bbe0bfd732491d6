// SPDX-License-Identifier: BSD-2-Clause
/*
 * Compares the collector's cache models with a plain one on random streams of
 * accesses.  The first levels are used as generated code uses them: if all
 * accesses of a batch are sure to hit, only their times of use are set.
 */
#include "cachesim.h"
#include "codecache.h"
#include "datacache.h"
#include "full_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NBATCHES 250000
#define BATCH 16
#define STREAM_SEED 12345

/* The plain model: for each set the numbers of its lines, MRU first. */
struct plain {
	long line_size;
	long nsets;
	long assoc;
	long *numbers; /* -1: none */
};

static void
plain_init(struct plain *plain, const struct geometry *shape)
{
	plain->line_size = shape->line_size;
	plain->assoc = shape->assoc;
	plain->nsets = shape->size / shape->line_size / shape->assoc;
	plain->numbers =
	    malloc(sizeof(long) * (size_t)plain->nsets * (size_t)plain->assoc);
	for (long i = 0; i < plain->nsets * plain->assoc; i++)
		plain->numbers[i] = -1;
	/* line 0 is there at first */
	for (long i = 0; i < plain->assoc; i++)
		plain->numbers[i] = 0;
}

static bool
plain_line_misses(struct plain *plain, long number)
{
	long *set = plain->numbers + number % plain->nsets * plain->assoc;
	long i = 0;

	while (i < plain->assoc && set[i] != number)
		i++;

	bool missed = i == plain->assoc;

	if (missed)
		i--;
	memmove(set + 1, set, (size_t)i * sizeof *set);
	set[0] = number;
	return missed;
}

static bool
plain_misses(struct plain *plain, uintptr_t addr, unsigned size)
{
	long first = (long)addr / plain->line_size;
	long last = (long)(addr + size - 1) / plain->line_size;
	bool missed = plain_line_misses(plain, first);

	if (last != first && plain_line_misses(plain, last))
		missed = true;
	return missed;
}

static uint64_t
next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

struct access {
	uintptr_t addr;
	unsigned size;
	bool missed;
};

/* Returns an access of one of the first nkinds kinds: near the last one, in a
 * table, in a stack, in one of several lines that share a lookaside entry, or
 * anywhere. */
#define CALM 3
#define WILD 8
static struct access
next_access(uint64_t *state, const struct geometry *shape, int nkinds)
{
	static uintptr_t last = 4096;
	struct access access = {0};
	uintptr_t r = next_random(state);
	uintptr_t stride =
	    DATACACHE_LOOKASIDE_SIZE * (uintptr_t)shape->line_size;

	switch (next_random(state) % (unsigned)nkinds) {
	case 0:
	case 1:
	case 2:
		access.addr = last + r % 128;
		break;
	case 3:
	case 4:
		access.addr = 0x10000 + r % (2 * (uintptr_t)shape->size);
		break;
	case 5:
		access.addr = 0x7ff000000 + r % 2048;
		break;
	case 6:
		access.addr = 0x10000 + r % 512 + stride * (r / 512 % 5);
		break;
	default:
		access.addr = r % 64 == 0 ? r % 128 : r;
	}
	last = access.addr;
	access.size = 1 + next_random(state) % (unsigned)shape->line_size;
	if (next_random(state) % 4)
		access.size = 1 + access.size % 8;
	return access;
}

struct lines {
	uintptr_t first, last;
};

static struct lines
lines_of(const struct geometry *shape, const struct access *access)
{
	uintptr_t mask = ~((uintptr_t)shape->line_size - 1);

	return (struct lines){
	    access->addr & mask, (access->addr + access->size - 1) & mask};
}

/* --- the first level of data */

/* True if each access lies in one line, and that in the lookaside. */
static bool
is_sure(struct datacache *cache, const struct geometry *shape,
    const struct access *batch, int n)
{
	for (int i = 0; i < n; i++) {
		struct lines lines = lines_of(shape, &batch[i]);

		if (datacache_lookaside(cache, lines.first)->line !=
			lines.first ||
		    lines.last != lines.first)
			return false;
	}
	return true;
}

static void
set_times(
    struct datacache *cache, const struct access *batch, int n, uint64_t now)
{
	for (int i = 0; i < n; i++)
		*datacache_lookaside(cache, batch[i].addr)->last_use =
		    now + (uint64_t)i;
}

static void
touch(struct datacache *cache, const struct geometry *shape,
    struct access *batch, int n, uint64_t now)
{
	for (int i = 0; i < n; i++, now += 2) {
		struct lines lines = lines_of(shape, &batch[i]);

		batch[i].missed = datacache_misses(cache, lines.first, now);
		if (lines.first != lines.last &&
		    datacache_misses(cache, lines.last, now + 1))
			batch[i].missed = true;
	}
}

static void
report(const char *model, const struct geometry *shape, long wrong, long n)
{
	if (wrong < 0)
		printf("ok %s %d,%d,%d\n", model, shape->size, shape->assoc,
		    shape->line_size);
	else
		printf("not ok %s %d,%d,%d: access %ld of %ld differs\n", model,
		    shape->size, shape->assoc, shape->line_size, wrong, n);
}

static bool
test_datacache(const struct geometry *shape)
{
	size_t nways = (size_t)(shape->size / shape->line_size);
	uintptr_t *lines = malloc(nways * sizeof *lines);
	uint64_t *last_use = malloc(nways * sizeof *last_use);
	struct plain plain;
	static struct datacache cache;
	uint64_t state = STREAM_SEED, now = 2;
	long wrong = -1, n = 0;

	plain_init(&plain, shape);
	datacache_init(&cache, shape, lines, last_use);
	for (long b = 0; b < NBATCHES && wrong < 0; b++, now += 2 * BATCH) {
		struct access batch[BATCH] = {0};
		int used = 1 + (int)(next_random(&state) % BATCH);
		int nkinds = next_random(&state) % 4 ? CALM : WILD;

		for (int i = 0; i < used; i++)
			batch[i] = next_access(&state, shape, nkinds);
		if (is_sure(&cache, shape, batch, used))
			set_times(&cache, batch, used, now);
		else
			touch(&cache, shape, batch, used, now);
		for (int i = 0; i < used; i++, n++)
			if (batch[i].missed !=
			    plain_misses(&plain, batch[i].addr, batch[i].size))
				wrong = n;
	}
	report("datacache", shape, wrong, n);
	free(plain.numbers);
	free(lines);
	free(last_use);
	return wrong < 0;
}

/* --- the first level of instructions */

#define NCODE_LINES 8192

/* Maps an address to one of so many lines of code that about as many are absent
 * as are not. */
static struct code_line *
code_line_of(
    struct code_line *code, const struct geometry *shape, uintptr_t addr)
{
	uintptr_t number = addr / (uintptr_t)shape->line_size % NCODE_LINES;

	code[number].line = number * (uintptr_t)shape->line_size;
	return &code[number];
}

static bool
test_codecache(const struct geometry *shape)
{
	size_t nways = (size_t)(shape->size / shape->line_size);
	struct code_line **ways = malloc(nways * sizeof *ways);
	struct code_line *code = malloc(NCODE_LINES * sizeof *code);
	struct plain plain;
	struct codecache cache;
	uint64_t state = STREAM_SEED, now = 2;
	long wrong = -1, n;

	for (size_t i = 0; i < NCODE_LINES; i++)
		code[i] = (struct code_line){0};
	plain_init(&plain, shape);
	codecache_init(&cache, shape, ways, &code[0]);
	for (n = 0; n < NBATCHES * 8 && wrong < 0; n++, now++) {
		struct access access = next_access(&state, shape, WILD);
		struct code_line *line = code_line_of(code, shape, access.addr);
		bool missed = codecache_misses(&cache, line, now);

		if (missed != plain_misses(&plain, line->line, 1))
			wrong = n;
	}
	report("codecache", shape, wrong, n);
	free(plain.numbers);
	free(ways);
	free(code);
	return wrong < 0;
}

/* --- the last level */

/* Accesses may be longer than a line of the last level, but touch two at most.
 */
static bool
test_cache(const struct geometry *shape)
{
	size_t nlines = (size_t)(shape->size / shape->line_size);
	uintptr_t *lines = calloc(nlines, sizeof *lines);
	struct plain plain;
	struct cache cache;
	uint64_t state = STREAM_SEED;
	long wrong = -1, n;

	plain_init(&plain, shape);
	cache_init(&cache, shape, lines);
	for (n = 0; n < NBATCHES * 8 && wrong < 0; n++) {
		struct access access = next_access(&state, shape, WILD);
		bool missed = cache_misses(&cache, access.addr, access.size);

		if (missed != plain_misses(&plain, access.addr, access.size))
			wrong = n;
	}
	report("cache", shape, wrong, n);
	free(plain.numbers);
	free(lines);
	return wrong < 0;
}

/* --- one set */

static bool
test_full_cache(const struct geometry *shape)
{
	const struct geometry one_set = {
	    shape->size, shape->size / shape->line_size, shape->line_size};
	void *memory = calloc(1, full_cache_size(shape));
	struct plain plain;
	struct full_cache cache;
	uint64_t state = STREAM_SEED;
	long wrong = -1, n;

	plain_init(&plain, &one_set);
	full_cache_init(&cache, shape, memory);
	/* which the plain one has at first */
	full_cache_misses(&cache, 0);
	for (n = 0; n < NBATCHES && wrong < 0; n++) {
		struct access access = next_access(&state, shape, WILD);

		if (full_cache_misses(&cache, access.addr) !=
		    plain_misses(&plain, access.addr, 1))
			wrong = n;
	}
	report("full_cache", shape, wrong, n);
	free(plain.numbers);
	free(memory);
	return wrong < 0;
}

/* --- what no processor has */

static bool
test_shapes(void)
{
	static const struct {
		struct geometry shape;
		bool is_of_many_cores;
	} answers[] = {
	    {{512 << 20, 2, 64}, true},
	    {{256 << 20, 1, 64}, true},
	    {{96 << 20, 16, 64}, false},
	    {{504 << 20, 16, 64}, false},
	    {{8 << 20, 16, 64}, false},
	    {{512 << 10, 2, 64}, false},
	};
	bool ok = true;

	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
		ok &= geometry_is_of_many_cores(&answers[i].shape) ==
		      answers[i].is_of_many_cores;
	printf("%s shapes of last levels\n", ok ? "ok" : "not ok");
	return ok;
}

int
main(void)
{
	static const struct geometry shapes[] = {
	    {32768, 8, 64},    /* usual */
	    {65536, 2, 64},    /* the default */
	    {8192, 1, 32},     /* direct-mapped */
	    {512, 16, 32},     /* one set */
	    {6144, 3, 32},     /* no power of two */
	    {16384, 4, 16},    /* the shortest lines */
	    {65536, 8, 256},   /* long lines */
	    {128, 1, 64},      /* two lines */
	    {1048576, 16, 64}, /* more lines than lookaside entries */
	};
	bool ok = true;

	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		ok &= test_datacache(&shapes[i]);
		ok &= test_codecache(&shapes[i]);
		ok &= test_cache(&shapes[i]);
		/* a search in the plain one takes long */
		ok &= shapes[i].size > 65536 || test_full_cache(&shapes[i]);
	}
	ok &= test_shapes();
	return ok ? 0 : 1;
}
