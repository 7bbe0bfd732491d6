// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes the profile as text in canonical form: rows are sorted, names are
 * written once and spaces are single, so that equal counts give equal files.
 */
#include "profile_text.h"
#include "callgrind_text.h"
#include "costs.h"
#include "process/destination.h"
#include "events.h"
#include "process/cpuid.h"
#include "process/file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

static Bool
is_recorded(const struct profile_header *header, enum event event)
{
	switch (event_table[event].condition) {
	case WITH_CACHES:
		return header->cache_sim;
	case WITH_BRANCHES:
		return header->branch_sim;
	default:
		return True;
	}
}

static void
put_cache(const HChar *name, const struct geometry *shape)
{
	HChar text[64];

	geometry_describe(shape, text, sizeof text);
	file_put("desc: ");
	file_put(name);
	file_put(" cache:         ");
	file_put(text);
	file_put("\n");
}

static void
put_event_names(const struct profile_header *header)
{
	file_put("events:");
	for (Int i = 0; i < NEVENTS; i++) {
		if (!is_recorded(header, i))
			continue;
		file_put(" ");
		file_put(event_table[i].name);
	}
	file_put("\n");
}

static void
put_counts(const struct profile_header *header, const ULong counts[NEVENTS])
{
	for (Int i = 0; i < NEVENTS; i++) {
		if (!is_recorded(header, i))
			continue;
		file_put(" ");
		file_put_number(counts[i]);
	}
	file_put("\n");
}

/* Compares pointers, because names are interned. */
static void
put_names(const struct cost *cost, const struct cost *before)
{
	Bool new_file = !before || cost->file != before->file;

	if (new_file) {
		file_put("fl=");
		file_put(cost->file);
		file_put("\n");
	}
	if (new_file || cost->function != before->function) {
		file_put("fn=");
		file_put(cost->function);
		file_put("\n");
	}
}

static void
put_rows(const struct profile_header *header)
{
	UInt ncosts;
	struct cost **costs = costs_sorted(&ncosts);

	for (UInt i = 0; i < ncosts; i++) {
		put_names(costs[i], i > 0 ? costs[i - 1] : NULL);
		file_put_number((ULong)costs[i]->line);
		put_counts(header, costs[i]->counts);
	}
	VG_(free)(costs);
}

static void
put_description(const struct profile_header *header)
{
	put_cache("I1", &header->caches.I1);
	put_cache("D1", &header->caches.D1);
	put_cache("LL", &header->caches.LL);
	if (cpuid_name()) {
		file_put("desc: CPU:              ");
		file_put(cpuid_name());
		file_put("\n");
	}
	file_put("cmd: ");
	destination_put_command();
	file_put("\n");
}

static void
put_cachegrind(const struct profile_header *header)
{
	ULong totals[NEVENTS];

	put_description(header);
	put_event_names(header);
	put_rows(header);
	costs_add_up(totals);
	file_put("summary:");
	put_counts(header, totals);
}

static void
put_field(const HChar *key, UInt number)
{
	file_put(key);
	file_put_number(number);
	file_put("\n");
}

static void
put_callgrind(const struct profile_header *header)
{
	ULong totals[NEVENTS];
	UInt part = 0, thread;
	Bool more;

	callgrind_collect_rows(header->addresses);
	do {
		file_put("# callgrind format\nversion: 1\ncreator: cg-tools\n");
		put_description(header);
		thread = callgrind_next_thread();
		if (thread > 0) {
			put_field("part: ", ++part);
			put_field("thread: ", thread);
		}
		file_put(header->addresses ? "positions: instr line\n"
					   : "positions: line\n");
		put_event_names(header);
		more = callgrind_put_part(header, put_counts, totals);
		file_put("totals:");
		put_counts(header, totals);
	} while (more);
}

Bool
profile_write(const struct profile_header *header, const HChar *file)
{
	file_open(file);
	if (header->calls)
		put_callgrind(header);
	else
		put_cachegrind(header);
	return file_close();
}
