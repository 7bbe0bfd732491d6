// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The prefetchers.  It knows nothing of Valgrind, so that a test can run it next to a
 * plainer model.
 */
#include "prefetch.h"

#define LINES_AT_ONCE 2
#define LINES_AHEAD 20
#define LONGEST_STRIDE 2048

static bool
has(const struct prefetchers *p, enum prefetcher kind)
{
	return p->kinds >> kind & 1;
}

static uintptr_t
line_size(const struct prefetchers *p)
{
	return (uintptr_t)1 << p->line_bits;
}

/* Returns the place of a line in a table of those that were asked for. */
static uintptr_t *
place(struct prefetchers *p, unsigned by, uintptr_t line)
{
	uintptr_t number = line >> p->line_bits;

	return by == ASKED_BY_D1 ? &p->asked_by_D1[number % NASKED_BY_D1]
				 : &p->asked_by_L2[number % NASKED_BY_L2];
}

static unsigned
take(struct prefetchers *p, unsigned by, uintptr_t line)
{
	uintptr_t *asked = place(p, by, line);

	if (*asked != line)
		return 0;
	*asked = 0;
	return by;
}

unsigned
prefetch_take(struct prefetchers *prefetchers, uintptr_t line)
{
	return take(prefetchers, ASKED_BY_D1, line) |
	       take(prefetchers, ASKED_BY_L2, line);
}

/* Asks for a line, if it is in the page of the line `from`. */
static void
ask(struct prefetchers *p, unsigned by, uintptr_t line, uintptr_t from)
{
	if (line >> PAGE_SHIFT != from >> PAGE_SHIFT)
		return;
	if (by == ASKED_BY_D1 ? !datacache_has(p->D1, line)
			      : !cache_has(p->L2, line))
		*place(p, by, line) = line;
}

static void
follow_stream(struct prefetchers *p, struct stream *s, unsigned by)
{
	intptr_t step = s->direction * (intptr_t)line_size(p);

	/* the program has overtaken it */
	if ((intptr_t)(s->furthest - s->last) * s->direction < 0)
		s->furthest = s->last;
	for (int i = 0; i < LINES_AT_ONCE; i++) {
		uintptr_t next = s->furthest + (uintptr_t)step;
		uintptr_t ahead = next - s->last;

		if (s->direction < 0)
			ahead = -ahead;
		if (ahead > LINES_AHEAD * line_size(p) ||
		    next >> PAGE_SHIFT != s->page)
			return;
		ask(p, by, next, s->last);
		s->furthest = next;
	}
}

static void
see_stream(
    struct prefetchers *p, struct stream *streams, unsigned by, uintptr_t line)
{
	uintptr_t page = line >> PAGE_SHIFT;
	struct stream *s = &streams[page % NSTREAMS];
	int direction = line > s->last ? 1 : -1;

	if (s->page != page) {
		*s = (struct stream){page, line, line, 0};
		return;
	}
	if (line == s->last)
		return;
	s->last = line;
	if (direction == s->direction) {
		follow_stream(p, s, by);
		return;
	}
	s->direction = direction;
	s->furthest = line;
}

static void
see_stride(struct prefetchers *p, uintptr_t line, uintptr_t instruction)
{
	struct stride *s = &p->strides[instruction % NSTRIDES];
	intptr_t distance = (intptr_t)(line - s->last);

	if (s->instruction != instruction) {
		*s = (struct stride){instruction, line, 0};
		return;
	}
	if (distance == 0)
		return;
	if (distance == s->distance && distance <= LONGEST_STRIDE &&
	    distance >= -LONGEST_STRIDE)
		ask(p, ASKED_BY_D1, line + (uintptr_t)distance, line);
	s->distance = distance;
	s->last = line;
}

void
prefetch_into_D1(
    struct prefetchers *prefetchers, uintptr_t line, uintptr_t instruction)
{
	if (has(prefetchers, D1_NEXT))
		ask(prefetchers, ASKED_BY_D1, line + line_size(prefetchers),
		    line);
	if (has(prefetchers, D1_STREAM))
		see_stream(
		    prefetchers, prefetchers->D1_streams, ASKED_BY_D1, line);
	if (has(prefetchers, D1_STRIDE))
		see_stride(prefetchers, line, instruction);
}

void
prefetch_into_L2(
    struct prefetchers *prefetchers, uintptr_t line, bool is_absent_in_L2)
{
	if (has(prefetchers, L2_ADJACENT) && is_absent_in_L2)
		ask(prefetchers, ASKED_BY_L2, line ^ line_size(prefetchers),
		    line);
	if (has(prefetchers, L2_STREAM))
		see_stream(
		    prefetchers, prefetchers->L2_streams, ASKED_BY_L2, line);
}
