/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One collection: runs the program under Valgrind, again if it needs a newer processor,
 * and writes the profiles that the tool leaves in the spool.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "client_stdout.h"
#include "collect.h"
#include "collection.h"
#include "command/cpu.h"
#include "command/out_path.h"
#include "first_screen.h"
#include "libcli/cli.h"
#include "outcome.h"
#include "profile_files.h"
#include "profiles/processes.h"

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

	c->progress.write_profiles = profile_files_write_so_far;
	c->progress.write_dumps = profile_files_write_new_dumps;
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

	if (c->options->cpu == NULL &&
	    process_is_refused(&c->spool, c->child.pid))
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
		status = outcome_write(c);
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
