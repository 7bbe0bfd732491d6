/* SPDX-License-Identifier: BSD-2-Clause */
#include "folded_frames.h"
#include "libcli/cli.h"

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
