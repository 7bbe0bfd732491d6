/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the files of profiles: one file for all processes or one for each process, a numbered
 * file for each dump, and the file of misses by data.  Before it writes a profile, it reads the
 * profile to the end and checks the summary.  So a collection that fails keeps an existing
 * file and leaves no complete profile in a pipe.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "command/conflicts.h"
#include "command/out_path.h"
#include "data/data_profile.h"
#include "first_screen.h"
#include "libcli/cli.h"
#include "libquery/header/command.h"
#include "profile_files.h"
#include "profiles/estimated_sum.h"
#include "profiles/processes.h"
#include "profiles/profile_sum.h"
#include "profiles/sum_messages.h"

/* Returns how many dumps are in files with the name for this process. */
static int64_t
count_dumps(const struct collection *c, pid_t pid)
{
	int64_t n = 0;

	for (size_t i = 0; i < c->ndumped; i++)
		if (!c->each || c->dumped[i].pid == pid)
			n += c->dumped[i].ndumps;
	return n;
}

/* True if the misses by data are all that is written. */
static bool
writes_data_only(const struct collection *c)
{
	return c->options->data && c->options->data_file == NULL;
}

static struct profile_sum
new_sum(const struct collection *c, pid_t pid)
{
	const struct options *o = c->options;

	return (struct profile_sum){
	    .since = c->since,
	    .reads_again = o->stacks && !o->names_later && !writes_data_only(c),
	    .by_process = o->separate_processes,
	    .without_dumps = o->separate_dumps,
	    .style.like_callgrind =
		o->as != NULL && strcmp(o->as, "callgrind") == 0,
	    .style.pid = pid,
	    .style.dumps_before = count_dumps(c, pid),
	    .style.uncompressed_names = o->uncompressed_names,
	    .style.compressed_positions = o->compressed_positions,
	};
}

static int
write_file(
    const struct collection *c, const char *path, struct profile_sum *sum)
{
	const struct options *o = c->options;

	return o->estimate.cpu != NULL
		   ? estimated_sum_write(sum, path, &o->estimate,
			 o->output.gzip_level, o->reproducible)
		   : profile_sum_write(
			 sum, path, o->output.gzip_level, o->reproducible);
}

static int
write_sum(const struct collection *c, pid_t pid, const char *command,
    struct profile_sum *sum)
{
	const struct cli_output *output = &c->options->output;
	char *path = out_path_expand(output->path, pid, command);
	int status = write_file(c, path, sum);

	free(path);
	return status;
}

/* --- misses by data ------------------------------------------------------- */

/* Reads what the process with this pid has left, or all processes. */
static int
read_data(const struct collection *c, struct raw_data *raw, pid_t pid, bool all)
{
	int status = 0;

	for (size_t i = 0; i < c->spool.nruns && status == 0; i++) {
		const struct program_run *run = &c->spool.runs[i];
		char *path;

		if (!c->options->data || !run->written ||
		    (!all && run->pid != pid))
			continue;
		path = spool_data(&c->spool, run);
		status = raw_data_add(raw, path, run->pid, c->since);
		free(path);
	}
	return status;
}

static int
write_data(const struct collection *c, pid_t pid, const char *command,
    struct raw_data *raw)
{
	const struct options *o = c->options;
	const char *file = o->data_file != NULL ? o->data_file : o->output.path;
	const char **passes = cli_alloc(o->ncore, sizeof(*passes));
	struct data_options data = {
	    .names = &o->names,
	    .types = o->data_types,
	    .ntypes = o->ndata_types,
	    .passes = passes,
	};
	char *path = out_path_expand(file, pid, command);
	int status;

	for (size_t i = 0; i < o->ncore; i++)
		if (passing_function(o->core[i]) != NULL)
			passes[data.npasses++] = passing_function(o->core[i]);
	status = data_profile_write(
	    raw, &data, path, o->output.gzip_level, o->reproducible);
	free(path);
	free(passes);
	return status;
}

/* --- a profile and its data ----------------------------------------------- */

/* Writes the profiles of a process or of all, after their names were found: the one of -o last,
 * so that it is unchanged if any cannot be written.  The command is for the names of the files. */
static int
write_profiles(const struct collection *c, pid_t pid, const char *command,
    struct profile_sum *sum, struct raw_data *raw)
{
	if (c->options->data && write_data(c, pid, command, raw) < 0) {
		cli_warn("%s", raw->error.text);
		return -1;
	}
	if (!writes_data_only(c) && write_sum(c, pid, command, sum) < 0) {
		cli_warn("%s", sum->error.text);
		return -1;
	}
	return 0;
}

static int
name_sum(const struct collection *c, struct profile_sum *sum)
{
	return c->options->names_later || writes_data_only(c)
		   ? 0
		   : profile_sum_name(sum, &c->options->names);
}

/* --- dumps ---------------------------------------------------------------- */

/* Writes the n-th dump of a program to the next numbered file. */
static int
write_dump(const struct collection *c, const struct program_run *run, int64_t n)
{
	const struct options *o = c->options;
	struct profile_sum sum = new_sum(c, run->pid);
	char *path = NULL, *numbered = NULL;
	int status = profile_sum_add_dump(&sum, &c->spool, run, n);

	if (status == 0)
		status = name_sum(c, &sum);
	if (status == 0) {
		path =
		    out_path_expand(o->output.path, run->pid, sum.header.cmd);
		numbered = cli_format(
		    "%s.%lld", path, (long long)sum.style.dumps_before + 1);
		status = write_file(c, numbered, &sum);
	}
	if (status < 0)
		cli_warn("%s", sum.error.text);
	free(numbered);
	free(path);
	profile_sum_release(&sum);
	return status;
}

/* Returns the entry of a program in `dumped`; makes one if there is none. */
static struct program_run *
find_dumped(struct collection *c, const struct program_run *run)
{
	for (size_t i = 0; i < c->ndumped; i++)
		if (c->dumped[i].pid == run->pid &&
		    c->dumped[i].process == run->process &&
		    c->dumped[i].n == run->n)
			return &c->dumped[i];
	c->dumped = cli_grow(c->dumped, c->ndumped, sizeof(*c->dumped));
	c->dumped[c->ndumped] = *run;
	c->dumped[c->ndumped].ndumps = 0;
	return &c->dumped[c->ndumped++];
}

/* Writes what programs have dumped since the last call, numbered in a file for
 * each process or in all of them. */
static void
write_dumps(struct collection *c)
{
	for (size_t i = 0; i < c->spool.nruns; i++) {
		const struct program_run *run = &c->spool.runs[i];
		struct program_run *dumped;

		if (run->ndumps == 0)
			continue;
		dumped = find_dumped(c, run);
		for (int64_t n = dumped->ndumps + 1; n <= run->ndumps; n++) {
			if (spool_has_dump(&c->spool, run, n) &&
			    write_dump(c, run, n) < 0)
				c->lost_dump = true;
			dumped->ndumps = n;
		}
	}
}

void
profile_files_write_new_dumps(void *context)
{
	struct collection *c = context;

	if (spool_list(&c->spool) == 0)
		write_dumps(c);
}

/* --- a file for each process ---------------------------------------------- */

/* Reads the profiles of a process and finds names; -1 after a message. */
static int
read_process(const struct collection *c, pid_t pid, struct profile_sum *sum,
    struct raw_data *raw)
{
	if (profile_sum_add_process(sum, &c->spool, pid) < 0 ||
	    name_sum(c, sum) < 0) {
		cli_warn("%s", sum->error.text);
		return -1;
	}
	if (read_data(c, raw, pid, false) < 0) {
		cli_warn("%s", raw->error.text);
		return -1;
	}
	return 0;
}

/* the programs of the processes so far */
struct program_names {
	char **list;
	size_t n;
};

/* Returns the name of a program, to be freed: "cc1", and "cc1-2" of the second process if
 * the path does not tell processes apart. */
static char *
name_program(
    const struct collection *c, struct program_names *names, const char *cmd)
{
	char *name = command_name(cmd);
	size_t number = 1;

	for (size_t i = 0; i < names->n; i++)
		number += strcmp(names->list[i], name) == 0;
	names->list = cli_grow(names->list, names->n, sizeof(*names->list));
	names->list[names->n++] = name;
	return number == 1 ||
		       out_path_is_of_process(c->options->output.path, false)
		   ? cli_copy(name, strlen(name))
		   : cli_format("%s-%zu", name, number);
}

static int
write_each(const struct collection *c, bool at_end)
{
	struct program_names programs = {0};
	int status = 0;

	for (size_t i = 0; i < c->spool.nruns; i++) {
		pid_t pid = c->spool.runs[i].pid;
		struct profile_sum sum = new_sum(c, pid);
		struct raw_data raw = {0};
		char *name = NULL;

		if ((i > 0 && pid == c->spool.runs[i - 1].pid) ||
		    !process_has_profile(&c->spool, pid))
			continue;
		if (read_process(c, pid, &sum, &raw) == 0)
			name = name_program(c, &programs, sum.header.cmd);
		if (name == NULL ||
		    write_profiles(c, pid, name, &sum, &raw) < 0)
			status = -1;
		else if (at_end)
			not_entered_warn(&sum.not_entered, &c->options->names);
		free(name);
		profile_sum_release(&sum);
		raw_data_release(&raw);
	}
	for (size_t i = 0; i < programs.n; i++)
		free(programs.list[i]);
	free(programs.list);
	return status;
}

/* --- one file for all processes ------------------------------------------- */

/* Adds up the profiles of all processes; -1 after a message. */
static int
add_up(const struct collection *c, struct profile_sum *sum,
    struct raw_data *raw, size_t nprocesses)
{
	if (profile_sum_add_all(sum, &c->spool, c->child.pid) < 0 ||
	    name_sum(c, sum) < 0) {
		cli_warn("%s", sum->error.text);
		return -1;
	}
	if (read_data(c, raw, 0, true) < 0) {
		cli_warn("%s", raw->error.text);
		return -1;
	}
	if (c->summed)
		profile_sum_describe(
		    sum, cli_format("Processes:        %zu", nprocesses));
	return 0;
}

/* Writes the one profile, at a terminal beside the one of the run before. */
static int
write_one(struct collection *c, struct profile_sum *sum, struct raw_data *raw)
{
	if (c->options->at_terminal && !c->wrote) {
		c->wrote = true;
		c->has_last = first_screen_keep_last();
	}
	return write_profiles(c, c->child.pid, sum->header.cmd, sum, raw);
}

void
profile_files_write_so_far(void *context)
{
	struct collection *c = context;
	struct profile_sum sum = new_sum(c, c->child.pid);
	struct raw_data raw = {0};
	size_t nprocesses;

	if (spool_list(&c->spool) < 0)
		return;
	nprocesses = processes_count(&c->spool, false);
	if (nprocesses == 0)
		return;
	if (c->each) {
		write_each(c, false);
		return;
	}
	if (add_up(c, &sum, &raw, nprocesses) == 0)
		write_one(c, &sum, &raw);
	profile_sum_release(&sum);
	raw_data_release(&raw);
}

/* --- all processes, at the end -------------------------------------------- */

static int
write_all(struct collection *c)
{
	struct profile_sum sum = new_sum(c, c->child.pid);
	struct raw_data raw = {0};
	int status = add_up(c, &sum, &raw, processes_count(&c->spool, true));

	if (status == 0 && c->summed && !collection_is_quiet(c) &&
	    c->options->cg_annotate == NULL)
		sum_print_totals(&sum);
	if (status == 0 && !collection_is_quiet(c))
		sum_warn_of_nameless(&sum, &c->options->names);
	if (status == 0 && c->summed && profile_sum_is_empty(&sum))
		cli_warn("nothing was counted in any of the processes");
	/* from here SIGPIPE may kill us, and late requests are ignored */
	signal(SIGUSR1, SIG_IGN);
	spool_remove(&c->spool);
	sigprocmask(SIG_SETMASK, &c->signals, NULL);
	if (status == 0)
		status = write_one(c, &sum, &raw);
	if (status == 0)
		not_entered_warn(&sum.not_entered, &c->options->names);
	profile_sum_release(&sum);
	raw_data_release(&raw);
	return status;
}

int
profile_files_write(struct collection *c)
{
	if (c->options->separate_dumps)
		write_dumps(c);
	if (c->lost_dump)
		return -1;
	return c->each ? write_each(c, true) : write_all(c);
}
