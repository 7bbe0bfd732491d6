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

/* Arrays are often a power of two apart, so the lowest bits of the number of a page or a line do not
 * choose its set. */
static uint32_t
set_number(uintptr_t number, uint32_t nsets)
{
	return (
	    uint32_t)((uint64_t)((uint32_t)number * 0x9e3779b1u) * nsets >> 32);
}

/* Returns the set that a line is in if it was asked for. */
static uintptr_t *
asked_set(struct prefetchers *p, unsigned by, uintptr_t line)
{
	uintptr_t number = line >> p->line_bits;

	return by == ASKED_BY_D1
		   ? p->asked_by_D1[set_number(number, NASKED_SETS_OF_D1)]
		   : p->asked_by_L2[set_number(number, NASKED_SETS_OF_L2)];
}

/* Makes a line the first one of its set, in the place of the one that was asked for first. */
static void
put(struct prefetchers *p, unsigned by, uintptr_t line)
{
	uintptr_t *set = asked_set(p, by, line);
	int i = 0;

	while (i < ASKED_WAYS - 1 && set[i] != line)
		i++;
	for (; i > 0; i--)
		set[i] = set[i - 1];
	set[0] = line;
}

static unsigned
take(struct prefetchers *p, unsigned by, uintptr_t line)
{
	uintptr_t *set = asked_set(p, by, line);
	int i = 0;

	while (i < ASKED_WAYS && set[i] != line)
		i++;
	if (i == ASKED_WAYS)
		return 0;
	for (; i < ASKED_WAYS - 1; i++)
		set[i] = set[i + 1];
	set[i] = 0;
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
		put(p, by, line);
}

/* Asks for the next lines.  One of D1 works with virtual addresses, and does not stop at the end of
 * a page. */
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
		    (by == ASKED_BY_L2 && next >> PAGE_SHIFT != s->page))
			return;
		ask(p, by, next, next);
		s->furthest = next;
	}
}

static struct stream *
set_of(struct streams *streams, uintptr_t page)
{
	return streams->sets[set_number(page, NSTREAM_SETS)];
}

/* Returns the stream of a page, which is the first one of its set then, or NULL. */
static struct stream *
find_stream(struct streams *streams, uintptr_t page)
{
	struct stream *set = set_of(streams, page);

	for (int i = 0; i < STREAM_WAYS; i++) {
		struct stream found = set[i];

		if (found.page != page)
			continue;
		for (; i > 0; i--)
			set[i] = set[i - 1];
		set[0] = found;
		return set;
	}
	return NULL;
}

/* Adds a stream in the place of the one of its set that was not used for longest. */
static struct stream *
add_stream(struct streams *streams, const struct stream *stream)
{
	struct stream *set = set_of(streams, stream->page);

	for (int i = STREAM_WAYS - 1; i > 0; i--)
		set[i] = set[i - 1];
	set[0] = *stream;
	return set;
}

/* Makes a new stream one that goes on from the page before, if there is one. */
static void
continue_stream(
    const struct prefetchers *p, struct streams *streams, struct stream *s)
{
	for (int direction = 1; direction >= -1; direction -= 2) {
		uintptr_t page = s->page - (uintptr_t)direction;
		struct stream *before = find_stream(streams, page);
		uintptr_t distance;

		if (before == NULL || before->direction != direction)
			continue;
		distance = (s->last - before->last) * (uintptr_t)direction;
		if (distance > LINES_AHEAD * line_size(p))
			continue;
		s->direction = direction;
		s->furthest = before->furthest;
		*before = (struct stream){0, 0, 0, 0};
		return;
	}
}

static void
see_stream(
    struct prefetchers *p, struct streams *streams, unsigned by, uintptr_t line)
{
	uintptr_t page = line >> PAGE_SHIFT;
	struct stream *s = find_stream(streams, page);
	int direction;

	if (s == NULL) {
		struct stream entered = {page, line, line, 0};

		if (by == ASKED_BY_D1)
			continue_stream(p, streams, &entered);
		s = add_stream(streams, &entered);
		if (s->direction != 0)
			follow_stream(p, s, by);
		return;
	}
	if (line == s->last)
		return;
	direction = line > s->last ? 1 : -1;
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
prefetch_into_D1(struct prefetchers *prefetchers, uintptr_t line,
    uintptr_t instruction, bool is_read)
{
	if (!is_read && !has(prefetchers, D1_WRITES))
		return;
	if (is_read && has(prefetchers, D1_NEXT))
		ask(prefetchers, ASKED_BY_D1, line + line_size(prefetchers),
		    line);
	if (has(prefetchers, D1_STREAM))
		see_stream(
		    prefetchers, &prefetchers->D1_streams, ASKED_BY_D1, line);
	if (is_read && has(prefetchers, D1_STRIDE))
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
		    prefetchers, &prefetchers->L2_streams, ASKED_BY_L2, line);
}
