// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A chain has a length for each place that was written.  A core looks only some hundred
 * instructions ahead, so what is older than that is done: no chain is shorter than the longest one
 * was then.
 */
#include "data/data.h"
#include "modes.h"
#include "forwarding.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#define WINDOW 256 /* instructions */
#define NPLACES 4096
#define PLACE_BITS 2

#define NREADERS 4096
#define RISE 16
#define MOST 240

/* Links of a chain: all, and those that vary. */
struct chain {
	ULong all, varying;
};

/* Four bytes that were written. */
struct place {
	Addr number;
	ULong time;
	struct chain chain;
};

/* An instruction that reads, in all superblocks and rounds of a loop that have it. */
struct reader {
	Addr number; /* its address in the object */
	Addr last;   /* what it read last */
	UInt varies; /* rises by RISE if this changes, and falls by 1 if not */
};

ULong forwarding_clock;

static struct {
	struct place *places;
	struct reader *readers;
	struct chain reads[64]; /* of the superblock that runs */
	struct chain longest, before, floor;
	ULong begin; /* of this window; before: the longest chain then */
} state;

void
forwarding_init(void)
{
	if (!modes.forwarding)
		return;
	if (!modes.caches)
		VG_(fmsg_bad_option)("--forwarding", "needs --cache-sim=yes\n");
	modes.all_accesses = True;
	state.places =
	    VG_(calloc)("cgcollect.places", NPLACES, sizeof *state.places);
	state.readers =
	    VG_(calloc)("cgcollect.readers", NREADERS, sizeof *state.readers);
}

static struct chain
longer(struct chain a, struct chain b)
{
	return (struct chain){a.all > b.all ? a.all : b.all,
	    a.varying > b.varying ? a.varying : b.varying};
}

static void
move_window(ULong time)
{
	if (time - state.begin < WINDOW)
		return;
	state.floor = state.before;
	state.before = state.longest;
	state.begin = time;
}

/* True if the instruction was often elsewhere, of late: such a read is not renamed to a register. */
static Bool
is_varying(const struct segment *segment, UInt step, Addr addr)
{
	Addr number = segment_step_address(segment, step);
	struct reader *reader = &state.readers[number % NREADERS];

	if (reader->number != number)
		*reader = (struct reader){number, addr, 0};
	if (reader->last != addr)
		reader->varies =
		    reader->varies < MOST ? reader->varies + RISE : MOST;
	else if (reader->varies > 0)
		reader->varies--;
	reader->last = addr;
	return reader->varies > RISE;
}

/* Returns the chain of what is read. */
static struct chain
read_place(Addr addr, Bool varying, ULong time)
{
	Addr number = addr >> PLACE_BITS;
	const struct place *place = &state.places[number % NPLACES];
	struct chain chain = state.floor;

	if (place->number != number || time - place->time > WINDOW)
		return chain;
	chain = longer(chain, place->chain);
	chain.all++;
	chain.varying += varying;
	return chain;
}

static void
write_places(const struct data_flow *flow, Addr first, Addr last, ULong time)
{
	struct chain chain = state.floor;

	for (ULong from = flow->from; from != 0; from &= from - 1)
		chain = longer(chain, state.reads[__builtin_ctzll(from)]);
	for (Addr number = first >> PLACE_BITS; number <= last >> PLACE_BITS;
	     number++)
		state.places[number % NPLACES] =
		    (struct place){number, time, chain};
}

/* Takes a longer chain. */
static UInt
compare(struct chain chain)
{
	UInt facts =
	    (chain.all > state.longest.all ? LONGER_CHAIN : 0) |
	    (chain.varying > state.longest.varying ? LONGER_VARYING_CHAIN : 0);

	state.longest = longer(state.longest, chain);
	return facts;
}

UInt
forwarding_see(
    const struct segment *segment, const struct access *access, Addr addr)
{
	const struct data_flow *flow =
	    segment_flows(segment) + (access - segment_accesses(segment));
	ULong time = forwarding_clock + access->step;
	UInt facts = 0;

	move_window(time);
	if (access->event == EV_DR) {
		Bool varying = is_varying(segment, access->step, addr) ||
			       !flow->is_register;
		struct chain chain = read_place(addr, varying, time);

		facts = compare(chain);
		if (flow->bit)
			state.reads[__builtin_ctzll(flow->bit)] = chain;
	}
	/* also one that reads and writes */
	if (access->kind == ACCESS_WRITES)
		write_places(flow, addr, addr + access->size - 1, time);
	return facts;
}
