/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One collection: runs the program under Valgrind and adds up the profiles that
 * the tool leaves in the spool.  A profile is written to the output only after
 * it was read to its end and its summary was checked.  So a collection that
 * fails keeps an existing file and leaves no complete profile in a pipe.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cgfmt.h"
#include "client_stdout.h"
#include "collect.h"
#include "collection.h"
#include "command/conflicts.h"
#include "command/cpu.h"
#include "command/out_path.h"
#include "data/data_profile.h"
#include "first_screen.h"
#include "libcli/cli.h"
#include "libquery/header/command.h"
#include "profiles/estimated_sum.h"
#include "profiles/processes.h"
#include "profiles/profile_sum.h"
#include "profiles/sum_messages.h"
#include "refused_option.h"

/* --- profiles ------------------------------------------------------------- */

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

static void
write_new_dumps(void *context)
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

static void
write_so_far(void *context)
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

/* --- the run -------------------------------------------------------------- */

/*
 * Returns the directory of the tool as the core gets it, to be freed.  The dynamic linker gets
 * the path of a library in it in LD_PRELOAD, where blanks and colons separate paths: a link in
 * the spool has none.
 */
static char *
name_directory(const struct collection *c, const char *lib)
{
	char *link = cli_format("%s/lib", c->spool.path);

	if (strpbrk(lib, " :") != NULL && symlink(lib, link) == 0)
		return link;
	free(link);
	return cli_copy(lib, strlen(lib));
}

static int
run_program(struct collection *c, const struct valgrind *valgrind)
{
	char *lib = name_directory(c, valgrind->lib);
	char *spool = cli_format("--spool=%s", c->spool.path);
	char *cpu = c->cpu != NULL ? cli_format("--cpu=%s", c->cpu) : NULL;
	char *pipes = NULL;
	int status;

	if (valgrind_has_pipes(c->options, c->spool.path)) {
		pipes =
		    cli_format("--vgdb-prefix=%s/" VGDB_PIPES, c->spool.path);
		c->progress.vgdb_of = valgrind;
	}

	c->child.valgrind = valgrind;
	c->child.lib = lib;
	if (c->options->reproducible)
		c->child.variables = &c->options->variables;
	c->child.command = valgrind_command(c->options, cpu, spool, pipes);
	c->child.descendants = c->each || c->summed;
	c->child.progress = &c->progress;
	status = child_run(&c->child, &c->signals);
	free(c->child.command);
	free(cpu);
	free(pipes);
	free(spool);
	free(lib);
	return status;
}

static int
run_with_progress(struct collection *c, const struct valgrind *valgrind)
{
	int status = progress_start(&c->progress, c->options, &c->spool);

	c->progress.write_profiles = write_so_far;
	c->progress.write_dumps = write_new_dumps;
	c->progress.context = c;
	if (status == 0) {
		status = run_program(c, valgrind);
		if (status < 0)
			cli_warn("cannot run %s: %s", valgrind->path,
			    strerror(errno));
	}
	progress_stop(&c->progress);
	return status;
}

/* --- the end -------------------------------------------------------------- */

/*
 * Reports that there is no profile at all, and returns the exit status.
 * Valgrind's own status, if it cannot run the program, is the one of env.
 */
static int
explain_missing(const struct collection *c)
{
	int status = c->child.status, code = WEXITSTATUS(status);

	if (c->started && !WIFSIGNALED(status)) {
		processes_warn_missing(&c->spool, c->progress.nlost);
		return EXIT_FAILED;
	}
	if (WIFSIGNALED(status)) {
		cli_warn("no profile: signal %d (%s) ended Valgrind",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
		return EXIT_FAILED;
	}
	/* Valgrind's own status is what a harness expects of it */
	if (c->options->as != NULL)
		return code == EXIT_REFUSED_OPTION ? 1 : code;
	if (code == EXIT_REFUSED_OPTION)
		return EXIT_FAILED;
	cli_warn("no profile: Valgrind ended with status %d (see its message "
		 "above)",
	    code);
	return code == EXIT_NOT_FOUND || code == EXIT_NOT_EXECUTABLE
		   ? code
		   : EXIT_FAILED;
}

/*
 * Warns if the program was replaced by one that was not followed.  True if that
 * is an error: the program is probably a wrapper, such as env or a script's
 * interpreter, and the user wanted a profile of the other one.
 */
static bool
is_wrapper(const struct collection *c)
{
	const struct options *o = c->options;
	const char *follow = o->as != NULL ? "--trace-children=yes" : "-f";
	char *next = o->trace_children
			 ? NULL
			 : process_next_program(&c->spool, c->child.pid);

	if (next == NULL)
		return false;
	if (o->up_to_exec)
		cli_warn("the program replaced itself with %s, which is not in "
			 "the profile (%s follows it)",
		    next, follow);
	else
		cli_warn("no profile: the program replaced itself with %s, "
			 "which was not followed (%s follows it, "
			 "--trace-children=no gives the profile up to there)",
		    next, follow);
	free(next);
	return !o->up_to_exec;
}

/* the exit status of the program, as a shell has it */
static int
program_status(const struct collection *c)
{
	int status = c->child.status;

	return WIFSIGNALED(status) ? EXIT_SIGNAL + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

/* True, after a message, if --expect-success was given and the program failed. */
static bool
is_failure(const struct collection *c)
{
	int status = c->child.status;

	if (!c->options->expect_success || status == 0)
		return false;
	if (WIFSIGNALED(status))
		cli_warn("no profile: signal %d (%s) ended the program "
			 "(--expect-success)",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		cli_warn("no profile: the program ended with status %d "
			 "(--expect-success)",
		    WEXITSTATUS(status));
	return true;
}

/* A shell that starts cg-collect does not tell, because that exits. */
static void
warn_of_signal(const struct collection *c)
{
	int status = c->child.status;

	if (!collection_is_quiet(c) && WIFSIGNALED(status))
		cli_warn("signal %d (%s) ended the program; its profile is up "
			 "to there",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
}

static bool
first_is_refused(const struct collection *c)
{
	return process_is_refused(&c->spool, c->child.pid);
}

/* Reports a program that ld.so did not start, and returns the exit status. */
static int
explain_refused(const struct collection *c)
{
	pid_t pid;
	char *refusal = processes_refusal(&c->spool, &pid);

	if (refusal == NULL)
		cli_warn("no profile: the program ended before its first "
			 "instruction (see the message above)");
	else if (!cpu_is_level(c->cpu))
		cli_warn("no profile: the program needs a higher level than "
			 "Valgrind makes of this processor: %s",
		    refusal);
	else if (!first_is_refused(c))
		cli_warn("no profile: process %ld needs a higher level than "
			 "%s, the one of all processes (--cpu): %s",
		    (long)pid, c->cpu, refusal);
	else if (cpu_next(c->cpu) != NULL)
		cli_warn("no profile: the program needs a higher level than %s "
			 "(--cpu): %s",
		    c->cpu, refusal);
	else
		cli_warn("no profile: the program needs a higher level than "
			 "%s, the highest that Valgrind has: %s",
		    c->cpu, refusal);
	free(refusal);
	return first_is_refused(c) ? EXIT_NOT_EXECUTABLE : EXIT_FAILED;
}

static bool
is_refused(const struct collection *c)
{
	pid_t pid;
	char *refusal = processes_refusal(&c->spool, &pid);

	free(refusal);
	return (refusal != NULL && cpu_is_level(c->cpu)) || first_is_refused(c);
}

/* writes the profiles and returns the exit status */
static int
finish(struct collection *c)
{
	if (is_refused(c)) {
		c->started = !first_is_refused(c);
		return explain_refused(c);
	}
	c->started = c->spool.nruns > 0 || c->progress.nlost > 0;
	if (processes_count(&c->spool, false) == 0)
		return explain_missing(c);
	processes_warn_missing(&c->spool, c->progress.nlost);
	if (is_wrapper(c))
		return EXIT_FAILED;
	if (is_failure(c))
		return program_status(c);
	if (c->options->separate_dumps)
		write_dumps(c);
	if (c->lost_dump)
		return EXIT_FAILED;
	if ((c->each ? write_each(c, true) : write_all(c)) < 0)
		return EXIT_FAILED;
	c->written = true;
	warn_of_signal(c);
	return program_status(c);
}

/*
 * True if ld.so found that the program needs a newer processor, and there is
 * one that the user did not exclude.  Which one the program needs cannot be read
 * beforehand: the processor decides in which directories ld.so searches.
 */
static bool
goes_higher(struct collection *c)
{
	pid_t pid;
	char *refusal = NULL;

	if (c->options->cpu == NULL && first_is_refused(c))
		refusal = processes_refusal(&c->spool, &pid);
	free(refusal);
	if (refusal == NULL || cpu_next(c->cpu) == NULL)
		return false;
	c->cpu = cpu_next(c->cpu);
	spool_forget_refused(&c->spool);
	return true;
}

/* Runs the program and returns the exit status.  Sets *again if it is to be run
 * again, with the next processor. */
static int
run_once(struct collection *c, const struct valgrind *valgrind, bool *again)
{
	int status = EXIT_FAILED;

	*again = false;
	if (run_with_progress(c, valgrind) < 0)
		return EXIT_FAILED;
	if (spool_list(&c->spool) < 0)
		c->started = true; /* it cannot be known */
	else if (goes_higher(c))
		*again = true;
	else
		status = finish(c);
	return status;
}

/* Ends as the program did if a signal ended it: what started `valgrind` sees the
 * signal. */
static void
end_like_program(const struct collection *c)
{
	int status = c->child.status;

	if (c->options->as == NULL || !c->written || !WIFSIGNALED(status))
		return;
	setrlimit(RLIMIT_CORE, &(struct rlimit){0});
	signal(WTERMSIG(status), SIG_DFL);
	sigprocmask(SIG_SETMASK, &c->signals, NULL);
	raise(WTERMSIG(status));
}

int
collect(const struct options *options, const struct valgrind *valgrind)
{
	struct collection c = {.options = options, .since = time(NULL)};
	bool again = true;
	int status = EXIT_FAILED;

	c.cpu = options->cpu == NULL && options->reproducible ? cpu_first()
							      : options->cpu;
	c.each = out_path_is_of_process(
	    options->output.path, options->trace_children);
	c.summed = options->trace_children && !c.each;
	client_stdout_open(&c);
	signals_block(&c.signals);
	if (spool_make(&c.spool) < 0)
		again = false;
	while (again)
		status = run_once(&c, valgrind, &again);
	spool_remove(&c.spool);
	free(c.dumped);
	if (c.written && options->at_terminal)
		first_screen_print(options, c.has_last);
	if (c.made_stdout && !c.started)
		client_stdout_remove(options);
	end_like_program(&c);
	return status;
}
