/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-collect: runs a program under our Valgrind tool and writes its profile.
 *
 *	command/	what the command line says, and the one of Valgrind:
 *	    options		the options, and the exit statuses
 *	    option_values	what the values of options may be
 *	    conflicts		options that mean nothing together
 *	    program		finds the program to profile
 *	    out_path		expands the path of the output
 *	    core_options	the names of the options of its core
 *	    valgrind		finds Valgrind and the tool, and builds its command line
 *	    libexec		finds the directory of the tool
 *	    memory_models	the processors of --memory
 *	    reproducible	pins addresses and the processor,
 *	    cpu			the levels of x86-64 of --cpu, and
 *	    environment		the variables of a reproducible run, which
 *	client_variables  names for the tool
 *	collect		one collection from start to end:
 *	collection	the state of a collection
 *	client_stdout	opens the standard output of the program
 *	child		runs Valgrind and waits for all processes,
 *	slowdown	compares its time with what it would be natively
 *	progress	draws the progress line, and asks the tool through
 *	shared_page	a page of memory for profiles before the end
 *	vgdb		makes processes that sleep look there
 *	outcome		writes the profiles, or explains why there are none
 *	refused_option	how the tool says that it did not start
 *	profile_files	writes the files of profiles, from
 *	profiles/	what the tool leaves:
 *	    spool		the directory in which it leaves profiles, which
 *	    cleanup		removes, even if this process is killed
 *	    processes		finds processes without a profile
 *	    profile_sum		adds up the profiles, names addresses
 *	    sum_rows		finds the part of a row, and names rows of scripts
 *	    sum_output		writes the sum
 *	    sum_messages	says what it lacks
 *	    estimated_sum	writes the sum with estimated cycles
 *	    not_entered		explains why functions were not entered
 *	data/		misses by data:
 *	    data_profile	writes them with names, from
 *	    raw_data		what the tool leaves of all processes
 *	    named_data		the names of data and fields, which need
 *	    asked_data		variables and types, and
 *	    site		where blocks are allocated
 *	allocation_names  functions that only pass blocks on
 *	compiled/	what the program leaves about code that it compiled:
 *	    compiled_read	reads all of that
 *	    compiled		names its functions, from
 *	    perf_map		a list of them for perf,
 *	    jitdump		files with their lines, and
 *	    compiled_name	what their names say
 *	first_screen	shows the start of the report on a terminal
 *	shim/		the program `valgrind` of --valgrind-path:
 *	    words		options from files and from VALGRIND_OPTS
 *	    translate		what each option is for cg-collect
 *	plugin/		the Valgrind tool; see its main.c
 *
 * This file checks all that can be known to fail before the program runs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgfmt.h"
#include "collect.h"
#include "command/cpu.h"
#include "command/memory_models.h"
#include "command/options.h"
#include "command/out_path.h"
#include "command/program.h"
#include "command/reproducible.h"
#include "command/valgrind.h"
#include "core.h"
#include "first_screen.h"
#include "libcli/cli.h"

/* refuses options that this version of the core cannot do: see plugin/core-has
 */
static void
check_core(const struct options *o)
{
	const char *option = NULL;

	if (o->dump_every > 0 && !CORE_SHARES_PAGES)
		option = "--dump-every";
	if (o->reproducible && !CORE_PINS)
		option = "--reproducible";
	if (cpu_is_level(o->cpu) && !CORE_PINS)
		option = "--cpu";
	if (option != NULL)
		cli_die("%s: not possible with valgrind %s", option,
		    CG_VALGRIND_VERSION);
	if (cpu_is_level(o->cpu) && cpu_first() == NULL)
		cli_die("--cpu=%s needs a processor of x86-64", o->cpu);
}

static void
check_program(char **program)
{
	const char *name = *program;
	char *path = program_find(name);

	if (path == NULL) {
		int status =
		    errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;

		cli_warn("cannot run %s: %s", name, strerror(errno));
		exit(status);
	}
	if (program_needs_path(name, path))
		*program = path; /* in use until the end */
	else
		free(path);
}

/* Ends the program if the file cannot be opened for writing; adds the hint. */
static void
check_opens(const struct options *o, const char *path, const char *hint)
{
	struct cg_error error;
	struct cg_output *trial =
	    cg_output_open(path, o->output.gzip_level, &error);

	if (trial == NULL)
		cli_die("%s%s", error.text, hint);
	cg_output_abandon(trial);
}

/* Without -o at a terminal, keeps the profile and shows the report. */
static void
choose_output(struct options *o)
{
	o->at_terminal = !o->output.is_given && first_screen_fits();
	if (o->at_terminal) {
		o->output.path = FIRST_SCREEN_PROFILE;
		o->cg_annotate = cli_program_beside("cg-annotate");
	} else {
		cli_spare_terminal(&o->output, CLI_PROFILE);
	}
}

/* Opening a pipe or a device could have an effect, so these are not checked.  True if
 * the file will be replaced. */
static bool
check_file(const struct options *o, const char *path, const char *hint)
{
	struct stat st;
	bool is_file = strcmp(path, "-") != 0;
	bool exists = is_file && stat(path, &st) == 0;
	bool replaceable = is_file && (!exists || S_ISREG(st.st_mode));

	if (replaceable || (exists && S_ISDIR(st.st_mode)))
		check_opens(o, path, hint);
	return replaceable;
}

/* Checks the file of --data=FILE.  The other one is the path of the profile. */
static void
check_data_file(const struct options *o, const char *other)
{
	char *path;
	bool replaceable;

	if (o->data_file == NULL)
		return;
	path = out_path_expand(o->data_file, getpid(), *o->program);
	if (out_path_is_of_process(o->data_file, o->trace_children) !=
	    out_path_is_of_process(o->output.path, o->trace_children))
		cli_usage("--data=FILE: expected %%p as in -o FILE: in both or "
			  "in neither");
	if (out_path_is_same(path, other))
		cli_usage("--data=FILE: must not be the file of the profile");
	replaceable = check_file(o, path, "");
	if (o->dump_every > 0 && !replaceable)
		cli_usage("--dump-every needs --data=FILE, a regular file");
	free(path);
}

static void
check_output(struct options *o)
{
	char *path = out_path_expand(o->output.path, getpid(), *o->program);

	o->replaceable = check_file(
	    o, path, o->at_terminal ? " (-o FILE writes to another file)" : "");
	if (o->dump_every > 0 && !o->replaceable)
		cli_usage("--dump-every needs -o FILE, a regular file");
	/* a pipe or a device gets all parts, as it must */
	if (o->as != NULL && !o->replaceable)
		o->separate_dumps = false;
	if (o->separate_dumps && !o->replaceable)
		cli_usage("--combine-dumps=no needs -o FILE, a regular file");
	check_data_file(o, path);
	free(path);
}

int
main(int argc, char **argv)
{
	struct options options;
	struct valgrind valgrind;
	int status;

	cli_begin();
	options = options_parse(argc, argv);
	choose_output(&options);
	check_core(&options);
	check_program(options.program);
	if (options.memory_is_host && !options.quiet)
		cli_warn("--memory=host: simulating %s, with %s of the last "
			 "level",
		    options.memory->name,
		    options.cores > 1 ? "these cores' share"
				      : "one core's share");
	check_output(&options);
	estimate_check(&options.estimate);
	valgrind_find(&valgrind, options.reproducible);
	if (options.reproducible)
		reproducible_pin_addresses();
	status = collect(&options, &valgrind);
	valgrind_release(&valgrind);
	options_release(&options);
	return status;
}
