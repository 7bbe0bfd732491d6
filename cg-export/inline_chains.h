/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions around inlined code: the function into which it was inlined, the
 * function into which this was inlined, and so on up to the host.
 *
 * A row of inlined code does not say at which of several places in its host it was
 * inlined.  It goes to the place whose call cost most in the first event.
 */
#ifndef INLINE_CHAINS_H
#define INLINE_CHAINS_H

#include "cgfmt.h"

struct inline_chains {
	struct cg_error *error;
	/* a row for each inlined callee, place and caller: the callee's def_file,
	 * function and host, the place's file and line, the caller as target */
	struct cg_profile *places;
};

/* A function, and the line in it at which the function before it was inlined. */
struct inline_frame {
	const char *def_file;
	const char *function;
	const char *file;
	int64_t line; /* 0: not known */
};

/* Starts without calls.  These functions set *error and return -1 on an error. */
int inline_chains_init(
    struct inline_chains *chains, size_t nevents, struct cg_error *error);

/* Adds the place of a call; ignores calls of code that is not inlined. */
int
inline_chains_add(struct inline_chains *chains, const struct cg_record *call);

/* Sorts the places.  Call after the last call and before the function below. */
int inline_chains_complete(struct inline_chains *chains);

enum { MAX_INLINE_FRAMES = 100 };

/*
 * Lists the functions around inlined code of a def_file, function and host, the
 * last one being the host.  Returns their number, which is at least 1.  The names
 * belong to the row and the chains.
 */
size_t inline_chains_find(const struct inline_chains *chains,
    const struct cg_record *inlined,
    struct inline_frame frames[MAX_INLINE_FRAMES]);

void inline_chains_release(struct inline_chains *chains);

#endif
