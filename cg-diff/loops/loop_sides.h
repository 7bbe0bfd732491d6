/* SPDX-License-Identifier: BSD-2-Clause */
/* The loops of both profiles, one a loop of the source. */
#ifndef LOOP_SIDES_H
#define LOOP_SIDES_H

#include "cg-diff/code/code_sides.h"
#include "cg-diff/line_map.h"
#include "libquery/loops/loop_copies.h"

/* The events that are compared, as far as both profiles have them. */
enum loop_event { LOOP_IR, LOOP_CY, LOOP_FL, LOOP_FLV, NLOOP_EVENTS };

/* A loop of one profile: all that the compiler made of it. */
struct compared_loop {
	struct loop_row sum; /* of its copies; own: of loop_events */
	bool is_estimated;   /* the model of cycles has looked at a copy */
	/* of the jump back, the first and the last one, as in the new source; 0: not known */
	int64_t lines[3];
	/* of a loop without lines, in objects that both profiles have in one build; else 0 */
	uint64_t address;
};

/* One of the profiles. */
struct loop_side {
	const struct cg_header *header;
	int events[NLOOP_EVENTS]; /* in the header, or -1 */
	int64_t totals[NLOOP_EVENTS], outside[NLOOP_EVENTS];
	size_t nmatching;  /* functions that were looked at */
	size_t nfunctions; /* that have loops */
	struct function_loops *functions;
	size_t nrows;
	struct loop_row *rows;
	size_t n;
	struct compared_loop *list;
};

/* A loop of both profiles; NULL: the profile does not have it. */
struct loop_pair {
	const struct compared_loop *old, *new;
};

struct loop_sides {
	struct code_sides code;
	struct loop_side old, new;
	bool has_event[NLOOP_EVENTS]; /* both have it */
	enum loop_event deciding;     /* Cy, or else Ir */
	size_t n;
	struct loop_pair *list; /* that changed, the largest change first */
};

/* The name of an event. */
extern const char *const loop_events[NLOOP_EVENTS];

/* Reads both profiles, finds their loops and pairs them.  Ends the program if a profile has no
 * addresses, no jumps or no Ir, or if both have Cy by different models. */
void loop_sides_read(struct loop_sides *sides,
    const struct code_sides_request *request, struct line_map *lines);

/* Returns the count of an event of a loop; NULL: 0. */
int64_t loop_count(const struct compared_loop *loop, enum loop_event event);

void loop_sides_release(struct loop_sides *sides);

#endif
