// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Segments as they are mostly executed, all their accesses hits.  This is what
 * a profiled program spends its time in, so there is a function for each number
 * of accesses, which has the addresses in registers and tests once for all of
 * them.
 */
#include "step.h"
#include "simulate.h"
#include "toggle.h"

/* The time that it is then. */
static inline ULong
begin(struct step *step)
{
	ULong now = simulation.clock;

	step->executions += toggle_weight;
	simulation.clock = now + SEGMENT_TICKS;
	return now;
}

static inline struct sighting *
place(Addr addr)
{
	return datacache_place(&simulation.D1, addr);
}

/* Less than a line if the n-th access is in the line that is seen there: so
 * far its last byte is from the line's begin. */
static inline Addr
doubt(const struct step *step, UInt n, Addr addr, const struct sighting *place)
{
	return addr + step->last_byte[n] - place->line;
}

/* If it fetches nothing that is absent, the fetches are done. */
static inline Bool
hits_code(const struct step *step, ULong now)
{
	struct codeline *first = step->code[0], *last = step->code[1];

	if (first->when == 0 || last->when == 0)
		return False;
	first->when = now;
	last->when = now + 1;
	return True;
}

static __attribute__((noinline)) void
doubtful(const struct step *step, ULong now)
{
	const struct segment *segment = step->segment;

	if (hits_code(step, now))
		simulate_accesses(segment, 0, segment->naccesses, now);
	else
		simulate_segment(segment, now);
}

void
step_0(struct step *step)
{
	ULong now = begin(step);

	if (!hits_code(step, now))
		simulate_segment(step->segment, now);
}

void
step_1(struct step *step, Addr a)
{
	struct sighting *at_a = place(a);
	Addr doubts = doubt(step, 0, a, at_a);
	ULong now = begin(step);

	if (doubts < simulation.D1.line_size && hits_code(step, now)) {
		*at_a->when = now;
		return;
	}
	simulation.address[0] = a;
	doubtful(step, now);
}

void
step_2(struct step *step, Addr a, Addr b)
{
	struct sighting *at_a = place(a), *at_b = place(b);
	Addr doubts = doubt(step, 0, a, at_a) | doubt(step, 1, b, at_b);
	ULong now = begin(step);

	if (doubts < simulation.D1.line_size && hits_code(step, now)) {
		*at_a->when = now;
		*at_b->when = now + 1;
		return;
	}
	simulation.address[0] = a;
	simulation.address[1] = b;
	doubtful(step, now);
}

void
step_3(struct step *step, Addr a, Addr b, Addr c)
{
	struct sighting *at_a = place(a), *at_b = place(b), *at_c = place(c);
	Addr doubts = doubt(step, 0, a, at_a) | doubt(step, 1, b, at_b) |
		      doubt(step, 2, c, at_c);
	ULong now = begin(step);

	if (doubts < simulation.D1.line_size && hits_code(step, now)) {
		*at_a->when = now;
		*at_b->when = now + 1;
		*at_c->when = now + 2;
		return;
	}
	simulation.address[0] = a;
	simulation.address[1] = b;
	simulation.address[2] = c;
	doubtful(step, now);
}

void
step_4(struct step *step, Addr a, Addr b, Addr c, Addr d)
{
	struct sighting *at_a = place(a), *at_b = place(b), *at_c = place(c),
			*at_d = place(d);
	Addr doubts = doubt(step, 0, a, at_a) | doubt(step, 1, b, at_b) |
		      doubt(step, 2, c, at_c) | doubt(step, 3, d, at_d);
	ULong now = begin(step);

	if (doubts < simulation.D1.line_size && hits_code(step, now)) {
		*at_a->when = now;
		*at_b->when = now + 1;
		*at_c->when = now + 2;
		*at_d->when = now + 3;
		return;
	}
	simulation.address[0] = a;
	simulation.address[1] = b;
	simulation.address[2] = c;
	simulation.address[3] = d;
	doubtful(step, now);
}

void
step_5(struct step *step, Addr a, Addr b, Addr c, Addr d, Addr e)
{
	struct sighting *at_a = place(a), *at_b = place(b), *at_c = place(c),
			*at_d = place(d), *at_e = place(e);
	Addr doubts = doubt(step, 0, a, at_a) | doubt(step, 1, b, at_b) |
		      doubt(step, 2, c, at_c) | doubt(step, 3, d, at_d) |
		      doubt(step, 4, e, at_e);
	ULong now = begin(step);

	if (doubts < simulation.D1.line_size && hits_code(step, now)) {
		*at_a->when = now;
		*at_b->when = now + 1;
		*at_c->when = now + 2;
		*at_d->when = now + 3;
		*at_e->when = now + 4;
		return;
	}
	simulation.address[0] = a;
	simulation.address[1] = b;
	simulation.address[2] = c;
	simulation.address[3] = d;
	simulation.address[4] = e;
	doubtful(step, now);
}

/* With all that it calls in itself, but for what is noinline. */
#define WHOLE __attribute__((flatten))

/* These have no condition that the host could mispredict in its turn. */
static inline void
judge_branch(struct step *step, UWord taken)
{
	step->mispredictions +=
	    toggle_weight *
	    predictor_conditional(&simulation.predictor, step->branch, taken);
}

static inline void
judge_jump(struct step *step, Addr target)
{
	step->mispredictions +=
	    toggle_weight *
	    predictor_indirect(&simulation.predictor, step->branch, target);
}

WHOLE void
branch_0(struct step *step, UWord taken)
{
	judge_branch(step, taken);
	step_0(step);
}

WHOLE void
branch_1(struct step *step, Addr a, UWord taken)
{
	judge_branch(step, taken);
	step_1(step, a);
}

WHOLE void
branch_2(struct step *step, Addr a, Addr b, UWord taken)
{
	judge_branch(step, taken);
	step_2(step, a, b);
}

WHOLE void
branch_3(struct step *step, Addr a, Addr b, Addr c, UWord taken)
{
	judge_branch(step, taken);
	step_3(step, a, b, c);
}

WHOLE void
branch_4(struct step *step, Addr a, Addr b, Addr c, Addr d, UWord taken)
{
	judge_branch(step, taken);
	step_4(step, a, b, c, d);
}

WHOLE void
jump_0(struct step *step, Addr target)
{
	judge_jump(step, target);
	step_0(step);
}

WHOLE void
jump_1(struct step *step, Addr a, Addr target)
{
	judge_jump(step, target);
	step_1(step, a);
}

WHOLE void
jump_2(struct step *step, Addr a, Addr b, Addr target)
{
	judge_jump(step, target);
	step_2(step, a, b);
}

WHOLE void
jump_3(struct step *step, Addr a, Addr b, Addr c, Addr target)
{
	judge_jump(step, target);
	step_3(step, a, b, c);
}

WHOLE void
jump_4(struct step *step, Addr a, Addr b, Addr c, Addr d, Addr target)
{
	judge_jump(step, target);
	step_4(step, a, b, c, d);
}
