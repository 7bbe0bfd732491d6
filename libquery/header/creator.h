/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the creator of a profile in Callgrind's format promises.  Profiles of
 * "cg-tools" alone keep the laws of call graphs; those of "cg-tools (...)" may not.
 */
#ifndef CREATOR_H
#define CREATOR_H

#include <stdbool.h>

#include "cgfmt.h"

extern const char creator_filtered[], creator_minimum[], creator_maximum[];

/* True if the profile keeps the laws. */
bool creator_keeps_laws(const struct cg_header *header);

/* True if each count is the minimum or maximum of several profiles', so that sums of counts
 * and calls have nothing to do with one another. */
bool creator_took_extremes(const struct cg_header *header);

/* Makes `creator` that of the header if the profile keeps the laws so far, or names no
 * creator: it would be written as one of cg-tools.  It must outlive the header. */
void creator_change(struct cg_header *header, const char *creator);

/* Makes the creator of `sum` that of a sum to which a profile was added.  The formats are
 * those before it was added. */
void creator_add(struct cg_header *sum, const struct cg_header *added);

#endif
