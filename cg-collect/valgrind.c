/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Valgrind and our tool for it.  The tool holds the core it was linked with,
 * but what the core loads into the program is the installed Valgrind's: the two
 * must be of one version.  Asking `valgrind --version` takes 3 ms, a hundredth
 * of what Valgrind needs to start.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect.h"

#define TOOL "cgcollect"

/* --- our tool ------------------------------------------------------------- */

/* the folder of this program, to be freed; NULL where it cannot be told */
static char *
own_folder(void)
{
	char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	if (len < 0)
		return NULL;
	path[len] = '\0';
	slash = strrchr(path, '/');
	if (slash == NULL)
		return NULL;
	*slash = '\0';
	return cli_format("%s", path);
}

/* DIR/libexec/cg-tools where this program is in DIR/bin; to be freed */
static char *
folder_beside(void)
{
	char *bin = own_folder();
	char *slash = bin != NULL ? strrchr(bin, '/') : NULL;
	char *folder = NULL;

	if (slash != NULL && strcmp(slash, "/bin") == 0) {
		*slash = '\0';
		folder = cli_format("%s/libexec/cg-tools", bin);
		if (access(folder, X_OK) < 0) {
			free(folder);
			folder = NULL;
		}
	}
	free(bin);
	return folder;
}

static char *
find_folder(void)
{
	const char *chosen = getenv("CG_COLLECT_LIB");
	char *beside, *absolute;

	if (chosen != NULL && *chosen != '\0') {
		/* a program that is traced later may start elsewhere */
		absolute = realpath(chosen, NULL);
		if (absolute == NULL)
			cli_die(
			    "CG_COLLECT_LIB: %s: %s", chosen, strerror(errno));
		return absolute;
	}
	beside = folder_beside();
	return beside != NULL ? beside : cli_format("%s", CG_LIBEXECDIR);
}

/* the tool, and what the core wants beside it */
static void
check_folder(const char *folder)
{
	static const char *const files[] = {
	    TOOL "-" CG_VALGRIND_PLATFORM,
	    "vgpreload_core-" CG_VALGRIND_PLATFORM ".so",
	    "default.supp",
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		char *path = cli_format("%s/%s", folder, files[i]);

		if (access(path, R_OK) < 0)
			cli_die("cannot find its Valgrind tool: %s: %s", path,
			    strerror(errno));
		free(path);
	}
}

/* --- Valgrind ------------------------------------------------------------- */

static _Noreturn void
print_version(const char *path, int fd)
{
	/* these are for the run, and could make it fail or say more */
	unsetenv("VALGRIND_LIB");
	unsetenv("VALGRIND_OPTS");
	unsetenv("LD_PRELOAD");
	if (dup2(fd, STDOUT_FILENO) >= 0)
		execl(path, "valgrind", "--version", (char *)NULL);
	_exit(EXIT_FAILED);
}

/* the first line that fd gives, as far as it fits */
static void
read_line(int fd, char *line, size_t size)
{
	size_t len = 0;
	ssize_t n;

	while (
	    len < size - 1 && ((n = read(fd, line + len, size - 1 - len)) > 0 ||
				  (n < 0 && errno == EINTR)))
		if (n > 0)
			len += (size_t)n;
	line[len] = '\0';
	line[strcspn(line, "\n")] = '\0';
}

static void
ask_version(const char *path, char *version, size_t size)
{
	int ends[2];
	pid_t pid;

	if (pipe(ends) < 0 || (pid = fork()) < 0)
		cli_die("cannot run %s: %s", path, strerror(errno));
	if (pid == 0)
		print_version(path, ends[1]);
	close(ends[1]);
	read_line(ends[0], version, size);
	close(ends[0]);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static void
check_version(const char *path)
{
	char version[64], clean[4 * sizeof(version)];

	ask_version(path, version, sizeof(version));
	cg_escape(clean, sizeof(clean), version, strlen(version));
	if (strcmp(version, "valgrind-" CG_VALGRIND_VERSION) != 0)
		cli_die("%s: expected valgrind-%s, which its tool was built "
			"with, found \"%s\"",
		    path, CG_VALGRIND_VERSION, clean);
}

/*
 * Debian's valgrind is a shell script around valgrind.bin: it passes the
 * environment on in an order of its own, with variables of its own.
 */
static void
skip_script(char **path)
{
	char *binary = cli_format("%s.bin", *path);

	if (access(binary, X_OK) == 0) {
		free(*path);
		*path = binary;
	} else {
		free(binary);
	}
}

void
valgrind_find(struct valgrind *valgrind, bool reproducible)
{
	valgrind->lib = find_folder();
	check_folder(valgrind->lib);
	valgrind->path = program_find("valgrind");
	if (valgrind->path == NULL)
		cli_die("expected valgrind %s along PATH, found none",
		    CG_VALGRIND_VERSION);
	check_version(valgrind->path);
	if (reproducible)
		skip_script(&valgrind->path);
}

void
valgrind_release(struct valgrind *valgrind)
{
	free(valgrind->path);
	free(valgrind->lib);
}

/* --- the command ---------------------------------------------------------- */

struct command {
	const char **words; /* ends with NULL */
	size_t n;
};

static void
append(struct command *c, const char *word)
{
	c->words = cli_resize(c->words, c->n + 2, sizeof(*c->words));
	c->words[c->n++] = word;
	c->words[c->n] = NULL;
}

static void
append_all(struct command *c, const char *const *words)
{
	while (*words != NULL)
		append(c, *words++);
}

const char **
valgrind_command(const struct options *options, const char *spool)
{
	bool each = target_has_pid(options->output.path);
	bool tree = options->trace_children;
	struct command c = {0};

	append(&c, "valgrind");
	append(&c, "--tool=" TOOL);
	/* a debugger has no use for us, and its pipes may stay in TMPDIR when
	 * a process is killed; options behind it may say otherwise */
	append(&c, "--vgdb=no");
	/* of a tree the sum is summed up, not each process */
	if (options->quiet || (tree && !each))
		append(&c, "-q");
	if (options->reproducible)
		append_all(&c, reproducible_options);
	for (size_t i = 0; i < options->ncore; i++)
		append(&c, options->core[i]);
	/* behind the others: the last one counts */
	append(&c, tree ? "--trace-children=yes" : "--trace-children=no");
	append(&c, tree || each ? "--spool-forked=yes" : "--spool-forked=no");
	append(&c, spool);
	if (options->client_stdout != NULL)
		append(&c, "--empty-stdout=yes");
	append(&c, "--");
	append_all(&c, (const char *const *)options->program);
	return c.words;
}
