/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A directory for temporary files has for each job a work tree, a directory for profiles, and what the
 * command prints:
 *
 *	DIRECTORY/tree1		DIRECTORY/profiles1	DIRECTORY/output1
 *
 * The dynamic linker makes the paths of a program's own libraries from the path of the program, so the
 * paths of work trees have the length of the user's, if that is not too short.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cg-history/store/git_child.h"
#include "libcli/cli.h"
#include "work_trees.h"

enum {
	LONGEST_LINE = 400,
	MOST_DIGITS = 200, /* in the name of a work tree */
};

struct job {
	pid_t pid; /* of the command; 0: none runs */
	char *tree, *profiles, *output;
	bool has_tree;
};

static struct {
	char *directory; /* NULL: there is none */
	size_t n;
	struct job *jobs;
	volatile sig_atomic_t signal; /* that came, or 0 */
} trees;

/* --- files ---------------------------------------------------------------- */

/* Calls a function for each file of the directory, with its name and its path. */
static void
each_file(const char *directory,
    void (*visit)(const char *name, const char *path, void *data), void *data)
{
	DIR *dir = opendir(directory);
	struct dirent *entry;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		char *path = cli_format("%s/%s", directory, entry->d_name);
		struct stat status;

		if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
			visit(entry->d_name, path, data);
		free(path);
	}
	if (dir != NULL)
		closedir(dir);
}

static void
remove_file(const char *name, const char *path, void *data)
{
	(void)name;
	(void)data;
	unlink(path);
}

static void
remove_job(struct job *job)
{
	const char *const arguments[] = {
	    "worktree", "remove", "--force", job->tree, NULL};

	if (job->has_tree)
		git_do(arguments, NULL);
	job->has_tree = false;
	each_file(job->profiles, remove_file, NULL);
	rmdir(job->profiles);
	unlink(job->output);
}

static void
remove_all(void)
{
	if (trees.directory == NULL)
		return;
	for (size_t i = 0; i < trees.n; i++)
		if (trees.jobs[i].pid > 0)
			kill(trees.jobs[i].pid, SIGTERM);
	for (size_t i = 0; i < trees.n; i++) {
		if (trees.jobs[i].pid > 0)
			waitpid(trees.jobs[i].pid, NULL, 0);
		remove_job(&trees.jobs[i]);
	}
	rmdir(trees.directory);
	free(trees.directory);
	trees.directory = NULL;
}

/* --- signals -------------------------------------------------------------- */

static void
note_signal(int number)
{
	trees.signal = number;
}

static void
catch_signals(void (*handler)(int))
{
	static const int numbers[] = {SIGHUP, SIGINT, SIGTERM};
	struct sigaction action = {.sa_handler = handler};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		sigaction(numbers[i], &action, NULL);
}

static void
obey_signal(void)
{
	if (trees.signal == 0)
		return;
	remove_all();
	catch_signals(SIG_DFL);
	raise(trees.signal);
}

/* --- jobs ----------------------------------------------------------------- */

/* Returns the length of the path of the user's work tree; 0: there is none. */
static size_t
length_of_own_tree(void)
{
	bool is_inside;
	char *top = git_find_top(&is_inside);
	char *path = top != NULL ? realpath(top, NULL) : NULL;
	size_t len = path != NULL ? strlen(path) : 0;

	free(top);
	free(path);
	return len;
}

/* Returns how many digits a number from 1 to n has in the name of a work tree. */
static int
digits_of_trees(size_t n)
{
	size_t digits = (size_t)snprintf(NULL, 0, "%zu", n);
	size_t without = strlen(trees.directory) + strlen("/tree");
	size_t len = length_of_own_tree();

	if (len > without + digits)
		digits = len - without;
	return digits < MOST_DIGITS ? (int)digits : MOST_DIGITS;
}

void
work_trees_open(size_t n)
{
	char *name =
	    cli_format("%s/cg-history.XXXXXX", cli_temporary_directory());
	int digits;

	/* the command is started in another directory */
	trees.directory = mkdtemp(name) != NULL ? realpath(name, NULL) : NULL;
	if (trees.directory == NULL)
		cli_die(
		    "%s: cannot make a directory: %s", name, strerror(errno));
	free(name);
	digits = digits_of_trees(n);
	trees.n = n;
	trees.jobs = cli_alloc(n, sizeof(*trees.jobs));
	for (size_t i = 0; i < n; i++) {
		struct job *job = &trees.jobs[i];

		job->tree =
		    cli_format("%s/tree%0*zu", trees.directory, digits, i + 1);
		job->profiles =
		    cli_format("%s/profiles%zu", trees.directory, i + 1);
		job->output =
		    cli_format("%s/output%zu", trees.directory, i + 1);
	}
	catch_signals(note_signal);
	atexit(remove_all);
}

const char *
work_trees_check_out(size_t number, const char *commit)
{
	struct job *job = &trees.jobs[number];
	const char *const first[] = {"worktree", "add", "--quiet", "--detach",
	    "--force", job->tree, commit, NULL};
	const char *const next[] = {"-C", job->tree, "checkout", "--quiet",
	    "--force", "--detach", commit, NULL};
	char *message;

	if (git_do(job->has_tree ? next : first, &message) != 0)
		cli_die("%.10s: cannot be checked out: %s", commit, message);
	free(message);
	job->has_tree = true;
	return job->tree;
}

/* Only what the user has set is for the command. */
static void
set_environment(const struct job *job, const char *commit)
{
	static const char *const ours[] = {"GIT_AUTHOR_NAME",
	    "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL",
	    "GIT_OPTIONAL_LOCKS", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"};

	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		unsetenv(ours[i]);
	setenv("CG_HISTORY_COMMIT", commit, 1);
	setenv("CG_HISTORY_PROFILES", job->profiles, 1);
}

static _Noreturn void
run(const struct job *job, const char *commit, const char *const *command)
{
	int input = open("/dev/null", O_RDONLY);
	int output = open(job->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	if (input < 0 || output < 0 || dup2(input, STDIN_FILENO) < 0 ||
	    dup2(output, STDOUT_FILENO) < 0 ||
	    dup2(output, STDERR_FILENO) < 0 || chdir(job->tree) < 0)
		_exit(CANNOT_START);
	cli_signals_restore();
	catch_signals(SIG_DFL);
	set_environment(job, commit);
	execvp(command[0], (char *const *)command);
	dprintf(STDERR_FILENO, "cannot be started: %s\n", strerror(errno));
	_exit(CANNOT_START);
}

void
work_trees_start(size_t number, const char *commit, const char *const *command)
{
	struct job *job = &trees.jobs[number];

	each_file(job->profiles, remove_file, NULL);
	if (mkdir(job->profiles, 0777) < 0 && errno != EEXIST)
		cli_die(
		    "%s: cannot be made: %s", job->profiles, strerror(errno));
	obey_signal();
	job->pid = fork();
	if (job->pid < 0)
		cli_die(
		    "%s: cannot be started: %s", command[0], strerror(errno));
	if (job->pid == 0)
		run(job, commit, command);
}

static void
add_file(const char *name, const char *path, void *data)
{
	struct measurement *m = data;
	size_t len = strlen(name);

	if (len < 4 || strcmp(name + len - 3, ".cg") != 0)
		return;
	m->files = cli_grow(m->files, m->n, sizeof(*m->files));
	m->files[m->n++] = cli_format("%.*s=%s", (int)len - 3, name, path);
}

/* Returns the last line of a file that is not empty. */
static char *
last_line(const char *path)
{
	char line[LONGEST_LINE], last[LONGEST_LINE] = "";
	FILE *file = fopen(path, "r");

	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (*line != '\0')
			strcpy(last, line);
	}
	if (file != NULL)
		fclose(file);
	return cli_copy(last, strlen(last));
}

/* Returns the number of the job of a process; trees.n: it is another process. */
static size_t
find_job(pid_t pid)
{
	size_t job = 0;

	while (job < trees.n && trees.jobs[job].pid != pid)
		job++;
	return job;
}

/* The shell that became this program can have left it children of its own. */
void
work_trees_wait(struct measurement *m)
{
	int status;
	pid_t pid;

	do {
		pid = waitpid(-1, &status, 0);
		obey_signal();
		if (pid < 0 && errno != EINTR)
			cli_die(
			    "cannot wait for a command: %s", strerror(errno));
	} while (pid < 0 || find_job(pid) == trees.n);
	*m = (struct measurement){.status = WIFEXITED(status)
						? WEXITSTATUS(status)
						: 128 + WTERMSIG(status)};
	m->job = find_job(pid);
	trees.jobs[m->job].pid = 0;
	m->message = last_line(trees.jobs[m->job].output);
	each_file(trees.jobs[m->job].profiles, add_file, m);
}

void
measurement_release(struct measurement *m)
{
	for (size_t i = 0; i < m->n; i++)
		free(m->files[i]);
	free(m->files);
	free(m->message);
}

void
work_trees_close(void)
{
	remove_all();
	catch_signals(SIG_DFL);
	for (size_t i = 0; i < trees.n; i++) {
		free(trees.jobs[i].tree);
		free(trees.jobs[i].profiles);
		free(trees.jobs[i].output);
	}
	free(trees.jobs);
}
