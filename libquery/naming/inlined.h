/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Inlined functions of a profile with calls.  A place where a function was inlined
 * is a call from the line where it was inlined.  Its cost is the cost of its
 * instructions, of what was inlined among them, and of the calls from them but
 * for those within a cycle.
 */
#ifndef NAMING_INLINED_H
#define NAMING_INLINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"
#include "libnames/object_names.h"
#include "libquery/context_map.h"

/* a place where a function was inlined into a host */
struct inlined_place {
	const struct names_inlined *at;
	const char *def_file;
	const char *function;
	char *made; /* the function, if it is not a name in `at` */
	const struct cg_context *context; /* NULL: the host has none */
	uint64_t lowest;                  /* address that was executed */
	int64_t executed;                 /* how often the place was entered */
	bool has_entry;   /* its first instruction was executed */
	bool is_estimate; /* `executed` may be wrong */
	int64_t most;     /* executions of one of its own instructions */
};

struct inlined {
	struct cg_profile *named;
	size_t nevents;
	bool has_addresses;     /* rows keep them */
	bool counts_executions; /* the first event is Ir */
	const char *object;
	const char *host_file, *host;
	const struct cg_context *context; /* of the host, or NULL */
	const char *region;               /* likewise */
	struct context_map *contexts;     /* to which its places are added */
	const char *suffix; /* of the host's name: its recursion and callers */
	int64_t most;       /* executions of one of the host's instructions */
	struct inlined_place *places; /* of the host, callers first */
	size_t nplaces, room;
	int64_t *counts; /* of each place, nevents each */
	size_t *numbers; /* by number of names_inlined; 0: no place */
	size_t nnumbers;
	struct inlined_row {
		const struct names_inlined *at;
		int64_t executed; /* -1: there was no row */
	} last;
};

/* `named` is the profile to which the calls are added, and contexts of places are
 * added to `contexts`. */
void inlined_init(struct inlined *inlined, const struct object_names *names,
    const struct cg_header *header, struct cg_profile *named,
    struct context_map *contexts);

/*
 * Returns the context of the innermost function that was inlined at a place into
 * a function with this context, which is added to `contexts`; the context itself
 * if none was.
 */
const struct cg_context *inlined_context(struct context_map *contexts,
    const struct cg_context *host, const struct names_place *place);

/*
 * Sets the function, the host and the context of a row, whose function and context
 * are those without inlined functions; `place` is what is at its address.  A call within a cycle of hosts costs
 * the place nothing, because the calls within a cycle include one another.  Rows of
 * a function come one after the other, with rising addresses.  Returns 0, or -1 on
 * an error of the profile.
 */
int inlined_take(struct inlined *inlined, const struct names_place *place,
    struct cg_record *record, bool is_within_cycle);

/* Returns the name of the function at a place in the host of the last row. */
const char *
inlined_function(struct inlined *inlined, const struct names_place *place);

/*
 * Adds the calls of the last host, whose names need not live longer.  Returns 0, or
 * -1 on an error of the profile.
 */
int inlined_finish(struct inlined *inlined);

void inlined_release(struct inlined *inlined);

#endif
