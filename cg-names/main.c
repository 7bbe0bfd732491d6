/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-names: finds the names of a profile of addresses, and answers the other tools about
 * programs and libraries.
 *
 * As a filter it asks itself, as all tools do: libnames starts `cg-names --serve`, so
 * damaged debug information ends that process and not the profile.
 *
 *	later_names	names a profile
 *	serve/		answers other tools
 *	  serve		  a request after another
 *	  request	  reads one
 *	  code_answer	  where the code is, and its functions and instructions
 *	  flow		  what instructions do to the flow of control
 *	  code_keys	  tells the code of functions without names apart
 *	  x86_code	  the sizes of its instructions
 *	reply/		an answer, as it is collected and written
 *	  reply		  about code
 *	  data_reply	  about data
 *	object/		the files of an object
 *	  object	  all of them
 *	  limits	  the time and memory for them, because they can be hostile
 *	  debug_file	  finds those that are separate
 *	  debuginfod	  fetches those, and sources
 *	  identity	  tells builds of a file apart
 *	  symbols	  functions and data
 *	  function_ranges  where functions are, also without symbols
 *	  section_bytes	  numbers and strings in a section
 *	lines/		files and lines
 *	  address_lines	  of addresses
 *	  units		  finds the compilation unit of an address
 *	  unit_files	  the files that entries refer to
 *	  line_table	  reads a line table
 *	  producers	  which compilers made the object
 *	entries/	the entries of debug information
 *	  entry		  what one says about itself
 *	  enclosing	  what is around it
 *	  language	  whose names they are
 *	  rust_name	  names of Rust's older mangling
 *	  cxx_text	  the text of a name
 *	  cxx_name	  builds names that the debug information does not have
 *	  cxx_type	  types in them
 *	  cxx_template	  arguments of templates
 *	  cxx_value	  values of these
 *	  cxx_spelled	  those that only the compiler's name has
 *	  cxx_unnamed	  types without names
 *	  cxx_lambda	  lambdas
 *	inlined/	functions that were inlined
 *	  scopes	  finds them
 *	  scope_tree	  functions around addresses, and what is in them
 *	  hosts		  where functions of some names were inlined
 *	  function_name	  their names
 *	  copies	  the symbols of those that also have code of their own
 *	  rust_names	  tells functions of Rust apart that have one name
 *	data/		variables and types
 *	  variables	  at addresses
 *	  variable_entries  those that debug information describes
 *	  type_reply	  adds types to the reply, each once
 *	  layout	  their fields
 *	  types		  what is known of an object's types
 *	  type_index	  by name
 *	  type_name	  as users write them
 *	  type_entry	  what their entries say
 *	sites/		the types of what calls allocate
 *	  sites		  all calls of a request
 *	  site		  one of them, and what its rules share
 *	  wanted_type	  by its name
 *	  cookie	  what comes before an array
 *	  folded	  functions whose code is another's, too
 *	  allocators	  by functions of C++ and Rust
 *	  takers	  by what gets the result
 *	  result	  where that goes
 *	  amd64		  instructions
 *	  location	  where variables are
 *	  source_line	  by the source
 *	  source_expression  types of expressions there
 *	  statement	  its text
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cg-names/serve/serve.h"
#include "libcli/cli.h"
#include "libnames/protocol.h"
#include "later_names.h"

enum { OPT_DEBUGINFOD = CLI_FIRST, OPT_INLINE, OPT_SERVE };

/* clang-format off */

static const struct cli_option option_rows[] = {
	{"inline", OPT_INLINE, "=yes|no", CLI_USUAL,
	    "give inlined functions their own rows [yes]"},
	{"debuginfod", OPT_DEBUGINFOD, NULL, CLI_USUAL,
	    "ask the servers of DEBUGINFOD_URLS, too"},
	CLI_OUTPUT_OPTIONS,
	{"compress-strings", PROFILE_OUTPUT_STRINGS, "=yes|no", CLI_RARE,
	    "numbers for names in Callgrind's format [yes, if inlined "
	    "functions have rows]"},
	{"compress-pos", PROFILE_OUTPUT_POSITIONS, "=yes|no", CLI_RARE,
	    "relative positions in Callgrind's format [no]"},
	{"serve", OPT_SERVE, "=VERSION", CLI_RARE,
	    "answer another tool, which starts it so"},
	CLI_OPTIONS,
};

/* clang-format on */

const struct cli_program cli_program = {
    .name = "cg-names",
    .operands = "[options] [directory...] [profile]",
    .purpose =
	"Find files, lines and functions of a profile of addresses by cg-collect.\n"
	"Without a profile, or with \"-\", read it from standard input. Look for debug\n"
	"files in the directories.\n",
    .options = option_rows,
    .failure = CLI_FAILURE,
};

struct options {
	struct names_options names;
	const char **directories; /* of the names */
	const char *profile;      /* NULL: no operand gives it */
	struct profile_output output;
	const char *client_version; /* NULL: nobody is served */
};

static void
take_option(struct options *o, int c)
{
	switch (c) {
	case OPT_DEBUGINFOD:
		o->names.debuginfod = true;
		break;
	case OPT_INLINE:
		o->names.inlined = cli_yes_no("--inline", optarg);
		break;
	case OPT_SERVE:
		o->client_version = optarg;
		break;
	default:
		profile_output_option(&o->output, c);
	}
}

/* What is no directory is the profile, also if it does not exist. */
static void
take_operand(struct options *o, const char *operand)
{
	struct names_options *names = &o->names;
	struct stat st;

	if (strcmp(operand, "-") != 0 && stat(operand, &st) == 0 &&
	    S_ISDIR(st.st_mode)) {
		o->directories = cli_grow(o->directories, names->ndirectories,
		    sizeof(*o->directories));
		o->directories[names->ndirectories++] = operand;
		names->directories = o->directories;
		return;
	}
	if (o->profile != NULL)
		cli_usage(
		    "expected one profile, found a second: \"%s\"", operand);
	o->profile = operand;
}

int
main(int argc, char **argv)
{
	struct options o = {.output = PROFILE_OUTPUT, .names.inlined = true};
	int c;

	cli_begin();
	while ((c = cli_next_option(argc, argv)) != -1)
		take_option(&o, c);
	if (o.client_version != NULL) {
		/* the protocol changes without notice */
		if (strcmp(o.client_version, CG_VERSION) != 0)
			return NAMES_OTHER_VERSION;
		serve();
		return 0;
	}
	while (optind < argc)
		take_operand(&o, argv[optind++]);
	if (o.profile == NULL || strcmp(o.profile, "-") == 0)
		cli_stdin();
	cli_spare_terminal(&o.output.stream, CLI_PROFILE);
	later_names_write(
	    o.profile == NULL ? "-" : o.profile, &o.names, &o.output);
	free(o.directories);
	return 0;
}
