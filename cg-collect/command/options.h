/* SPDX-License-Identifier: BSD-2-Clause */
/* The interface of cg-collect: its command line and its exit statuses. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "environment.h"
#include "cg-collect/profiles/estimated_sum.h"
#include "libcli/cli.h"
#include "libnames/object_names.h"

struct options {
	struct cli_output output;
	bool at_terminal;  /* the profile is kept, and a report is shown */
	char *cg_annotate; /* which shows it, or NULL */
	const char *client_stdout; /* a path, or NULL */
	const char *as; /* the tool of Valgrind that is replaced, or NULL */
	bool calls;
	bool data;               /* misses by data are a profile */
	const char *data_file;   /* of that profile; NULL: it is the output */
	const char **data_types; /* SITE=TYPE, as users say */
	size_t ndata_types;
	bool miss_kinds;
	bool line_use; /* with how many bytes of lines are used */
	bool sharing;  /* with accesses to lines that threads share */
	bool allocs;   /* allocations are events */
	bool names_later;
	bool inline_given; /* --inline */
	struct names_options names;
	const char **directories; /* of the names */
	bool separate_threads;
	bool separate_processes;
	bool uncompressed_names;
	bool compressed_positions;
	bool stacks;
	char *stacks_least, *stacks_memory; /* options for the tool, or NULL */
	/* the option for the tool; NULL: no functions of scripts */
	const char *scripts;
	bool collect_jumps;
	bool loops;               /* has what loops are found from */
	bool for_cycles;          /* has what an estimate of cycles needs */
	struct estimate estimate; /* the profile has Cy, and lines */
	bool separate_dumps;      /* a file for each */
	bool trace_children;
	bool up_to_exec; /* --trace-children=no was given */
	bool quiet;
	bool expect_success; /* no profile of a program that fails */
	bool reproducible;
	bool counted_clock;
	const char *cpu;                   /* NULL: none was chosen */
	const struct memory_model *memory; /* the same */
	bool memory_is_host;
	int64_t cores; /* of it; 0: not given */
	char *cores_option,
	    *last_level;              /* for the tool, if there are several */
	bool names_variables;         /* --keep-env or --set-env was given */
	struct environment variables; /* of a reproducible run */
	int64_t dump_every;           /* seconds; 0: never */
	bool replaceable; /* the output is a regular file, or will be one */
	size_t ncore;
	char **core; /* options for Valgrind, in the order given */
	char **program;
};

/* Parses the command line.  Ends the program if it is wrong, and after an option that only
 * prints something. */
struct options options_parse(int argc, char **argv);

void options_release(struct options *options);

/* as env(1) has them */
enum {
	EXIT_FAILED = 125, /* cg-collect itself */
	EXIT_NOT_EXECUTABLE = 126,
	EXIT_NOT_FOUND = 127,
	EXIT_SIGNAL = 128, /* plus the number of the signal */
};

#endif
