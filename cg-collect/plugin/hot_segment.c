// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Executes segments on the fast path, which is taken if all fetches and
 * accesses of the segment hit.  A profiled program spends most of its time
 * here, so there is a function for each number of lines and accesses: it gets
 * the addresses in registers and tests once for all of them.
 */
#include "hot_segment.h"
#include "simulate.h"
#include "toggle.h"

/* Counts the execution, advances the clock and returns the old time. */
static inline ULong
begin(struct hot_segment *hot)
{
	ULong now = simulation.clock;

	hot->executions += toggle_counting;
	simulation.clock = now + SEGMENT_TICKS;
	return now;
}

/* Returns the offset of the last byte of the n-th access in the line of the
 * entry.  If it is below the line size, the access lies in that line: it cannot
 * begin before the line, because the entry was chosen by its first byte. */
static inline Addr
offset_in_line(const struct hot_segment *hot, UInt n, Addr addr,
    const struct lookaside_entry *entry)
{
	return addr + hot->last_byte[n] - entry->line;
}

/* True if all lines of code are in I1; then it also sets their times. */
static inline Bool
hits_code(const struct hot_segment *hot, UInt nlines, ULong now)
{
	for (UInt i = 0; i < nlines; i++)
		if (hot->code[i]->last_use == 0)
			return False;
	for (UInt i = 0; i < nlines; i++)
		hot->code[i]->last_use = now + i;
	return True;
}

/* Executes a segment of which not every access is known to hit. */
static __attribute__((noinline)) void
execute_slowly(const struct hot_segment *hot, ULong now)
{
	const struct segment *segment = hot->segment;

	if (hits_code(hot, hot->nlines, now))
		simulate_accesses(segment, 0, segment->naccesses, now);
	else
		simulate_segment(segment, now);
}

/* Both numbers are constants at each call, so that nothing is left of the
 * loops after unrolling. */
static inline __attribute__((always_inline)) void
execute(
    struct hot_segment *hot, UInt nlines, UInt naccesses, const Addr *addresses)
{
	struct lookaside_entry *entries[SEGMENT_ACCESSES];
	Addr offsets = 0; /* or'ed: below the line size if each of them is */

#pragma GCC unroll 5
	for (UInt i = 0; i < naccesses; i++) {
		entries[i] = datacache_lookaside(&simulation.D1, addresses[i]);
		offsets |= offset_in_line(hot, i, addresses[i], entries[i]);
	}

	ULong now = begin(hot);

	if (LIKELY(offsets < simulation.D1.line_size) &&
	    LIKELY(hits_code(hot, nlines, now))) {
#pragma GCC unroll 5
		for (UInt i = 0; i < naccesses; i++)
			*entries[i]->last_use = now + i;
		return;
	}
#pragma GCC unroll 5
	for (UInt i = 0; i < naccesses; i++)
		simulation.address[i] = addresses[i];
	execute_slowly(hot, now);
}

/* Neither has a condition, which the host could mispredict in turn. */
static inline void
predict_branch(struct hot_segment *hot, UWord taken)
{
	hot->mispredictions +=
	    toggle_counting *
	    predictor_conditional(&simulation.predictor, hot->branch, taken);
}

static inline void
predict_jump(struct hot_segment *hot, Addr target)
{
	hot->mispredictions +=
	    toggle_counting *
	    predictor_indirect(&simulation.predictor, hot->branch, target);
}

/*
 * Macros define the functions, an exception to the rule against them: the
 * functions differ in nothing but two numbers and their parameters, which C
 * cannot vary otherwise, and the macros hide no control flow.
 */
/* clang-format off */
#define PLAIN(nlines, naccesses, addresses, ...)                        \
	static void plain_##nlines##_##naccesses(                       \
	    struct hot_segment *hot, ##__VA_ARGS__)                     \
	{                                                               \
		execute(hot, nlines, naccesses, addresses);             \
	}
#define BRANCH(nlines, naccesses, addresses, ...)                       \
	static void branch_##nlines##_##naccesses(                      \
	    struct hot_segment *hot, ##__VA_ARGS__, UWord taken)        \
	{                                                               \
		predict_branch(hot, taken);                             \
		execute(hot, nlines, naccesses, addresses);             \
	}
#define JUMP(nlines, naccesses, addresses, ...)                         \
	static void jump_##nlines##_##naccesses(                        \
	    struct hot_segment *hot, ##__VA_ARGS__, Addr target)        \
	{                                                               \
		predict_jump(hot, target);                              \
		execute(hot, nlines, naccesses, addresses);             \
	}
#define UP_TO_FOUR_ACCESSES(FUNCTION, nlines)                                \
	FUNCTION(nlines, 0, NULL)                                            \
	FUNCTION(nlines, 1, ((Addr[]){a}), Addr a)                           \
	FUNCTION(nlines, 2, ((Addr[]){a, b}), Addr a, Addr b)                \
	FUNCTION(nlines, 3, ((Addr[]){a, b, c}), Addr a, Addr b, Addr c)     \
	FUNCTION(nlines, 4, ((Addr[]){a, b, c, d}), Addr a, Addr b, Addr c,  \
	    Addr d)

UP_TO_FOUR_ACCESSES(PLAIN, 1)
PLAIN(1, 5, ((Addr[]){a, b, c, d, e}), Addr a, Addr b, Addr c, Addr d, Addr e)
UP_TO_FOUR_ACCESSES(PLAIN, 2)
PLAIN(2, 5, ((Addr[]){a, b, c, d, e}), Addr a, Addr b, Addr c, Addr d, Addr e)

/* the fifth address leaves no argument for these */
UP_TO_FOUR_ACCESSES(BRANCH, 1)
UP_TO_FOUR_ACCESSES(BRANCH, 2)
UP_TO_FOUR_ACCESSES(JUMP, 1)
UP_TO_FOUR_ACCESSES(JUMP, 2)
/* clang-format on */

hot_functions hot_plain_functions = {
    {&plain_1_0, &plain_1_1, &plain_1_2, &plain_1_3, &plain_1_4, &plain_1_5},
    {&plain_2_0, &plain_2_1, &plain_2_2, &plain_2_3, &plain_2_4, &plain_2_5},
};

hot_functions hot_branch_functions = {
    {&branch_1_0, &branch_1_1, &branch_1_2, &branch_1_3, &branch_1_4},
    {&branch_2_0, &branch_2_1, &branch_2_2, &branch_2_3, &branch_2_4},
};

hot_functions hot_jump_functions = {
    {&jump_1_0, &jump_1_1, &jump_1_2, &jump_1_3, &jump_1_4},
    {&jump_2_0, &jump_2_1, &jump_2_2, &jump_2_3, &jump_2_4},
};
