/* SPDX-License-Identifier: BSD-2-Clause */
#include "folded_frames.h"
#include "libcli/cli.h"
#include "libquery/context_map.h"

struct cg_context
folded_frame(const struct cg_context *caller)
{
	return (struct cg_context){
	    .caller = caller,
	    .object = "",
	    .def_file = "???",
	    .function = "(folded)",
	};
}

struct cg_context
rest_frame(void)
{
	return (struct cg_context){
	    .object = "",
	    .def_file = "???",
	    .function = "(without callers)",
	};
}

struct cg_record
folded_row(enum cg_kind kind, const struct cg_context *context,
    const char *region, const int64_t *counts)
{
	struct cg_record row = context_map_row(context);

	row.kind = kind;
	row.context = context;
	row.region = region;
	row.counts = counts;
	row.target =
	    (struct cg_target){.object = "", .file = "", .function = ""};
	return row;
}

void
folded_subtract(int64_t *rest, const struct cg_record *folded, size_t nevents)
{
	for (size_t e = 0; e < nevents; e++)
		if (__builtin_sub_overflow(
			rest[e], folded->counts[e], &rest[e]))
			cli_die("the cost of folded stacks of %s does not fit "
				"in 64 bits",
			    folded->function);
}
