/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each allocation of a profile in memory, and of a reader with a thread that
 * reads ahead, fails once, and then with all those after it.  The program is
 * linked with a libcgfmt that calls the functions below (see the makefile).
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "ok.h"

void *failing_malloc(size_t size);
void *failing_calloc(size_t n, size_t size);
void *failing_realloc(void *old, size_t size);
void *failing_aligned_alloc(size_t alignment, size_t size);

static atomic_long nallocations; /* in all threads */
static long first_failing = -1;  /* its number; -1: none fails */
static long last_failing;

static bool
fails(void)
{
	long n = nallocations++;

	return first_failing >= 0 && n >= first_failing && n <= last_failing;
}

void *
failing_malloc(size_t size)
{
	return fails() ? NULL : malloc(size);
}

void *
failing_calloc(size_t n, size_t size)
{
	return fails() ? NULL : calloc(n, size);
}

void *
failing_realloc(void *old, size_t size)
{
	return fails() ? NULL : realloc(old, size);
}

void *
failing_aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : aligned_alloc(alignment, size);
}

/* --- what is done --------------------------------------------------------- */

static int64_t counts[2];
static const bool present[2] = {true, false};
static char name[20];

static struct cg_record
costs(int function, int64_t line)
{
	snprintf(name, sizeof(name), "f%d", function);
	return (struct cg_record){.kind = CG_COSTS,
	    .object = "o",
	    .def_file = "a.c",
	    .file = "a.h",
	    .function = name,
	    .line = line,
	    .counts = counts};
}

/* many rows of one function, out of order; then many functions */
static int
add_costs(struct cg_profile *p)
{
	struct cg_record row;

	for (int i = 0; i < 2000; i++) {
		row = costs(0, i * 7 % 2000);
		if (cg_profile_add(p, &row) < 0)
			return -1;
	}
	for (int i = 0; i < 200; i++) {
		row = costs(i, 5000);
		if (cg_profile_add(p, &row) < 0)
			return -1;
	}
	return 0;
}

/* counts of more than 32 bits in rows that exist, which are in separate blocks
 */
static int
widen_blocks(struct cg_profile *p)
{
	static const int64_t large[2] = {INT64_MAX, 0};
	struct cg_record narrow = costs(0, 0), row = costs(0, 896);
	struct cg_row found;

	if (cg_profile_row(p, &row, &found) < 0)
		return -1;
	found.counts[0] = INT64_MAX;
	if (cg_profile_add(p, &narrow) < 0)
		return -1;
	row = costs(0, 1792);
	row.counts = large;
	if (cg_profile_add(p, &row) < 0)
		return -1;
	row = costs(0, 688);
	if (cg_profile_row(p, &row, &found) < 0)
		return -1;
	found.counts[0] = INT64_MAX;
	return cg_profile_row(p, &narrow, &found);
}

/* names that are cleaned, and so many names of targets that they need more
 * room */
static int
add_targets(struct cg_profile *p)
{
	char text[2000];
	struct cg_record row = costs(0, 1);

	row.kind = CG_CALL;
	for (int i = 0; i < 60; i++) {
		snprintf(
		    text, sizeof(text), "%*d\001", (int)sizeof(text) - 2, i);
		row.target = (struct cg_target){
		    "o", "a.c", text, 0, 1, CG_NOT_INLINED, NULL};
		if (cg_profile_add(p, &row) < 0)
			return -1;
	}
	return 0;
}

/* rows that need columns of their own or larger counts */
static int
add_others(struct cg_profile *p)
{
	struct cg_record row = costs(0, 1);
	struct cg_row found;

	row.present = present;
	if (cg_profile_add(p, &row) < 0)
		return -1;
	for (int i = 0; i < 100; i++) {
		row = costs(1, INT64_MAX);
		row.kind = CG_CALL;
		row.target = (struct cg_target){
		    "o", "a.c", name + i % 2, 16, i, CG_NOT_INLINED, NULL};
		if (cg_profile_add(p, &row) < 0)
			return -1;
	}
	row = costs(1, 3);
	if (cg_profile_row(p, &row, &found) < 0)
		return -1;
	found.counts[0] = INT64_MAX;
	row = costs(1, 4);
	return cg_profile_row(p, &row, &found);
}

/* the first rows with hosts, and with names of hosts that are new */
static int
add_hosts(struct cg_profile *p)
{
	static const char *const hosts[] = {"a.h", "main", "init"};
	struct cg_record row = costs(0, 1);

	for (size_t i = 0; i + 1 < sizeof(hosts) / sizeof(hosts[0]); i++) {
		row.host_file = hosts[i];
		row.host = hosts[i + 1];
		if (cg_profile_add(p, &row) < 0)
			return -1;
	}
	return 0;
}

static int
fill(struct cg_profile *p)
{
	cg_profile_pack(p);
	cg_profile_join_calls(p);
	if (add_costs(p) < 0 || widen_blocks(p) < 0 || add_others(p) < 0 ||
	    add_targets(p) < 0 || add_hosts(p) < 0 || cg_profile_sort(p) < 0 ||
	    cg_profile_clear(p) < 0)
		return -1;
	/* columns that were made for few rows grow */
	return add_others(p) < 0 ? -1 : add_costs(p);
}

/* true if it ends as it should when allocations fail or when none does */
static bool
run(long first, long last)
{
	struct cg_error error;
	struct cg_record row = costs(0, 1);
	struct cg_profile *p;
	struct cg_row found;
	int status;

	nallocations = 0;
	first_failing = first;
	last_failing = last;
	p = cg_profile_new(2, &error);
	status = p == NULL ? -1 : fill(p);
	first_failing = -1;
	/* no use, but no harm */
	if (status < 0 && p != NULL)
		cg_profile_row(p, &row, &found);
	cg_profile_free(p);
	if (first < 0)
		return status == 0;
	return status < 0 && strcmp(error.text, "out of memory") == 0;
}

/* --- reading -------------------------------------------------------------- */

enum { NROWS = 12000, LONG_NAME = 5000 };

/* more rows than are read before a thread starts, the last ones with names that
 * do not fit in a block of it */
static char *
new_text(void)
{
	char *text = malloc(NROWS * 16 + 100 * (LONG_NAME + 16)), *p = text;

	p += sprintf(p, "cmd: a\nevents: Ir\nfl=a.c\nfn=f\n");
	for (int i = 0; i < NROWS; i++) {
		if (i > NROWS - 50)
			p += sprintf(p, "fn=%0*d\n", LONG_NAME, i);
		p += sprintf(p, "%d 1\n", i);
	}
	sprintf(p, "summary: %d\n", NROWS);
	return text;
}

/* true if all rows are read, or if the error is as it should be */
static bool
read_text(const char *text, long first, long last)
{
	struct cg_error error;
	struct cg_reader *reader;
	struct cg_record row;
	int n = 0, got = -1;

	nallocations = 0;
	first_failing = first;
	last_failing = last;
	reader = cg_reader_open_memory(text, strlen(text), "text", &error);
	if (reader != NULL) {
		cg_reader_set(reader, CG_READ_AHEAD);
		while ((got = cg_reader_next(reader, &row)) == 1)
			n++;
	}
	cg_reader_close(reader);
	first_failing = -1;
	/* without memory for a thread there is none */
	return got == 0 ? n == NROWS : strcmp(error.text, "out of memory") == 0;
}

/* Opens gzip data of no bytes in memory. */
static bool
open_empty_gzip(long first)
{
	static const unsigned char empty[20] = {0x1f, 0x8b, 8, [9] = 3, 3, 0};
	struct cg_error error;

	nallocations = 0;
	first_failing = last_failing = first;
	cg_reader_close(
	    cg_reader_open_memory(empty, sizeof(empty), "gzip", &error));
	first_failing = -1;
	return strcmp(error.text, "out of memory") == 0;
}

static void
test_gzip(void)
{
	long n, nfailed = 0;
	bool failed = open_empty_gzip(-1);

	n = nallocations;
	for (long i = 0; i < n; i++)
		nfailed += open_empty_gzip(i);
	ok(!failed && n > 2 && nfailed == n,
	    "each allocation that fails while gzip data is opened is an error");
}

static void
test_reading(void)
{
	char *text = new_text();
	long n, nonce = 0, nfrom_there = 0;

	ok(read_text(text, -1, -1), "a thread reads ahead");
	n = nallocations;
	for (long i = 0; i < n; i++) {
		nonce += read_text(text, i, i);
		nfrom_there += read_text(text, i, n);
	}
	ok(n > 50 && nonce == n && nfrom_there == n,
	    "all rows are read, or the error is \"out of memory\", if "
	    "allocations of the reader or its thread fail");
	free(text);
}

int
main(void)
{
	long n, nonce = 0, nfrom_there = 0;

	ok(run(-1, -1), "a profile is filled if no allocation fails");
	n = nallocations;
	for (long i = 0; i < n; i++) {
		nonce += run(i, i);
		nfrom_there += run(i, n);
	}
	ok(n > 50 && nonce == n,
	    "each allocation that fails is an error, \"out of memory\"");
	ok(nfrom_there == n, "also if all later ones fail, too");
	test_gzip();
	test_reading();
	return failures > 0;
}
