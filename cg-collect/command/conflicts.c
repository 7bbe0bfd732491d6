/* SPDX-License-Identifier: BSD-2-Clause */
/* Knows what each option needs or excludes. */
#include <string.h>

#include "conflicts.h"
#include "libcli/cli.h"
#include "memory_models.h"

/* The tool can read this many arguments of a function. */
#define MOST_ARGUMENTS 5

bool
options_core_has(const struct options *o, const char *name)
{
	for (size_t i = 0; i < o->ncore; i++)
		if (strncmp(o->core[i], name, strlen(name)) == 0 &&
		    o->core[i][strlen(name)] == '=')
			return true;
	return false;
}

/* Refuses options that mean nothing without calls. */
static void
refuse_options_of_calls(const struct options *o)
{
	static const char *const names[] = {"--separate-callers",
	    "--separate-recs", "--dump-instr", "--fn-skip", "--obj-skip",
	    "--skip-plt"};

	if (o->separate_threads)
		cli_usage("--separate-threads needs --calls");
	if (o->separate_processes)
		cli_usage("--separate-processes needs --calls; without, %%c "
			  "in -o writes a file for each process");
	if (o->collect_jumps)
		cli_usage("--collect-jumps needs --calls");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (options_core_has(o, names[i]))
			cli_usage("%s needs --calls", names[i]);
}

bool
options_core_says(const struct options *o, const char *name, bool standard)
{
	size_t len = strlen(name);
	bool yes = standard;

	for (size_t i = 0; i < o->ncore; i++)
		if (strncmp(o->core[i], name, len) == 0 &&
		    o->core[i][len] == '=')
			yes = strcmp(o->core[i] + len + 1, "no") != 0;
	return yes;
}

static bool
has_caches(const struct options *o)
{
	return options_core_says(o, "--cache-sim", true);
}

static void
check_memory(const struct options *o)
{
	static const char *const names[] = {"--tlb", "--prefetch"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (o->memory == NULL && options_core_has(o, names[i]))
			cli_usage("%s needs --memory", names[i]);
	if (o->memory == NULL && o->cores > 0)
		cli_usage("--cores needs --memory");
	if (o->memory != NULL && !has_caches(o))
		cli_usage("--memory needs --cache-sim=yes");
	if (o->memory != NULL)
		memory_model_check_caches(o->memory, o->core, o->ncore);
	if (o->memory_is_host && o->reproducible)
		cli_usage("--reproducible excludes --memory=host, which is "
			  "another model on another machine; name one");
}

/* Refuses options that leave no misses by data. */
static void
refuse_options_without_data(const struct options *o)
{
	if (!has_caches(o))
		cli_usage("--data needs --cache-sim=yes");
	if (o->names_later)
		cli_usage("--data excludes --names=later");
	if (o->data_file != NULL)
		return;
	if (o->calls)
		cli_usage("--data excludes --calls; --data=FILE writes both "
			  "profiles");
	if (o->allocs)
		cli_usage("--data counts allocations; --allocs needs "
			  "--data=FILE with it");
}

/* Returns the number after the colon, or NULL.  A colon of "::" is a part of a name. */
static const char *
argument_of(const char *option)
{
	const char *colon = strrchr(option, ':');

	if (colon == NULL || colon[-1] == ':' || colon[1] == '\0' ||
	    strspn(colon + 1, "0123456789") != strlen(colon + 1))
		return NULL;
	return colon + 1;
}

const char *
passing_function(const char *option)
{
	static const char name[] = "--alloc-fn=";
	size_t len = strlen(name);

	return strncmp(option, name, len) == 0 && argument_of(option) == NULL
		   ? option + len
		   : NULL;
}

/* Refuses --alloc-fn and --free-fn if the number after the colon is not the number of an
 * argument. */
static void
check_allocator(const char *option)
{
	const char *text = strchr(option, '=');
	const char *argument = argument_of(option);
	int64_t number;

	if (text == NULL || text[1] == '\0')
		cli_usage("%.*s: expected a function",
		    (int)strcspn(option, "="), option);
	if (argument == NULL)
		return;
	if (cg_parse_int(argument, strlen(argument), &number) <= 0 ||
	    number < 1 || number > MOST_ARGUMENTS)
		cli_usage("%s: expected the number of an argument, 1 to %d, "
			  "after the colon",
		    option, MOST_ARGUMENTS);
}

static void
check_allocators(const struct options *o)
{
	static const char *const names[] = {"--alloc-fn", "--free-fn"};

	for (size_t i = 0; i < o->ncore; i++)
		for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); j++) {
			size_t len = strlen(names[j]);

			if (strncmp(o->core[i], names[j], len) == 0 &&
			    strchr("=", o->core[i][len]) != NULL)
				check_allocator(o->core[i]);
		}
}

/* Refuses options that mean nothing if allocations are not watched. */
static void
refuse_options_of_allocations(const struct options *o)
{
	static const char *const names[] = {"--alloc-fn", "--free-fn"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (options_core_has(o, names[i]))
			cli_usage("%s needs --data or --allocs", names[i]);
}

/* Refuses options that leave no instructions to estimate. */
static void
check_cycles(const struct options *o)
{
	if (o->estimate.npenalties > 0 && o->estimate.cpu == NULL)
		cli_usage("--penalty needs --cycles=CPU");
	if (o->estimate.has_parts && o->estimate.cpu == NULL)
		cli_usage("--cycle-parts needs --cycles=CPU");
	if (o->for_cycles && o->data && o->data_file == NULL)
		cli_usage("--cycles needs --data=FILE, not --data");
	if (o->estimate.cpu == NULL)
		return;
	if (o->names_later)
		cli_usage("--cycles=CPU excludes --names=later; "
			  "--cycles=later does not");
	if (o->loops)
		cli_usage("--cycles=CPU excludes --loops; --cycles=later "
			  "does not");
	if (o->separate_threads)
		cli_usage("--cycles=CPU excludes --separate-threads; "
			  "--cycles=later does not");
	if (o->separate_processes)
		cli_usage("--cycles=CPU excludes --separate-processes; "
			  "--cycles=later does not");
}

/* The instructions of an interpreter have no rows when it runs a script. */
const char *
options_exclude_scripts(const struct options *o)
{
	if (o->for_cycles)
		return "--cycles";
	if (o->loops)
		return "--loops";
	if (o->data || o->allocs)
		return "--data and --allocs";
	if (o->collect_jumps)
		return "--collect-jumps";
	return options_core_says(o, "--dump-instr", false) ? "--dump-instr"
							   : NULL;
}

void
options_check(const struct options *o)
{
	if (o->names_variables && !o->reproducible)
		cli_usage("--keep-env and --set-env need --reproducible");
	if (o->names.debuginfod && o->reproducible)
		cli_usage("--reproducible excludes --debuginfod, whose "
			  "answers change");
	if (o->names.debuginfod && o->names_later)
		cli_usage("--debuginfod excludes --names=later");
	if (o->inline_given && o->names_later)
		cli_usage("--inline excludes --names=later");
	if (o->expect_success && o->dump_every > 0)
		cli_usage("--expect-success excludes --dump-every, which "
			  "writes profiles before the end");
	if (!o->calls)
		refuse_options_of_calls(o);
	if (o->scripts != NULL && options_exclude_scripts(o) != NULL)
		cli_usage("--scripts excludes %s", options_exclude_scripts(o));
	check_cycles(o);
	check_memory(o);
	if (options_core_says(o, "--forwarding", false) && !has_caches(o))
		cli_usage("--forwarding needs --cache-sim=yes");
	if (o->miss_kinds && !has_caches(o))
		cli_usage("--miss-kinds needs --cache-sim=yes");
	if (o->data)
		refuse_options_without_data(o);
	if (o->line_use && !o->data)
		cli_usage("--line-use needs --data");
	if (o->sharing && !o->data)
		cli_usage("--sharing needs --data");
	if (o->ndata_types > 0 && !o->data)
		cli_usage("--data-type needs --data");
	if (!o->data && !o->allocs)
		refuse_options_of_allocations(o);
	check_allocators(o);
	if (o->stacks && options_core_has(o, "--separate-callers"))
		cli_usage("--stacks excludes --separate-callers");
	if (o->stacks_memory != NULL && !o->stacks)
		cli_usage("--stacks-memory needs --stacks");
}
