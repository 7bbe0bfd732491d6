/* SPDX-License-Identifier: BSD-2-Clause */
/* Facts of Callgrind's format that both its reader and its writer need. */
#ifndef CALLGRIND_H
#define CALLGRIND_H

#include "cgfmt.h"

/*
 * Reads "(NUMBER)" from the start of the text: name compression.  Returns its
 * length in bytes, or 0 if the text starts with anything else.
 */
size_t callgrind_id(const char *p, const char *end, uint64_t *number);

/*
 * True if the header's creator always ends a profile with totals: one without
 * them was cut.
 */
bool callgrind_promises_totals(const struct cg_header *header);

/* The same, or the creator has Callgrind's name without being it. */
bool callgrind_may_promise_totals(const struct cg_header *header);

/*
 * True if the creator is known and makes no such promise.  Its profiles may
 * lack the names of some numbers.  A profile without a creator may be a later
 * part of Callgrind's, cut from the first one, which has the names.
 */
bool callgrind_is_foreign(const struct cg_header *header);

/* True if cg-tools wrote the profile: its totals are the sum of its rows. */
bool callgrind_is_ours(const struct cg_header *header);

/* How often the region of a part was entered, as a comment after its header. */
extern const char callgrind_entries[];

/* The starts of comments with folded costs below a context, and of its own. */
extern const char callgrind_folded[];
extern const char callgrind_folded_own[];

/*
 * Returns the region that the description of a part names, "Region: NAME", or,
 * as Callgrind describes a part that the program asked for, "Trigger: Client
 * Request: NAME"; NULL if it names none.
 */
const char *callgrind_region(const char *desc);

/* True if the description says that a part of the stacks is folded. */
bool callgrind_describes_stacks(const char *desc);

#endif
