/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_FRAMES_H
#define CGCOLLECT_FRAMES_H

#include "events.h"

#include "pub_tool_basics.h"

struct activations;
struct context;
struct edge;
struct script_frame;

/*
 * A call on the stack of a thread: any call for --calls, or a call of a
 * function that is watched for --toggle-collect and the like.  A marker says that a signal
 * handler has interrupted the calls below.  A frame is left when the stack
 * pointer is not in base ... base + span.
 */
struct frame {
	Addr base;  /* of an alternate stack, or 0 */
	SizeT span; /* of a marker, 0 until the handler runs */
	Bool is_marker;
	UInt bottom; /* of a marker: the bottom of the calls below */

	/* for --toggle-collect */
	const HChar *function;  /* NULL: a marker */
	UInt actions;           /* that entering and leaving it has */
	ULong counting_outside; /* of a marker: modes.counting before */

	/* for --calls */
	struct edge *edge;           /* NULL: a marker */
	struct context *caller;      /* that the thread returns to */
	Addr return_address;         /* 0: none */
	Bool is_jump;                /* it was entered by a jump */
	Bool is_counted;             /* the call was counted before */
	struct script_frame *script; /* of a function of a script, or NULL */
	/* the number, from 1 on, of the innermost frame up to this one that has a place
	 * in the tree of contexts; 0 if no frame has one.  Skipped functions and functions
	 * of an interpreter have no place, so what they call is below their caller. */
	UInt place;
	Bool is_cold; /* see cold.h; then: */
	UInt trail;   /* the hash of the names on its stack */
	ULong *below; /* the counts of cold calls by it, or NULL */
	/* of a marker: of the calls below */
	struct context *root;
	struct activations *edges;
	ULong window;
	ULong begin[NEVENTS]; /* the counts when it was entered */
};

/* The frames of a thread; all zero at first. */
struct frames {
	struct frame *list; /* outermost first */
	UInt n, nallocated;
	UInt bottom; /* the first one above the innermost marker */
	Addr base;   /* of the stack in use, or 0 */
};

/* True if the stack pointer has left the frame. */
static inline Bool
frame_is_left(const struct frame *frame, Addr stack)
{
	return stack - frame->base > frame->span;
}

/* Returns the innermost frame, which may be a marker, or NULL. */
static inline struct frame *
frames_last(const struct frames *frames)
{
	return frames->n > 0 ? &frames->list[frames->n - 1] : NULL;
}

/* Pushes a frame and returns it.  The caller must set its contents. */
struct frame *frames_push(struct frames *frames);

/*
 * Calls leave(arg), which must remove the innermost frame, for each frame that
 * the stack pointer has left, even below a handler.  Returns their number.
 */
static inline UInt
frames_unwind(
    struct frames *frames, Addr stack, void (*leave)(void *arg), void *arg)
{
	UInt n = 0;

	while (frames->n > 0 && frame_is_left(frames_last(frames), stack)) {
		leave(arg);
		n++;
	}
	return n;
}

/* Pushes a marker when a signal is delivered to the thread.  All members for
 * --calls and --toggle-collect are zero. */
struct frame *frames_begin_handler(
    struct frames *frames, ThreadId thread, Bool alternate_stack);

/* Call before the thread runs.  Sets the span of the marker if a handler
 * begins. */
void frames_run(struct frames *frames, ThreadId thread);

/* Removes all frames but the markers, and what the markers say for --calls. */
void frames_keep_markers(struct frames *frames);

/* Removes the marker, which is the innermost frame, and returns it.  It is
 * valid until the next push. */
struct frame *frames_pop_marker(struct frames *frames);

void frames_free(struct frames *frames);

#endif
