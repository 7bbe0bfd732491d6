/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-merge: merges profiles into one.
 *
 *	merge		the steps from inputs to output
 *	profiles	opens inputs: events, header, summaries
 *	row_sums	merges rows in memory
 *	stream		merges sorted profiles while they are read
 *	runs		sums in temporary files
 *	operation	sum, minimum and maximum of counts
 *	store		locks the profile that --append adds to
 *
 * This file holds the options and the order of the inputs.
 */
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libcli/inputs.h"
#include "merge.h"
#include "libquery/header/partial.h"
#include "store.h"

struct options {
	enum operation operation;
	bool common_events;
	bool partial;
	const char *files0;
	const char *store;
	struct profile_output output;
};

enum { OPT_OP = CLI_FIRST, OPT_COMMON_EVENTS, OPT_FILES0_FROM, OPT_APPEND };

/* clang-format off */

static const struct cli_option option_rows[] = {
	{"op", OPT_OP, "=sum|min|max", CLI_USUAL, "how to combine rows [sum]"},
	{"common-events", OPT_COMMON_EVENTS, NULL, CLI_USUAL,
	    "keep the events that all profiles have"},
	{"files0-from", OPT_FILES0_FROM, "=FILE", CLI_USUAL,
	    "read the paths from FILE, each ending in NUL"},
	{"append", OPT_APPEND, "=STORE", CLI_USUAL,
	    "add to the profile STORE, under a lock"},
	PARTIAL_OPTION,
	PROFILE_OUTPUT_OPTIONS,
	PROFILE_FORMAT_OPTION,
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-merge",
    .operands = "[options] [profile...]",
    .purpose =
	"Add up profiles in Cachegrind's and Callgrind's format, row by row. The header\n"
	"comes from the first one. \"-\", or no operand, is standard input.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
};

static enum operation
parse_operation(const char *name)
{
	static const char *const names[] = {
	    [OP_SUM] = "sum",
	    [OP_MIN] = "min",
	    [OP_MAX] = "max",
	};

	for (int i = OP_SUM; i <= OP_MAX; i++)
		if (strcmp(name, names[i]) == 0)
			return (enum operation)i;
	cli_usage("--op: expected sum, min or max, found \"%s\"", name);
}

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_OP:
		o->operation = parse_operation(optarg);
		break;
	case OPT_COMMON_EVENTS:
		o->common_events = true;
		break;
	case OPT_PARTIAL:
		o->partial = true;
		break;
	case OPT_FILES0_FROM:
		o->files0 = optarg;
		break;
	case OPT_APPEND:
		o->store = optarg;
		break;
	default:
		profile_output_option(&o->output, c);
	}
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.output = PROFILE_OUTPUT};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		take_option(&o, c);
	if (o.store != NULL && strcmp(o.output.stream.path, "-") != 0)
		cli_usage("--append and --output exclude one another");
	if (o.store != NULL && o.operation != OP_SUM)
		cli_usage("--append excludes --op: it adds up");
	if (o.store != NULL && o.common_events)
		cli_usage("--append excludes --common-events: it keeps the "
			  "store's events");
	if (o.store != NULL && strcmp(o.store, "-") == 0)
		cli_usage("--append: expected a file, found standard output");
	if (o.files0 != NULL && optind < argc)
		cli_usage("--files0-from and operands exclude one another");
	if (o.store != NULL) {
		o.output.stream.path = o.store;
		o.output.stream.is_given = true;
	}
	return o;
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);
	struct merge *merge =
	    merge_new(o.operation, o.common_events, o.partial, &o.output);
	struct inputs inputs;
	bool exists = false; /* the store */

	if (o.files0 != NULL)
		inputs_from_file(&inputs, o.files0);
	else
		inputs_from_operands(&inputs, argc, argv);
	cli_spare_terminal(&o.output.stream, CLI_PROFILE);
	if (o.store != NULL) {
		exists = store_lock(o.store);
		o.output.creates = !exists;
		if (exists)
			inputs_prepend(&inputs, o.store);
	}
	merge_read(merge, inputs.paths, inputs.n);
	if (o.store != NULL && !exists)
		store_demand_none(o.store);
	merge_write(merge);
	merge_free(merge);
	inputs_release(&inputs);
	return 0;
}
