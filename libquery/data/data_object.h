/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tells data from code.  In a data profile, the rows of data have objects that
 * are no programs or libraries: they say where the data are.  See cgfmt(5).
 */
#ifndef DATA_OBJECT_H
#define DATA_OBJECT_H

#include <stdbool.h>

#include "cgfmt.h"

/* The events of allocated blocks, and of their bytes. */
extern const char data_blocks_event[];
extern const char data_bytes_event[];

/* The events that a data profile derives: the misses of reads and writes. */
enum { NDATA_MISSES = 2 };
extern const struct cg_event data_misses[NDATA_MISSES];

/* Returns the event that decides the order of data and of code that misses on them, which is
 * derived; NULL if the profile is of something else, or has no such event. */
const char *data_deciding_event(const struct cg_header *header);

/* True for the events of accesses to lines that threads share. */
bool is_data_sharing_event(const char *event);

/* True if the row is one of data: of a datum, or of a field. */
static inline bool
is_of_data(const struct cg_record *row)
{
	return cg_is_data(row->object);
}

/* True if the name is that of an offset in a datum without a known type,
 * "main+8": its line is the line of the datum. */
bool is_data_offset(const char *name);

/* What follows the name of a datum or field in the name of a partner: with whom it
 * shares lines. */
extern const char data_partner_begin[];

/* Returns the partner in a name, "with .b in count"; NULL if it is none of the datum or
 * field that has the other name. */
const char *data_partner(const char *name, const char *of);

/*
 * Returns what a report adds to the name of a datum: " (static)", or "" if it is on
 * the heap, or if the name says it.
 */
const char *data_object_suffix(const char *object, const char *name);

#endif
