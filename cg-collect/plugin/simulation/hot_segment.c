// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Executes segments on the fast path, which is taken if all fetches and
 * accesses of the segment hit.  A profiled program spends most of its time
 * here, so there is a function for each number of lines and accesses: it gets
 * the addresses in registers and tests once for all of them.
 */
#include "calls/callstack.h"
#include "modes.h"
#include "cores.h"
#include "forwarding.h"
#include "hot_segment.h"
#include "simulate.h"

/* Returns the number of executions, after which comes the number of
 * mispredictions if the segment ends with a branch. */
static inline UInt *
counters_of(struct hot_segment *hot, Bool with_calls)
{
	return with_calls ? (UInt *)(callstack_block + hot->counter)
			  : hot->counts;
}

/* Counts the execution, advances the clock and returns the old time. */
static inline ULong
begin(struct hot_segment *hot, Bool with_calls)
{
	ULong now = simulation.clock;

	*counters_of(hot, with_calls) += (UInt)modes.counting;
	if (with_calls)
		callstack_data += hot->data * modes.counting;
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

/* Executes a segment if not every access is known to hit. */
static __attribute__((noinline)) void
execute_slowly(const struct hot_segment *hot, ULong now)
{
	struct segment *segment = hot->segment;

	/* with --memory, an access can remove a line of code that comes later */
	if (LIKELY(!modes.memory) && hits_code(hot, hot->nlines, now))
		simulate_accesses(segment, 0, segment->naccesses, now);
	else
		simulate_segment(segment, now);
}

/* True if all lines of code are in pages that hit in the TLB; then it also sets their
 * times, which comes to nothing if the segment is executed slowly after all. */
static inline Bool
hits_code_pages(const struct hot_segment *hot, UInt nlines, ULong now)
{
	for (UInt i = 0; i < nlines; i++) {
		Addr page = tlb_page(hot->code[i]->line);

		if (LIKELY(!simulation_changes_page(hot->code[i])))
			continue;
		if (!datacache_hits(&memory_system.code.first, page, now + i))
			return False;
		memory_system.code_page = page;
	}
	return True;
}

/* What a set of functions sees besides misses in the first level. */
enum sight {
	SEES_MISSES,
	SEES_PAGES, /* whatever the TLBs may miss, for --memory */
	SEES_WRITES, /* pages, and lines that another core may have, for --cores */
	SEES_ALL,    /* each access */
};

/* Returns 0 if the n-th access does not write, or writes to a line that no other core has; else at
 * least the line size. */
static inline Addr
not_own(
    const struct hot_segment *hot, UInt n, const struct lookaside_entry *entry)
{
	Addr own = cores_own[entry - simulation.D1.lookaside];

	return (own ^ entry->line) & -(Addr)(hot->writes >> n & 1);
}

/* Numbers and facts are constants at each call, so that nothing is left of the loops after
 * unrolling. */
static inline __attribute__((always_inline)) void
execute(struct hot_segment *hot, UInt nlines, UInt naccesses,
    const Addr *addresses, Bool with_calls, enum sight sight)
{
	struct lookaside_entry *entries[SEGMENT_ACCESSES];
	struct lookaside_entry *pages[SEGMENT_ACCESSES];
	Addr offsets = 0; /* or'ed: below the line size if each of them is */
	Addr page_offsets = 0;
	const Bool sees_pages = sight == SEES_PAGES || sight == SEES_WRITES;

#pragma GCC unroll 5
	for (UInt i = 0; i < naccesses; i++) {
		entries[i] = datacache_lookaside(&simulation.D1, addresses[i]);
		offsets |= offset_in_line(hot, i, addresses[i], entries[i]);
		if (sight == SEES_WRITES)
			offsets |= not_own(hot, i, entries[i]);
		if (!sees_pages)
			continue;
		pages[i] = datacache_lookaside(
		    &memory_system.data.first, addresses[i]);
		page_offsets |= offset_in_line(hot, i, addresses[i], pages[i]);
	}

	ULong now = begin(hot, with_calls);

	if (sight != SEES_ALL && LIKELY(offsets < simulation.D1.line_size) &&
	    (!sees_pages || (LIKELY(page_offsets < TLB_PAGE) &&
				LIKELY(hits_code_pages(hot, nlines, now)))) &&
	    LIKELY(hits_code(hot, nlines, now))) {
#pragma GCC unroll 5
		for (UInt i = 0; i < naccesses; i++) {
			*entries[i]->last_use = now + i;
			if (sees_pages)
				*pages[i]->last_use = now + i;
		}
		return;
	}
#pragma GCC unroll 5
	for (UInt i = 0; i < naccesses; i++)
		simulation.address[i] = addresses[i];
	execute_slowly(hot, now);
	if (sight == SEES_ALL)
		forwarding_clock += hot->segment->ninstructions;
}

/* Counts a branch of the event that may have been mispredicted.  There is no
 * condition, which the host could mispredict in turn. */
static inline void
count_branch(struct hot_segment *hot, enum event event, enum event mispredicted,
    Bool missed, Bool with_calls)
{
	ULong n = modes.counting * missed;

	counters_of(hot, with_calls)[1] += (UInt)n;
	if (with_calls) {
		callstack_totals[event] += modes.counting;
		callstack_totals[mispredicted] += n;
	}
}

static inline void
predict_branch(struct hot_segment *hot, UWord taken, Bool with_calls)
{
	count_branch(hot, EV_BC, EV_BCM,
	    predictor_conditional(&simulation.predictor, hot->branch, taken),
	    with_calls);
}

static inline void
predict_jump(struct hot_segment *hot, Addr target, Bool with_calls)
{
	count_branch(hot, EV_BI, EV_BIM,
	    predictor_indirect(&simulation.predictor, hot->branch, target),
	    with_calls);
}

/*
 * Macros define the functions, an exception to the rule against them: the
 * functions differ in nothing but two numbers, a flag and their parameters,
 * which C cannot vary otherwise, and the macros hide no control flow.
 */
/* clang-format off */
#define PLAIN(set, with_calls, sight, nlines, naccesses, addresses, ...)         \
	static void set##_plain_##nlines##_##naccesses(                        \
	    struct hot_segment *hot, ##__VA_ARGS__)                            \
	{                                                                      \
		execute(hot, nlines, naccesses, addresses, with_calls, sight);   \
	}
#define BRANCH(set, with_calls, sight, nlines, naccesses, addresses, ...)        \
	static void set##_branch_##nlines##_##naccesses(                       \
	    struct hot_segment *hot, ##__VA_ARGS__, UWord taken)               \
	{                                                                      \
		predict_branch(hot, taken, with_calls);                        \
		execute(hot, nlines, naccesses, addresses, with_calls, sight);   \
	}
#define JUMP(set, with_calls, sight, nlines, naccesses, addresses, ...)          \
	static void set##_jump_##nlines##_##naccesses(                         \
	    struct hot_segment *hot, ##__VA_ARGS__, Addr target)               \
	{                                                                      \
		predict_jump(hot, target, with_calls);                         \
		execute(hot, nlines, naccesses, addresses, with_calls, sight);   \
	}
#define UP_TO_FOUR_ACCESSES(FUNCTION, set, with_calls, sight, nlines)            \
	FUNCTION(set, with_calls, sight, nlines, 0, NULL)                        \
	FUNCTION(set, with_calls, sight, nlines, 1, ((Addr[]){a}), Addr a)       \
	FUNCTION(set, with_calls, sight, nlines, 2, ((Addr[]){a, b}), Addr a,    \
	    Addr b)                                                            \
	FUNCTION(set, with_calls, sight, nlines, 3, ((Addr[]){a, b, c}), Addr a, \
	    Addr b, Addr c)                                                    \
	FUNCTION(set, with_calls, sight, nlines, 4, ((Addr[]){a, b, c, d}), Addr a, \
	    Addr b, Addr c, Addr d)
/* a fifth address leaves no argument for a branch or a jump */
#define FUNCTIONS(set, with_calls, sight, nlines)                                \
	UP_TO_FOUR_ACCESSES(PLAIN, set, with_calls, sight, nlines)               \
	PLAIN(set, with_calls, sight, nlines, 5, ((Addr[]){a, b, c, d, e}), Addr a, \
	    Addr b, Addr c, Addr d, Addr e)                                    \
	UP_TO_FOUR_ACCESSES(BRANCH, set, with_calls, sight, nlines)              \
	UP_TO_FOUR_ACCESSES(JUMP, set, with_calls, sight, nlines)
#define FOUR_NAMES(name)                                                       \
	&name##_0, &name##_1, &name##_2, &name##_3, &name##_4
#define SET(set, with_calls, sight)                                              \
	FUNCTIONS(set, with_calls, sight, 1)                                     \
	FUNCTIONS(set, with_calls, sight, 2)                                     \
	const struct hot_function_set hot_functions_##set = {                  \
	    .plain = {{FOUR_NAMES(set##_plain_1), &set##_plain_1_5},           \
		{FOUR_NAMES(set##_plain_2), &set##_plain_2_5}},                \
	    .branch = {{FOUR_NAMES(set##_branch_1)},                           \
		{FOUR_NAMES(set##_branch_2)}},                                 \
	    .jump = {{FOUR_NAMES(set##_jump_1)},                               \
		{FOUR_NAMES(set##_jump_2)}},                                   \
	};

SET(alone, False, SEES_MISSES)
SET(calls, True, SEES_MISSES)
SET(alone_pages, False, SEES_PAGES)
SET(calls_pages, True, SEES_PAGES)
SET(alone_cores, False, SEES_WRITES)
SET(calls_cores, True, SEES_WRITES)
SET(alone_all, False, SEES_ALL)
SET(calls_all, True, SEES_ALL)
/* clang-format on */
