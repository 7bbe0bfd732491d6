// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Prints the totals on standard error in Cachegrind's layout: three columns,
 * each as wide as the number of references in it, and what was folded.
 */
#include "calls/callgraph.h"
#include "calls/costs.h"
#include "modes.h"
#include "process/log.h"
#include "translation/superblock.h"
#include "end_report.h"
#include "folding.h"
#include "parts.h"

#include "valgrind.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

/* The counts of two kinds of event, such as reads and writes, and their sum. */
struct count_pair {
	ULong both, first, second;
};

struct column_widths {
	Int both, first, second;
};

static Int
width(ULong number)
{
	Int digits = 1;

	while (number >= 10) {
		number /= 10;
		digits++;
	}
	return digits + (digits - 1) / 3; /* a comma every three digits */
}

static ULong
larger(ULong a, ULong b)
{
	return a > b ? a : b;
}

static double
percent(ULong part, ULong whole)
{
	return (double)part * 100.0 / (double)larger(whole, 1);
}

static struct count_pair
pair(ULong first, ULong second)
{
	return (struct count_pair){first + second, first, second};
}

/* The formats are built, because the core's printf takes no '*' with the comma
 * flag. */
static void
print_count(const HChar *label, ULong count, Int columns)
{
	HChar format[32];

	VG_(sprintf)(format, "%%s %%,%dllu\n", columns);
	VG_(umsg)(format, label, count);
}

/* kinds are the texts after the second and the third count. */
static void
print_row(const HChar *label, struct count_pair counts,
    struct column_widths columns, const HChar *const kinds[2])
{
	HChar format[64];

	VG_(sprintf)(format, "%%s %%,%dllu  (%%,%dllu %s + %%,%dllu %s)\n",
	    columns.both, columns.first, kinds[0], columns.second, kinds[1]);
	VG_(umsg)(format, label, counts.both, counts.first, counts.second);
}

static void
print_rates(const HChar *label, struct count_pair parts,
    struct count_pair wholes, struct column_widths columns, const HChar *end)
{
	VG_(umsg)("%s %*.1f%% (%*.1f%%     + %*.1f%%%s)\n", label, columns.both,
	    percent(parts.both, wholes.both), columns.first,
	    percent(parts.first, wholes.first), columns.second,
	    percent(parts.second, wholes.second), end);
}

static void
print_instructions(const ULong totals[NEVENTS], Int columns)
{
	print_count("I1  misses:   ", totals[EV_I1MR], columns);
	print_count("LLi misses:   ", totals[EV_ILMR], columns);
	VG_(umsg)("I1  miss rate: %*.2f%%\n", columns,
	    percent(totals[EV_I1MR], totals[EV_IR]));
	VG_(umsg)("LLi miss rate: %*.2f%%\n", columns,
	    percent(totals[EV_ILMR], totals[EV_IR]));
	VG_(umsg)("\n");
}

static void
print_data(const ULong totals[NEVENTS], const HChar *label,
    struct column_widths columns)
{
	static const HChar *const kinds[2] = {"rd  ", "wr"};
	struct count_pair refs = pair(totals[EV_DR], totals[EV_DW]);
	struct count_pair misses = pair(totals[EV_D1MR], totals[EV_D1MW]);
	struct count_pair last = pair(totals[EV_DLMR], totals[EV_DLMW]);

	print_row(label, refs, columns, kinds);
	print_row("D1  misses:   ", misses, columns, kinds);
	print_row("LLd misses:   ", last, columns, kinds);
	print_rates("D1  miss rate:", misses, refs, columns, "  ");
	print_rates("LLd miss rate:", last, refs, columns, "  ");
	VG_(umsg)("\n");
}

/* References of the last level are the misses of the level before it, but its miss rate
 * refers to all accesses.  Instructions count as reads. */
static void
print_last_level(const ULong totals[NEVENTS], struct column_widths columns)
{
	static const HChar *const kinds[2] = {"rd  ", "wr"};
	struct count_pair refs =
	    modes.memory
		? pair(totals[EV_I2MR] + totals[EV_D2MR], totals[EV_D2MW])
		: pair(totals[EV_I1MR] + totals[EV_D1MR], totals[EV_D1MW]);
	struct count_pair misses =
	    pair(totals[EV_ILMR] + totals[EV_DLMR], totals[EV_DLMW]);
	struct count_pair accesses =
	    pair(totals[EV_IR] + totals[EV_DR], totals[EV_DW]);

	print_row("LL refs:      ", refs, columns, kinds);
	print_row("LL misses:    ", misses, columns, kinds);
	print_rates("LL miss rate: ", misses, accesses, columns, "  ");
}

/* What --memory adds.  Instructions count as reads. */
static void
print_memory(const ULong totals[NEVENTS], struct column_widths columns)
{
	static const HChar *const kinds[2] = {"rd  ", "wr"};

	VG_(umsg)("\n");
	print_row("L2 misses:    ",
	    pair(totals[EV_I2MR] + totals[EV_D2MR], totals[EV_D2MW]), columns,
	    kinds);
	print_row("TLB misses:   ",
	    pair(totals[EV_ITMR] + totals[EV_DTMR], totals[EV_DTMW]), columns,
	    kinds);
	print_row("STLB misses:  ",
	    pair(totals[EV_ISMR] + totals[EV_DSMR], totals[EV_DSMW]), columns,
	    kinds);
	print_row("D1 covered:   ", pair(totals[EV_D1MRP], totals[EV_D1MWP]),
	    columns, kinds);
	print_row("L2 covered:   ", pair(totals[EV_D2MRP], totals[EV_D2MWP]),
	    columns, kinds);
	print_row("LL covered:   ", pair(totals[EV_DLMRP], totals[EV_DLMWP]),
	    columns, kinds);
}

static void
print_branches(const ULong totals[NEVENTS], struct column_widths columns)
{
	static const HChar *const kinds[2] = {"cond", "ind"};
	struct count_pair branches = pair(totals[EV_BC], totals[EV_BI]);
	struct count_pair missed = pair(totals[EV_BCM], totals[EV_BIM]);

	VG_(umsg)("\n");
	print_row("Branches:     ", branches, columns, kinds);
	print_row("Mispredicts:  ", missed, columns, kinds);
	print_rates("Mispred rate: ", missed, branches, columns, "   ");
}

/* Returns event number i in Callgrind's order; events that it has not come after its own. */
static enum event
callgrind_event(Int i)
{
	static const enum event own[] = {EV_IR, EV_DR, EV_DW, EV_I1MR, EV_D1MR,
	    EV_D1MW, EV_ILMR, EV_DLMR, EV_DLMW, EV_BC, EV_BCM, EV_BI, EV_BIM};

	STATIC_ASSERT(sizeof own / sizeof *own == EV_AL);
	return i < EV_AL ? own[i] : (enum event)i;
}

/* Prints the events and their totals in two lines, as Callgrind does. */
static void
print_collected(const ULong totals[NEVENTS])
{
	VG_(umsg)("Events    :");
	for (Int i = 0; i < NEVENTS; i++)
		if (event_is_recorded(callgrind_event(i)))
			VG_(umsg)(" %s", event_table[callgrind_event(i)].name);
	VG_(umsg)("\nCollected :");
	for (Int i = 0; i < NEVENTS; i++)
		if (event_is_recorded(callgrind_event(i)))
			VG_(umsg)(" %llu", totals[callgrind_event(i)]);
	VG_(umsg)("\n\n");
}

void
end_report_print(void)
{
	/* later versions of Cachegrind write one blank, Callgrind three */
	Bool one_blank =
	    log_manner == OF_CACHEGRIND && __VALGRIND_MINOR__ >= 21;
	ULong totals[NEVENTS];

	parts_total(totals);

	struct column_widths columns = {
	    .both = width(totals[EV_IR]),
	    .first = width(larger(totals[EV_DR], totals[EV_BC])),
	    .second = width(larger(totals[EV_DW], totals[EV_BI])),
	};

	if (log_manner == OF_CALLGRIND)
		print_collected(totals);
	print_count(one_blank ? "I refs:       " : "I   refs:     ",
	    totals[EV_IR], columns.both);
	if (modes.caches) {
		print_instructions(totals, columns.both);
		print_data(totals,
		    one_blank ? "D refs:       " : "D   refs:     ", columns);
		print_last_level(totals, columns);
	}
	if (modes.memory)
		print_memory(totals, columns);
	if (modes.branches)
		print_branches(totals, columns);
}

void
end_report_print_folded(void)
{
	ULong totals[NEVENTS];

	if (!contexts_are_stacks() || folding_lacking() == 0)
		return;
	parts_total(totals);
	if ((double)folding_lacking() * 1e9 >
	    (double)contexts_rules()->least * (double)totals[EV_IR])
		VG_(umsg)("to save memory, stacks of up to %llu instructions "
			  "(%.3f %%) were folded (--stacks-memory)\n",
		    folding_lacking(),
		    percent(folding_lacking(), totals[EV_IR]));
}
