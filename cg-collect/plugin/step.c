// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Segments as they are mostly executed, all their fetches and accesses hits.
 * This is what a profiled program spends its time in, so there is a function
 * for each number of lines and of accesses, which has the addresses in
 * registers and tests once for all of them.
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

/* Less than a line if the n-th access is in the line that is seen there: so
 * far its last byte is from the line's begin. */
static inline Addr
doubt(const struct step *step, UInt n, Addr addr, const struct sighting *place)
{
	return addr + step->last_byte[n] - place->line;
}

/* If it fetches nothing that is absent, the fetches are done. */
static inline Bool
hits_code(const struct step *step, UInt nlines, ULong now)
{
	for (UInt i = 0; i < nlines; i++)
		if (step->code[i]->when == 0)
			return False;
	for (UInt i = 0; i < nlines; i++)
		step->code[i]->when = now + i;
	return True;
}

static __attribute__((noinline)) void
doubtful(const struct step *step, ULong now)
{
	const struct segment *segment = step->segment;

	if (hits_code(step, step->nlines, now))
		simulate_accesses(segment, 0, segment->naccesses, now);
	else
		simulate_segment(segment, now);
}

/* Both numbers are constants where it is called, so that once they are unrolled
 * nothing is left of the loops. */
static inline __attribute__((always_inline)) void
execute(struct step *step, UInt nlines, UInt naccesses, const Addr *addresses)
{
	struct sighting *places[SEGMENT_ACCESSES];
	Addr doubts = 0;

#pragma GCC unroll 5
	for (UInt i = 0; i < naccesses; i++) {
		places[i] = datacache_place(&simulation.D1, addresses[i]);
		doubts |= doubt(step, i, addresses[i], places[i]);
	}

	ULong now = begin(step);

	if (LIKELY(doubts < simulation.D1.line_size) &&
	    LIKELY(hits_code(step, nlines, now))) {
#pragma GCC unroll 5
		for (UInt i = 0; i < naccesses; i++)
			*places[i]->when = now + i;
		return;
	}
#pragma GCC unroll 5
	for (UInt i = 0; i < naccesses; i++)
		simulation.address[i] = addresses[i];
	doubtful(step, now);
}

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

static void
step_one_0(struct step *step)
{
	execute(step, 1, 0, NULL);
}

static void
step_one_1(struct step *step, Addr a)
{
	execute(step, 1, 1, (Addr[]){a});
}

static void
step_one_2(struct step *step, Addr a, Addr b)
{
	execute(step, 1, 2, (Addr[]){a, b});
}

static void
step_one_3(struct step *step, Addr a, Addr b, Addr c)
{
	execute(step, 1, 3, (Addr[]){a, b, c});
}

static void
step_one_4(struct step *step, Addr a, Addr b, Addr c, Addr d)
{
	execute(step, 1, 4, (Addr[]){a, b, c, d});
}

static void
step_one_5(struct step *step, Addr a, Addr b, Addr c, Addr d, Addr e)
{
	execute(step, 1, 5, (Addr[]){a, b, c, d, e});
}

static void
step_two_0(struct step *step)
{
	execute(step, 2, 0, NULL);
}

static void
step_two_1(struct step *step, Addr a)
{
	execute(step, 2, 1, (Addr[]){a});
}

static void
step_two_2(struct step *step, Addr a, Addr b)
{
	execute(step, 2, 2, (Addr[]){a, b});
}

static void
step_two_3(struct step *step, Addr a, Addr b, Addr c)
{
	execute(step, 2, 3, (Addr[]){a, b, c});
}

static void
step_two_4(struct step *step, Addr a, Addr b, Addr c, Addr d)
{
	execute(step, 2, 4, (Addr[]){a, b, c, d});
}

static void
step_two_5(struct step *step, Addr a, Addr b, Addr c, Addr d, Addr e)
{
	execute(step, 2, 5, (Addr[]){a, b, c, d, e});
}

static void
branch_one_0(struct step *step, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 1, 0, NULL);
}

static void
branch_one_1(struct step *step, Addr a, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 1, 1, (Addr[]){a});
}

static void
branch_one_2(struct step *step, Addr a, Addr b, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 1, 2, (Addr[]){a, b});
}

static void
branch_one_3(struct step *step, Addr a, Addr b, Addr c, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 1, 3, (Addr[]){a, b, c});
}

static void
branch_one_4(struct step *step, Addr a, Addr b, Addr c, Addr d, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 1, 4, (Addr[]){a, b, c, d});
}

static void
branch_two_0(struct step *step, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 2, 0, NULL);
}

static void
branch_two_1(struct step *step, Addr a, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 2, 1, (Addr[]){a});
}

static void
branch_two_2(struct step *step, Addr a, Addr b, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 2, 2, (Addr[]){a, b});
}

static void
branch_two_3(struct step *step, Addr a, Addr b, Addr c, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 2, 3, (Addr[]){a, b, c});
}

static void
branch_two_4(struct step *step, Addr a, Addr b, Addr c, Addr d, UWord taken)
{
	judge_branch(step, taken);
	execute(step, 2, 4, (Addr[]){a, b, c, d});
}

static void
jump_one_0(struct step *step, Addr target)
{
	judge_jump(step, target);
	execute(step, 1, 0, NULL);
}

static void
jump_one_1(struct step *step, Addr a, Addr target)
{
	judge_jump(step, target);
	execute(step, 1, 1, (Addr[]){a});
}

static void
jump_one_2(struct step *step, Addr a, Addr b, Addr target)
{
	judge_jump(step, target);
	execute(step, 1, 2, (Addr[]){a, b});
}

static void
jump_one_3(struct step *step, Addr a, Addr b, Addr c, Addr target)
{
	judge_jump(step, target);
	execute(step, 1, 3, (Addr[]){a, b, c});
}

static void
jump_one_4(struct step *step, Addr a, Addr b, Addr c, Addr d, Addr target)
{
	judge_jump(step, target);
	execute(step, 1, 4, (Addr[]){a, b, c, d});
}

static void
jump_two_0(struct step *step, Addr target)
{
	judge_jump(step, target);
	execute(step, 2, 0, NULL);
}

static void
jump_two_1(struct step *step, Addr a, Addr target)
{
	judge_jump(step, target);
	execute(step, 2, 1, (Addr[]){a});
}

static void
jump_two_2(struct step *step, Addr a, Addr b, Addr target)
{
	judge_jump(step, target);
	execute(step, 2, 2, (Addr[]){a, b});
}

static void
jump_two_3(struct step *step, Addr a, Addr b, Addr c, Addr target)
{
	judge_jump(step, target);
	execute(step, 2, 3, (Addr[]){a, b, c});
}

static void
jump_two_4(struct step *step, Addr a, Addr b, Addr c, Addr d, Addr target)
{
	judge_jump(step, target);
	execute(step, 2, 4, (Addr[]){a, b, c, d});
}

step_table step_functions = {
    {&step_one_0, &step_one_1, &step_one_2, &step_one_3, &step_one_4,
	&step_one_5},
    {&step_two_0, &step_two_1, &step_two_2, &step_two_3, &step_two_4,
	&step_two_5},
};

step_table step_branch_functions = {
    {&branch_one_0, &branch_one_1, &branch_one_2, &branch_one_3, &branch_one_4},
    {&branch_two_0, &branch_two_1, &branch_two_2, &branch_two_3, &branch_two_4},
};

step_table step_jump_functions = {
    {&jump_one_0, &jump_one_1, &jump_one_2, &jump_one_3, &jump_one_4},
    {&jump_two_0, &jump_two_1, &jump_two_2, &jump_two_3, &jump_two_4},
};
