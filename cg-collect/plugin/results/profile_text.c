// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes the profile as text: counts of instructions, which cg-collect adds up
 * over all processes, and names.
 */
#include "calls/calls.h"
#include "containers/interned.h"
#include "counting/counted_clock.h"
#include "counting/regions.h"
#include "counting/toggle.h"
#include "data/data_text.h"
#include "events.h"
#include "modes.h"
#include "objects/jitdump.h"
#include "objects/objects.h"
#include "pinned/cpuid.h"
#include "scripts/scripts.h"
#include "simulation/geometry.h"
#include "simulation/memory_model.h"
#include "spool/destination.h"
#include "spool/file.h"
#include "callgrind_text.h"
#include "folding.h"
#include "profile_text.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

static const HChar first_lines[] =
    "# callgrind format\nversion: 1\ncreator: cg-tools\n";

static struct {
	Bool has_build_ids; /* one was written */
	UInt nprofiles;     /* that were written, with the current one */
} put;

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
put_event_names(void)
{
	file_put("events:");
	for (Int i = 0; i < NEVENTS; i++) {
		if (!event_is_recorded(i))
			continue;
		file_put(" ");
		file_put(event_table[i].name);
	}
	file_put("\n");
}

/* Writes a path in the description of build IDs, where ";" separates. */
static void
put_path(const HChar *path)
{
	HChar text[2] = "";

	for (; *path; path++) {
		text[0] = *path;
		file_put(*path == ';' ? "\\x3b" : text);
	}
}

/* If several files had the path, addresses are only written of the first. */
static void
put_build_id(const struct object *object)
{
	if (object->has_namesake)
		return;
	file_put(put.has_build_ids ? "; " : "desc: Build IDs:        ");
	file_put(object->build_id);
	file_put(" ");
	put_path(object->path);
	put.has_build_ids = True;
}

static void
put_build_ids(void)
{
	put.has_build_ids = False;
	objects_visit(put_build_id);
	if (put.has_build_ids)
		file_put("\n");
}

static void
put_text(const HChar *key, const HChar *text)
{
	file_put(key);
	file_put(text);
	file_put("\n");
}

static void
put_jitdump(const HChar *path)
{
	put_text("desc: Jitdump:          ", path);
}

static void
put_not_entered(const HChar *function)
{
	HChar *escaped = name_escape(function);

	file_put("desc: Not entered:      ");
	file_put(escaped);
	file_put("\n");
	VG_(free)(escaped);
}

static void
put_not_entered_in(const HChar *object)
{
	put_text("desc: Not entered in:   ", object);
}

static void
put_command(void)
{
	file_put("cmd: ");
	destination_put_command();
	file_put("\n");
}

static void
put_field(const HChar *key, ULong number)
{
	file_put(key);
	file_put_number(number);
	file_put("\n");
}

static void
put_folded(void)
{
	if (folding_bound() == 0)
		return;
	file_put("desc: Folded stacks:    at most ");
	file_put_number(folding_bound());
	if (folding_lacking() > 0) {
		file_put(" CEst; those kept lack at most ");
		file_put_number(folding_lacking());
	}
	file_put(" CEst\n");
}

static void
put_description(void)
{
	put_cache("I1", &geometries.I1);
	put_cache("D1", &geometries.D1);
	put_cache("LL", &geometries.LL);
	memory_model_describe(put_text);
	if (cpuid_name())
		put_text("desc: CPU:              ", cpuid_name());
	if (counted_clock_is_shown())
		put_text("desc: Clock:            ", "counted");
	if (modes.calls)
		put_field("desc: Recursion levels: ", (ULong)calls_levels());
	scripts_describe(put_text);
	put_folded();
	put_build_ids();
	jitdump_visit(put_jitdump);
	toggle_visit_unmatched(put_not_entered, put_not_entered_in);
	file_put("desc: Names:            later");
	if (modes.calls || modes.dumps)
		file_put(modes.addresses ? ", with calls and addresses"
					 : ", with calls");
	if (!modes.addresses && !modes.build_ids)
		file_put(", without build IDs");
	file_put("\n");
	put_command();
}

/* Writes them once in a profile, though several threads have parts of the region.
 */
static void
put_entries(struct region *region)
{
	if (region->text_profile != put.nprofiles)
		put_field("# entries=", region->entries);
	region->text_profile = put.nprofiles;
}

static void
put_parts(const HChar *trigger)
{
	ULong totals[NEVENTS];
	struct region *region;
	UInt part = 0, thread;
	Bool more;

	put.nprofiles++;
	callgrind_collect_rows(modes.threads || modes.regions);
	do {
		file_put(first_lines);
		put_description();
		if (trigger)
			put_text("desc: Dump: ", trigger);
		thread = callgrind_next_thread();
		if (thread > 0) {
			put_field("part: ", ++part);
			put_field("thread: ", thread);
		}
		region = callgrind_next_region();
		if (region)
			put_text("desc: Region: ", region->path);
		file_put("positions: instr\n");
		put_event_names();
		if (region)
			put_entries(region);
		more = callgrind_put_part(totals);
		file_put("totals:");
		callgrind_put_counts(totals);
	} while (more);
}

Bool
profile_write(const HChar *trigger, const HChar *file)
{
	HChar *escaped = trigger ? name_escape(trigger) : NULL;

	file_open(file);
	put_parts(escaped);
	VG_(free)(escaped);
	return file_close();
}

Bool
profile_write_data(const HChar *file)
{
	file_open(file);
	file_put(first_lines);
	put_cache("D1", &geometries.D1);
	put_cache("LL", &geometries.LL);
	memory_model_describe(put_text);
	if (modes.calls)
		put_field("desc: Recursion levels: ", (ULong)calls_levels());
	put_build_ids();
	jitdump_visit(put_jitdump);
	data_put_descriptions();
	put_command();
	data_put_rows();
	return file_close();
}
