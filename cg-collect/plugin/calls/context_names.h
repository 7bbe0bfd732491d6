/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CONTEXT_NAMES_H
#define CGCOLLECT_CONTEXT_NAMES_H

#include "objects/functions.h"

#include "pub_tool_basics.h"

struct context;
struct region;

/* the most callers and levels of recursion in a name */
#define MAX_CALLERS 100

/* A thread of the program, if threads are separated.  It is never freed. */
struct context_thread {
	UInt number; /* from 1 on, in the order in which they began to run */
	Bool has_ended;
};

/* A function as the rules distinguish it: by level of recursion, callers, thread, and region of
 * the program.  It is never freed. */
struct context_name {
	struct function *function;
	const struct context_thread *thread; /* NULL: all threads */
	struct region *region;               /* NULL: outside of all */
	/* with stacks, the folded context of the name, which is made first, unless the
	 * name is owned; otherwise the context */
	struct context *context;
	const HChar *text; /* in a profile; interned */
	UInt hash;         /* of the text */
	struct text_name text_name;
	UInt level; /* 0: not recursive */
	/* of an interpreter's function: its costs belong to the line of a script that
	 * ran then, and it has no rows */
	Bool is_owned;
	Int ncallers;
	struct function *callers[]; /* the last one first */
};

/* Room for a name with all callers that it can have. */
union context_name_room {
	struct context_name name;
	HChar bytes[sizeof(struct context_name) +
		    MAX_CALLERS * sizeof(struct function *)];
};

/* Call before the first name. */
void context_names_init(void);

/* Returns the name with the members of `wanted` that tell names apart.  A new one has its text,
 * but no context. */
struct context_name *context_name_find(const struct context_name *wanted);

#endif
