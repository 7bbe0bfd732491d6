/* SPDX-License-Identifier: BSD-2-Clause */
/* The header of a profile: what the columns of its rows are. */
#ifndef HEADER_READER_H
#define HEADER_READER_H

#include "read/parse.h"
#include "tuples.h"

/* what a number before the counts of a row says */
enum position { POSITION_ADDRESS, POSITION_BLOCK, POSITION_LINE, NPOSITIONS };

/* a zeroed one is empty */
struct header {
	struct cg_header view; /* points into the arrays below */
	const char **descs;
	struct cg_event *events;
	struct tuples numbers; /* of their names, which are interned */
	size_t nlines;
	struct event_line *lines; /* "event:" lines */
	struct cg_event *derived;
	int64_t *factors;  /* of each derived event, for each counted one */
	int64_t *summary;  /* one count an event; NULL: none is in the header */
	size_t npositions; /* 0: nothing is said, which means lines */
	enum position positions[NPOSITIONS];
};

/*
 * Reads the header of either format, up to the first line of the body, which
 * comes next.  The names live as long as the parse.
 */
int header_read(struct header *header, struct parse *parse);

/* the same for another header further on in a file of Callgrind's format, which
 * need not name events */
int header_read_part(struct header *header, struct parse *parse);

/* The number of the event with this interned name: its index, or from nevents
 * on if the header has none.  0, or -1 when out of memory. */
int
header_number_event(struct header *header, const char *name, uint32_t *number);

/* whether the line belongs to a header of Callgrind's format */
bool header_has(const char *line, const char *end);

/* whether the line is the one that Xdebug writes before a profile that it
 * appends to a file, also to an empty one */
bool header_is_separator(const char *line, const char *end);

void header_release(struct header *header);

#endif
