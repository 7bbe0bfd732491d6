/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kernels bound by memory, whose time is compared with estimated cycles by tests/bench/memory.
 *
 *	memory_kernels list
 *	memory_kernels NAME RUNS
 *
 * prints the names, or runs a kernel and prints a line: its name, the nanoseconds of the fastest
 * run, by which part the median run took longer, and the nanoseconds of a cycle.  Each kernel is a
 * function k_NAME, so that it can be found in a profile, and has a result, so that compilers keep
 * it.  Its data have pages of their own, and what is prepared is not in its time.
 *
 * Data are either of at most 2 MiB, or of 64 MiB: how much of a last level that cores share has lines
 * of this one depends on how fast each of them misses.  For the same reason, a run goes on where the
 * one before ended.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "native_runs.h"

#define KERNEL __attribute__((noinline, noclone))

enum {
	LINE = 64,
	KIB = 1 << 10,
	MIB = 1 << 20,
	LARGE = 64 * MIB, /* 16 times the last level's share of a core */
	STEPS = 1 << 18,  /* along a list, of a gather, or of a scatter */
	LONGS = LARGE / 8,
	ROWS = 8192,
	COLUMNS = LONGS / ROWS,
	LINES = LARGE / LINE,
	SEARCHES = 1 << 14,
	NSLOTS = 1 << 21,
	LOOKUPS = 1 << 16,
	PAGES = 1 << 14,
	PAGE_AND_LINE = 4096 + LINE /* or all lines are in the same sets */
};

static uint64_t random_state = 88172645463325252;

static uint32_t
next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)(random_state >> 11);
}

/* Small pages: a run must not depend on the huge ones that the system has just now. */
static void *
new_pages(size_t size)
{
	void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED)
		exit(2);
	madvise(pages, size, MADV_NOHUGEPAGE);
	return pages;
}

/* The numbers below n, shuffled. */
static uint32_t *
new_order(size_t n, int is_shuffled)
{
	uint32_t *order = new_pages(n * sizeof(*order));

	for (size_t i = 0; i < n; i++)
		order[i] = (uint32_t)i;
	for (size_t i = n - 1; is_shuffled && i > 0; i--) {
		size_t j = next_random() % (i + 1);
		uint32_t other = order[i];

		order[i] = order[j];
		order[j] = other;
	}
	return order;
}

/* --- kernels that were written before any of them was measured ---------------------- */

/* A node takes a line. */
struct node {
	struct node *next;
	char rest[LINE - sizeof(void *)];
};

static struct node *list;

static void
make_list(size_t size, int is_shuffled)
{
	size_t n = size / sizeof(struct node);
	struct node *nodes;
	uint32_t *order;

	if (list != NULL)
		return;
	nodes = new_pages(size);
	order = new_order(n, is_shuffled);
	for (size_t i = 0; i < n; i++)
		nodes[order[i]].next = &nodes[order[(i + 1) % n]];
	list = &nodes[order[0]];
	munmap(order, n * sizeof(*order));
}

static void
make_list_in_order(void)
{
	make_list(LARGE, 0);
}

static void
make_shuffled_list(void)
{
	make_list(LARGE, 1);
}

static void
make_list_of_L2(void)
{
	make_list(512 * KIB, 1);
}

static void
make_list_of_LL(void)
{
	make_list(2 * MIB, 1);
}

#define WALK                               \
	struct node *node = list;          \
	for (size_t i = 0; i < STEPS; i++) \
		node = node->next;         \
	list = node;                       \
	return (uintptr_t)node;

KERNEL uint64_t
k_list_order(void){WALK}

KERNEL uint64_t k_list_shuffled(void){WALK}

KERNEL uint64_t k_list_L2(void){WALK}

KERNEL uint64_t k_list_LL(void)
{
	WALK
}

static struct node *lines;
static uint32_t *line_order;
static size_t done; /* of the order */

static void
make_lines(int is_shuffled)
{
	if (lines != NULL)
		return;
	lines = new_pages(LARGE);
	for (size_t i = 0; i < LINES; i++)
		lines[i].next = lines + i;
	line_order = new_order(LINES, is_shuffled);
}

static void
make_lines_in_order(void)
{
	make_lines(0);
}

static void
make_shuffled_lines(void)
{
	make_lines(1);
}

#define NEXT_PART                                 \
	const uint32_t *part = line_order + done; \
	done = (done + STEPS) % LINES;

#define GATHER                                         \
	uint64_t sum = 0;                              \
	NEXT_PART                                      \
	for (size_t i = 0; i < STEPS; i++)             \
		sum += (uintptr_t)lines[part[i]].next; \
	return sum;

KERNEL uint64_t
k_gather_order(void){GATHER}

KERNEL uint64_t k_gather_shuffled(void){GATHER}

#define SCATTER                                  \
	NEXT_PART                                \
	for (size_t i = 0; i < STEPS; i++)       \
		lines[part[i]].next = lines + i; \
	return (uintptr_t)lines[5].next;

KERNEL uint64_t k_scatter_order(void){SCATTER}

KERNEL uint64_t k_scatter_shuffled(void)
{
	SCATTER
}

static uint64_t *longs;

static void
make_longs(void)
{
	if (longs != NULL)
		return;
	longs = new_pages(LARGE);
	for (size_t i = 0; i < LONGS; i++)
		longs[i] = i;
}

KERNEL uint64_t
k_walk_rows(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < ROWS; i++)
		for (size_t j = 0; j < COLUMNS; j++)
			sum += longs[i * COLUMNS + j];
	return sum;
}

KERNEL uint64_t
k_walk_columns(void)
{
	uint64_t sum = 0;

	for (size_t j = 0; j < COLUMNS; j++)
		for (size_t i = 0; i < ROWS; i++)
			sum += longs[i * COLUMNS + j];
	return sum;
}

/* The same balanced tree: nodes where they happen to be, or level after level. */
struct branch {
	struct branch *children[2];
	uint64_t key;
	char rest[LINE - 24];
};

static struct branch *root;
static uint32_t *wanted;

static struct branch *
link_branches(
    struct branch *nodes, const uint32_t *places, size_t number, uint64_t *key)
{
	struct branch *node;

	if (number > LINES - 1)
		return NULL;
	node = &nodes[places[number - 1]];
	node->children[0] = link_branches(nodes, places, 2 * number, key);
	node->key = (*key)++;
	node->children[1] = link_branches(nodes, places, 2 * number + 1, key);
	return node;
}

static void
make_tree(int is_shuffled)
{
	uint64_t key = 0;

	if (root != NULL)
		return;
	root = link_branches(new_pages(LINES * sizeof(*root)),
	    new_order(LINES, is_shuffled), 1, &key);
	wanted = new_order(LINES, 1);
}

static void
make_tree_of_levels(void)
{
	make_tree(0);
}

static void
make_shuffled_tree(void)
{
	make_tree(1);
}

#define SEARCH                                                  \
	uint64_t sum = 0;                                       \
	for (size_t i = 0; i < SEARCHES; i++) {                 \
		const struct branch *node = root;               \
		uint64_t key = wanted[done + i];                \
		while (node != NULL && node->key != key)        \
			node = node->children[key > node->key]; \
		sum += (uintptr_t)node;                         \
	}                                                       \
	done = (done + SEARCHES) % LINES;                       \
	return sum;

KERNEL uint64_t
k_tree_shuffled(void){SEARCH}

KERNEL uint64_t k_tree_levels(void)
{
	SEARCH
}

/* The same keys in a table of chains, and in one of slots, which is half empty. */
struct entry {
	struct entry *next;
	uint64_t key, value;
};

static struct entry **chains;
static uint64_t (*slots)[2];

static size_t
hash(uint64_t key)
{
	return key * 0x9e3779b97f4a7c15 >> 43; /* below NSLOTS */
}

static void
make_tables(void)
{
	enum { NENTRIES = NSLOTS / 2 };
	struct entry *entries;
	uint32_t *places;

	if (chains != NULL)
		return;
	chains = new_pages(NSLOTS * sizeof(*chains));
	slots = new_pages(NSLOTS * sizeof(*slots));
	entries = new_pages(NENTRIES * sizeof(*entries));
	places = new_order(NENTRIES, 1);
	wanted = new_order(NENTRIES, 1);
	for (uint64_t i = 0; i < NENTRIES; i++) {
		struct entry *entry = &entries[places[i]];
		size_t at = hash(i + 1);

		*entry = (struct entry){chains[at], i + 1, i};
		chains[at] = entry;
		while (slots[at][0] != 0)
			at = (at + 1) % NSLOTS;
		slots[at][0] = i + 1;
		slots[at][1] = i;
	}
}

KERNEL uint64_t
k_table_chains(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < LOOKUPS; i++) {
		uint64_t key = wanted[done + i] + 1;
		const struct entry *entry = chains[hash(key)];

		while (entry->key != key)
			entry = entry->next;
		sum += entry->value;
	}
	done = (done + LOOKUPS) % (NSLOTS / 2);
	return sum;
}

KERNEL uint64_t
k_table_slots(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < LOOKUPS; i++) {
		uint64_t key = wanted[done + i] + 1;
		size_t at = hash(key);

		while (slots[at][0] != key)
			at = (at + 1) % NSLOTS;
		sum += slots[at][1];
	}
	done = (done + LOOKUPS) % (NSLOTS / 2);
	return sum;
}

/* Sums and squares of an array, in two passes and in one. */
KERNEL uint64_t
k_passes_two(void)
{
	uint64_t sum = 0, squares = 0;

	for (size_t i = 0; i < LONGS; i++)
		sum += longs[i];
	for (size_t i = 0; i < LONGS; i++)
		squares += longs[i] * longs[i];
	return sum ^ squares;
}

KERNEL uint64_t
k_passes_one(void)
{
	uint64_t sum = 0, squares = 0;

	for (size_t i = 0; i < LONGS; i++) {
		sum += longs[i];
		squares += longs[i] * longs[i];
	}
	return sum ^ squares;
}

KERNEL uint64_t
k_copy(void)
{
	for (size_t i = 0; i < LONGS / 2; i++) {
		longs[LONGS / 2 + i] = longs[i];
		__asm__ volatile(""); /* not the library's function */
	}
	return longs[5];
}

/* A line of each page, and as many in a row. */
static char *pages;

static void
make_pages(void)
{
	if (pages != NULL)
		return;
	pages = new_pages((size_t)PAGES * PAGE_AND_LINE);
	for (size_t i = 0; i < (size_t)PAGES * PAGE_AND_LINE; i += LINE)
		pages[i] = 1;
}

#define STRIDES(stride)                                       \
	uint64_t sum = 0;                                     \
	for (int round = 0; round < 4; round++)               \
		for (size_t i = 0; i < PAGES; i++)            \
			sum += (uint64_t)pages[i * (stride)]; \
	return sum;

KERNEL uint64_t
k_stride_pages(void){STRIDES(PAGE_AND_LINE)}

KERNEL uint64_t k_stride_lines(void)
{
	STRIDES(LINE)
}

/* --- kernels that were written when the estimate was complete ----------------------- */

static void
make_list_of_L1(void)
{
	make_list(32 * KIB, 1);
}

KERNEL uint64_t
k_list_L1(void)
{
	WALK
}

/* A node a page, each on another line of its page. */
static void
make_list_of_pages(void)
{
	uint32_t *order;
	char *nodes;

	if (list != NULL)
		return;
	nodes = new_pages((size_t)PAGES * PAGE_AND_LINE);
	order = new_order(PAGES, 1);
	for (size_t i = 0; i < PAGES; i++)
		((struct node *)(nodes + order[i] * (size_t)PAGE_AND_LINE))
		    ->next = (struct node *)(nodes + order[(i + 1) % PAGES] *
							 (size_t)PAGE_AND_LINE);
	list = (struct node *)nodes;
}

KERNEL uint64_t
k_list_pages(void)
{
	WALK
}

/* Four parts of a list, one after the other, and at once. */
static struct node *parts[4];

static void
make_parts(void)
{
	struct node *node;

	make_shuffled_list();
	if (parts[0] != NULL)
		return;
	node = list;
	for (size_t i = 0; i < LINES; i++, node = node->next)
		if (i % (LINES / 4) == 0)
			parts[i / (LINES / 4)] = node;
}

KERNEL uint64_t
k_lists_apart(void)
{
	for (size_t j = 0; j < 4; j++) {
		struct node *node = parts[j];

		for (size_t i = 0; i < STEPS / 16; i++)
			node = node->next;
		parts[j] = node;
	}
	return (uintptr_t)parts[0];
}

KERNEL uint64_t
k_lists_four(void)
{
	struct node *a = parts[0], *b = parts[1], *c = parts[2], *d = parts[3];

	for (size_t i = 0; i < STEPS / 16; i++) {
		a = a->next;
		b = b->next;
		c = c->next;
		d = d->next;
	}
	parts[0] = a;
	parts[1] = b;
	parts[2] = c;
	parts[3] = d;
	return (uintptr_t)a;
}

/* A breadth-first search of a graph with edges to any nodes, and to near ones. */
enum { NODES = 1 << 19, DEGREE = 8 };

static uint32_t *edges, *depths, *queue;

static void
make_graph(uint32_t reach)
{
	if (edges == NULL) {
		edges = new_pages(NODES * DEGREE * sizeof(*edges));
		depths = new_pages(NODES * sizeof(*depths));
		queue = new_pages(NODES * sizeof(*queue));
		for (size_t i = 0; i < NODES * DEGREE; i++)
			edges[i] =
			    (uint32_t)(i / DEGREE + next_random() % reach) %
			    NODES;
	}
	memset(depths, 0, NODES * sizeof(*depths));
}

static void
make_shuffled_graph(void)
{
	make_graph(NODES);
}

static void
make_near_graph(void)
{
	make_graph(256);
}

#define BREADTH_FIRST                                                   \
	size_t first = 0, last = 1;                                     \
	queue[0] = 0;                                                   \
	depths[0] = 1;                                                  \
	while (first < last) {                                          \
		uint32_t node = queue[first++];                         \
		for (size_t i = 0; i < DEGREE; i++) {                   \
			uint32_t to = edges[(size_t)node * DEGREE + i]; \
			if (depths[to] != 0)                            \
				continue;                               \
			depths[to] = depths[node] + 1;                  \
			queue[last++] = to;                             \
		}                                                       \
	}                                                               \
	return last;

KERNEL uint64_t
k_breadth_shuffled(void){BREADTH_FIRST}

KERNEL uint64_t k_breadth_near(void)
{
	BREADTH_FIRST
}

/* A sparse matrix times a vector, with columns that are anywhere, and near the diagonal. */
enum { SPARSE = 1 << 18, FILLED = 8 };

static double *values, *vector, *product;
static uint32_t *columns;

static void
make_matrix(uint32_t reach)
{
	if (values != NULL)
		return;
	values = new_pages(SPARSE * FILLED * sizeof(*values));
	columns = new_pages(SPARSE * FILLED * sizeof(*columns));
	vector = new_pages(SPARSE * sizeof(*vector));
	product = new_pages(SPARSE * sizeof(*product));
	for (size_t i = 0; i < SPARSE * FILLED; i++) {
		values[i] = 1;
		columns[i] =
		    (uint32_t)(i / FILLED + next_random() % reach) % SPARSE;
	}
	for (size_t i = 0; i < SPARSE; i++)
		vector[i] = (double)i;
}

static void
make_shuffled_matrix(void)
{
	make_matrix(SPARSE);
}

static void
make_near_matrix(void)
{
	make_matrix(64);
}

#define MULTIPLY                                                       \
	for (size_t i = 0; i < SPARSE; i++) {                          \
		double sum = 0;                                        \
		for (size_t j = i * FILLED; j < (i + 1) * FILLED; j++) \
			sum += values[j] * vector[columns[j]];         \
		product[i] = sum;                                      \
	}                                                              \
	return (uint64_t)product[5];

KERNEL uint64_t
k_sparse_shuffled(void){MULTIPLY}

KERNEL uint64_t k_sparse_near(void)
{
	MULTIPLY
}

enum { SORTED = 1 << 18 };

static uint32_t *keys, *other_keys;

static void
make_keys(void)
{
	if (keys == NULL) {
		keys = new_pages(SORTED * sizeof(*keys));
		other_keys = new_pages(SORTED * sizeof(*keys));
	}
	for (size_t i = 0; i < SORTED; i++)
		keys[i] = next_random();
}

KERNEL uint64_t
k_sort_merge(void)
{
	uint32_t *from = keys, *to = other_keys;

	for (size_t n = 1; n < SORTED; n *= 2) {
		uint32_t *other = from;

		for (size_t start = 0; start < SORTED; start += 2 * n) {
			size_t a = start, b = start + n;

			for (size_t i = start; i < start + 2 * n; i++)
				if (a < start + n &&
				    (b == start + 2 * n || from[a] <= from[b]))
					to[i] = from[a++];
				else
					to[i] = from[b++];
		}
		from = to;
		to = other;
	}
	return from[SORTED / 2];
}

KERNEL uint64_t
k_sort_radix(void)
{
	uint32_t *from = keys, *to = other_keys;

	for (int shift = 0; shift < 32; shift += 8) {
		uint32_t starts[257] = {0}, *other = from;

		for (size_t i = 0; i < SORTED; i++)
			starts[(from[i] >> shift & 255) + 1]++;
		for (int i = 0; i < 256; i++)
			starts[i + 1] += starts[i];
		for (size_t i = 0; i < SORTED; i++)
			to[starts[from[i] >> shift & 255]++] = from[i];
		from = to;
		to = other;
	}
	return from[SORTED / 2];
}

/* Eight arrays, one after the other, and at once. */
KERNEL uint64_t
k_streams_one(void)
{
	uint64_t sum = 0;

	for (size_t j = 0; j < 8; j++)
		for (size_t i = 0; i < LONGS / 8; i++)
			sum += longs[j * (LONGS / 8) + i];
	return sum;
}

KERNEL uint64_t
k_streams_eight(void)
{
	enum { N = LONGS / 8 };
	const uint64_t *a = longs;
	uint64_t sum = 0;

	for (size_t i = 0; i < N; i++)
		sum += a[i] + a[N + i] + a[2 * N + i] + a[3 * N + i] +
		       a[4 * N + i] + a[5 * N + i] + a[6 * N + i] +
		       a[7 * N + i];
	return sum;
}

enum { SIDE = 2048, BLOCK = 16 };

/* Half of the longs are the other half, with rows as columns. */
KERNEL uint64_t
k_transpose_plain(void)
{
	uint64_t *to = longs + SIDE * SIDE;

	for (size_t i = 0; i < SIDE; i++)
		for (size_t j = 0; j < SIDE; j++)
			to[j * SIDE + i] = longs[i * SIDE + j];
	return to[5];
}

KERNEL uint64_t
k_transpose_blocks(void)
{
	uint64_t *to = longs + SIDE * SIDE;

	for (size_t k = 0; k < SIDE; k += BLOCK)
		for (size_t l = 0; l < SIDE; l += BLOCK)
			for (size_t i = k; i < k + BLOCK; i++)
				for (size_t j = l; j < l + BLOCK; j++)
					to[j * SIDE + i] = longs[i * SIDE + j];
	return to[5];
}

/* The same numbers in a sorted array, and by levels of the halves. */
static uint64_t *levels;

static void
make_levels(size_t number, uint64_t *next)
{
	if (number >= LONGS)
		return;
	make_levels(2 * number, next);
	levels[number] = (*next)++;
	make_levels(2 * number + 1, next);
}

static void
make_sorted(void)
{
	uint64_t next = 1;

	if (levels != NULL)
		return;
	make_longs();
	levels = new_pages(LARGE);
	make_levels(1, &next);
}

KERNEL uint64_t
k_search_halves(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SEARCHES; i++) {
		uint64_t key = next_random() % LONGS;
		const uint64_t *base = longs;

		for (size_t n = LONGS / 2; n > 0; n /= 2)
			if (base[n] <= key)
				base += n;
		sum += (uintptr_t)base;
	}
	return sum;
}

KERNEL uint64_t
k_search_levels(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < SEARCHES; i++) {
		uint64_t key = next_random() % LONGS;
		size_t at = 1;

		while (at < LONGS)
			at = 2 * at + (levels[at] <= key);
		sum += at;
	}
	return sum;
}

/* One of eight fields of records, and a column of them. */
KERNEL uint64_t
k_fields_records(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < LONGS; i += 8)
		sum += longs[i];
	return sum;
}

KERNEL uint64_t
k_fields_columns(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < LONGS / 8; i++)
		sum += longs[i];
	return sum;
}

/* Counts numbers in any order, and in theirs. */
static void
make_ordered_counts(void)
{
	make_longs();
	if (wanted == NULL)
		wanted = new_order(LINES, 0);
}

static void
make_shuffled_counts(void)
{
	make_longs();
	if (wanted == NULL)
		wanted = new_order(LINES, 1);
}

#define COUNT                                    \
	for (size_t i = 0; i < STEPS; i++)       \
		longs[wanted[done + i] * 8ul]++; \
	done = (done + STEPS) % LINES;           \
	return longs[8];

KERNEL uint64_t
k_count_shuffled(void){COUNT}

KERNEL uint64_t k_count_order(void){COUNT}

KERNEL uint64_t k_triad(void)
{
	enum { N = LONGS / 4 };

	for (size_t i = 0; i < N; i++)
		longs[i] = longs[N + i] + 3 * longs[2 * N + i];
	return longs[5];
}

KERNEL uint64_t
k_walk_down(void)
{
	uint64_t sum = 0;

	for (size_t i = LONGS; i-- > 0;)
		sum = (sum ^ longs[i]) + 1;
	return sum;
}

/* --- all of them -------------------------------------------------------------------- */

#define ROW(name, prepare)               \
	{                                \
#name, k_##name, prepare \
	}

static const struct native_case kernels[] = {
    ROW(list_order, make_list_in_order),
    ROW(list_shuffled, make_shuffled_list),
    ROW(list_L2, make_list_of_L2),
    ROW(list_LL, make_list_of_LL),
    ROW(gather_order, make_lines_in_order),
    ROW(gather_shuffled, make_shuffled_lines),
    ROW(scatter_order, make_lines_in_order),
    ROW(scatter_shuffled, make_shuffled_lines),
    ROW(walk_rows, make_longs),
    ROW(walk_columns, make_longs),
    ROW(tree_shuffled, make_shuffled_tree),
    ROW(tree_levels, make_tree_of_levels),
    ROW(table_chains, make_tables),
    ROW(table_slots, make_tables),
    ROW(passes_two, make_longs),
    ROW(passes_one, make_longs),
    ROW(copy, make_longs),
    ROW(stride_pages, make_pages),
    ROW(stride_lines, make_pages),
    ROW(list_L1, make_list_of_L1),
    ROW(list_pages, make_list_of_pages),
    ROW(lists_apart, make_parts),
    ROW(lists_four, make_parts),
    ROW(breadth_shuffled, make_shuffled_graph),
    ROW(breadth_near, make_near_graph),
    ROW(sparse_shuffled, make_shuffled_matrix),
    ROW(sparse_near, make_near_matrix),
    ROW(sort_merge, make_keys),
    ROW(sort_radix, make_keys),
    ROW(streams_one, make_longs),
    ROW(streams_eight, make_longs),
    ROW(transpose_plain, make_longs),
    ROW(transpose_blocks, make_longs),
    ROW(search_halves, make_sorted),
    ROW(search_levels, make_sorted),
    ROW(fields_records, make_longs),
    ROW(fields_columns, make_longs),
    ROW(count_shuffled, make_shuffled_counts),
    ROW(count_order, make_ordered_counts),
    ROW(triad, make_longs),
    ROW(walk_down, make_longs),
};
enum { NKERNELS = sizeof(kernels) / sizeof(*kernels) };

/* Has a name, so that a profile can begin with it. */
KERNEL void
measure(const struct native_case *one, size_t nruns)
{
	print_runs(one, nruns);
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "list") == 0) {
		for (size_t i = 0; i < NKERNELS; i++)
			puts(kernels[i].name);
		return 0;
	}
	if (argc != 3 || atoi(argv[2]) <= 0)
		return 2;
	for (size_t i = 0; i < NKERNELS; i++) {
		if (strcmp(argv[1], kernels[i].name) != 0)
			continue;
		/* brings data to the caches */
		kernels[i].prepare();
		if (kernels[i].run() != 1)
			measure(&kernels[i], (size_t)atoi(argv[2]));
		return 0;
	}
	return 2;
}
