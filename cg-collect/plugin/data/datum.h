/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_DATUM_H
#define CGCOLLECT_DATUM_H

#include "memory/live_block.h"

#include "pub_tool_basics.h"

struct call_place;
struct object;

/* What an address belongs to. */
enum datum_kind {
	DATUM_BLOCK,        /* allocated by a function of the program */
	DATUM_ALLOCATOR,    /* free blocks, and what allocators keep of them */
	DATUM_VARIABLE,     /* of an object */
	DATUM_THREAD_LOCAL, /* likewise */
	DATUM_STACK,
	DATUM_FILE, /* mapped */
	DATUM_UNKNOWN,
};

/* Collecting an iterator into a map is about 20 calls of Rust's library. */
#define MAX_CALLERS_OF_SITE 40

/* It is never freed. */
struct datum {
	struct datum *next;
	UWord hash;
	enum datum_kind kind;
	live_owner number; /* from 1 on */
	/* of a block: the calls that led to its allocation, the last one first; all
	 * but the outermost are in functions that only pass blocks on */
	const struct call_place *calls[MAX_CALLERS_OF_SITE];
	UInt ncalls;
	/* of a variable: where it begins in its object; of a file, its path.  NULL:
	 * the object is not known */
	const struct object *object;
	Addr address;
	SizeT
	    range; /* 0: a variable; otherwise, so many bytes, of any variables */
	const HChar *path;
	/* of blocks: what was allocated; all sizes are multiples of the unit */
	ULong blocks, bytes;
	SizeT unit;
	SizeT
	    element; /* that calloc was asked for, if always the same; else 0 */
};

/* Call once. */
void data_of_memory_init(void);

/* Returns the datum with the key: all members up to `path` but the number. */
struct datum *datum_find(const struct datum *key);

/* Returns the datum of a kind that has only one. */
struct datum *datum_only(enum datum_kind kind);

struct datum *datum_numbered(live_owner number);

/* Returns the greatest common divisor, by Euclid; of 0 and a number, the number. */
SizeT common_divisor(SizeT a, SizeT b);

/* Calls the function for each datum. */
void data_visit(void (*visit)(struct datum *datum));

#endif
