/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the header of a profile. */
#ifndef HEADER_READER_H
#define HEADER_READER_H

#include "read/parse.h"
#include "tuples.h"

/* kinds of the numbers before the counts of a row */
enum position { POSITION_ADDRESS, POSITION_BLOCK, POSITION_LINE, NPOSITIONS };

/* {0} is empty */
struct header {
	struct cg_header view; /* points into the arrays below */
	const char **descs;
	struct cg_event *events;
	struct tuples numbers; /* finds events by their interned names */
	size_t nlines;
	struct event_line *lines; /* "event:" lines */
	struct cg_event *derived;
	int64_t *factors;  /* of each derived event, for each counted one */
	int64_t *summary;  /* one count for each event; NULL: no summary */
	size_t npositions; /* 0: no "positions:", which means lines */
	enum position positions[NPOSITIONS];
};

/*
 * Reads the header of either format, up to the first line of the body.  Returns
 * 0, or -1 on an error.  The names live as long as the parse.
 */
int header_read(struct header *header, struct parse *parse);

/* The same for the header of a later part in Callgrind's format, which need not
 * name events. */
int header_read_part(struct header *header, struct parse *parse);

/*
 * Sets *number to the index of the event with this interned name, or to nevents
 * or more if the header has no such event.  Returns 0, or -1 when out of
 * memory.
 */
int
header_number_event(struct header *header, const char *name, uint32_t *number);

/* True if the line belongs to a header of Callgrind's format. */
bool header_has(const char *line, const char *end);

/* True if the line is the one that Xdebug writes before each profile that it
 * appends to a file, also to an empty one. */
bool header_is_separator(const char *line, const char *end);

void header_release(struct header *header);

#endif
