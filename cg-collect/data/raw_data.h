/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The misses by data that the tool leaves, of all processes.  plugin/data/data_text.c
 * has their form.
 */
#ifndef RAW_DATA_H
#define RAW_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "cgfmt.h"
#include "libquery/header/build_ids.h"

enum raw_kind {
	RAW_HEAP,
	RAW_ALLOCATOR,
	RAW_STATIC,
	RAW_THREAD_LOCAL,
	RAW_STACK,
	RAW_MAPPED,
	RAW_UNKNOWN,
};

/* the events of the rows */
enum { RAW_BLOCKS = 4, RAW_BYTES = 5, RAW_EVENTS };

struct raw_place {
	const char *object; /* NULL: not known */
	bool
	    hidden; /* another file was at its path, too; the addresses are 0 */
	uint64_t address;
	uint64_t after; /* of a call: where it returns to */
	uint64_t
	    range; /* of data: 0: a variable; otherwise, so many bytes, of any
			   variables */
};

struct raw_datum {
	enum raw_kind kind;
	/* of the heap: the calls that led to the allocation, the last one first; of
	 * a variable, one place */
	struct raw_place *places;
	size_t nplaces;
	uint64_t unit; /* of the heap: all sizes are multiples of it */
	uint64_t
	    element; /* the size of elements that were asked for; 0: not known */
	const char *path; /* of a mapped file */
};

/*
 * Rows are in `profile`: calls from a function that raw_row_parse understands, to an
 * instruction, as naming.h describes addresses, or to a line if the run knew it; and
 * costs of blocks that were allocated.
 */
struct raw_data {
	struct cg_error error;
	struct cg_reader *first; /* to whose header all others are alike */
	struct cg_profile *profile;
	struct raw_datum *data;
	size_t n;
	struct cg_target
	    *codes; /* what partners do; the file is as in a call */
	size_t ncodes;
	/* patterns of --alloc-fn that match symbols */
	const char **passed;
	size_t npassed;
	struct build_ids build_ids;
	char **strings; /* paths */
	size_t nstrings;
};

/* A row's datum, and the offset in it; if the step is not 0, there are several offsets:
 * the first one and others, multiples of the step after it, the last one by the span. */
struct raw_row {
	size_t datum;
	uint64_t offset, step, span;
	bool has_offset;
};

/* Adds the file of a process.  Returns 0, or -1 with raw->error set. */
int
raw_data_add(struct raw_data *raw, const char *path, pid_t pid, time_t since);

struct raw_row raw_row_parse(const char *function);

/* Finds with whom the row shares lines: code that does something to a datum.  False if
 * it has no partner. */
bool
raw_row_partner(const char *function, struct raw_row *partner, size_t *code);

void raw_data_release(struct raw_data *raw);

#endif
