/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_OBJECTS_H
#define CGCOLLECT_OBJECTS_H

#include "pub_tool_basics.h"

/* How a name is abbreviated in a profile. */
struct text_name {
	UInt number;
	UInt profile; /* the last one in which the number was explained */
};

/* A program or library, as it was mapped.  It is never freed. */
struct object {
	struct object *next;
	UWord hash;
	const HChar *path; /* interned; "???": code of no file */
	/* in hexadecimal digits; without a build ID "head-" and a checksum of
	 * the first page; NULL: not known */
	const HChar *build_id;
	/* Another file had the path before, so addresses say nothing. */
	Bool has_namesake;
	struct text_name text_path;
};

/* Returns the object of the code at addr, and how far it is from the addresses
 * in the file. */
struct object *object_at(Addr addr, Addr *bias);

/* Where the thread-local variables of a thread are. */
struct thread_locals {
	Addr first, last; /* of all objects that were there at the start */
	/* the program's own */
	const struct object *program; /* NULL: not known */
	Addr begin;
	SizeT size;
};

/* Finds them by the thread pointer.  False if this processor has them elsewhere, or no
 * object has any. */
Bool objects_thread_locals(Addr thread_pointer, struct thread_locals *found);

/* Calls the function for each object with a build ID, in no order. */
void objects_visit(void (*visit)(const struct object *object));

#endif
