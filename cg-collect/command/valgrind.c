/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds Valgrind and our tool for it.  The tool contains the core that it was
 * linked with, but that core loads a library of the installed Valgrind into the
 * program, so both must have the same version.  Asking `valgrind --version`
 * takes 3 ms, a hundredth of the time that Valgrind needs to start.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgfmt.h"
#include "core.h"
#include "libcli/cli.h"
#include "conflicts.h"
#include "memory_models.h"
#include "libexec.h"
#include "out_path.h"
#include "program.h"
#include "reproducible.h"
#include "valgrind.h"

#define TOOL "cgcollect"

/* Without /proc neither the tool is found nor can Valgrind start. */
static void
check_proc(void)
{
	const char *path = "/proc/self/maps";

	if (access(path, R_OK) < 0)
		cli_die("cannot read %s, which Valgrind needs: %s (is /proc "
			"mounted?)",
		    path, strerror(errno));
}

/* --- our tool ------------------------------------------------------------- */

/* checks for the tool and the files that the core expects next to it */
static void
check_directory(const char *directory)
{
	static const char *const files[] = {
	    TOOL "-" CG_VALGRIND_PLATFORM,
	    "vgpreload_core-" CG_VALGRIND_PLATFORM ".so",
	    "default.supp",
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		char *path = cli_format("%s/%s", directory, files[i]);

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
	/* these are for the run; they could make this fail or print more */
	unsetenv("VALGRIND_LIB");
	unsetenv("VALGRIND_OPTS");
	unsetenv("LD_PRELOAD");
	if (dup2(fd, STDOUT_FILENO) >= 0)
		execl(path, "valgrind", "--version", (char *)NULL);
	_exit(EXIT_FAILED);
}

/* reads the first line, as much of it as fits */
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

/* what stands before a command that only root may run */
static const char *
as_root(void)
{
	return geteuid() == 0 ? "" : "sudo ";
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
	/* for instance because no more files may be open */
	if (*version == '\0')
		cli_die(
		    "%s --version: expected a version, found nothing", path);
	cg_escape(clean, sizeof(clean), version, strlen(version));
	if (strcmp(version, "valgrind-" CG_VALGRIND_VERSION) != 0)
		cli_die("%s: expected valgrind-%s, which its tool was built "
			"with, found \"%s\" (in the sources of cg-tools, "
			"\"make clean all && %smake install\" builds one for "
			"this)",
		    path, CG_VALGRIND_VERSION, clean, as_root());
}

/* Ends the program, with the command by which this system installs Valgrind. */
static _Noreturn void
die_without_valgrind(void)
{
	static const char *const commands[][2] = {
	    {"apt-get", "apt-get install valgrind"},
	    {"dnf", "dnf install valgrind"},
	    {"pacman", "pacman -S valgrind"},
	    {"zypper", "zypper install valgrind"},
	    {"apk", "apk add valgrind"},
	};

	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (cli_program_search(commands[i][0], NULL) != NULL)
			cli_die("expected valgrind %s along PATH, found none "
				"(\"%s%s\" installs it)",
			    CG_VALGRIND_VERSION, as_root(), commands[i][1]);
	cli_die(
	    "expected valgrind %s along PATH, found none", CG_VALGRIND_VERSION);
}

/*
 * Debian's valgrind is a shell script around valgrind.bin, which changes the
 * order of the environment and adds variables.
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

/* The `valgrind` of --valgrind-path may be along PATH, too: it starts us. */
static char *
find_program(const char *lib)
{
	char *shim = cli_format("%s/path/valgrind", lib);
	char *path = program_find_other("valgrind", shim);

	free(shim);
	return path;
}

void
valgrind_find(struct valgrind *valgrind, bool reproducible)
{
	check_proc();
	valgrind->lib = libexec_directory();
	check_directory(valgrind->lib);
	valgrind->path = find_program(valgrind->lib);
	if (valgrind->path == NULL)
		die_without_valgrind();
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

/* true if vgdb can send Callgrind's commands to the tool */
static bool
takes_commands(const struct options *options)
{
	if (options->as != NULL && strcmp(options->as, "callgrind") != 0)
		return false;
	return options_core_says(options, "--vgdb", options->as != NULL);
}

/* Not if the user wants vgdb for something else, and only if a profile can be
 * asked for.  A % in the path would mean something to Valgrind.  With child
 * processes, the core would end one that may not write into the spool. */
bool
valgrind_has_pipes(const struct options *options, const char *spool)
{
	for (size_t i = 0; i < options->ncore; i++)
		if (strncmp(options->core[i], "--vgdb", strlen("--vgdb")) == 0)
			return false;
	return CORE_HAS_PIPES && options->replaceable && options->as == NULL &&
	       !options->trace_children && strchr(spool, '%') == NULL;
}

/* Appends the options that say what is recorded, except calls. */
static void
append_recorded(struct command *c, const struct options *options)
{
	if (options->data)
		append(c, "--data=yes");
	if (options->line_use)
		append(c, "--line-use=yes");
	if (options->sharing)
		append(c, "--sharing=yes");
	if (options->miss_kinds)
		append(c, "--miss-kinds=yes");
	if (options->allocs)
		append(c, "--allocs=yes");
	if (options->separate_threads)
		append(c, "--separate-threads=yes");
	if (options->collect_jumps)
		append(c, "--collect-jumps=yes");
	if (options->stacks)
		append(c, "--stacks=yes");
	if (options->scripts != NULL)
		append(c, options->scripts);
	if (options->stacks_least != NULL)
		append(c, options->stacks_least);
	if (options->stacks_memory != NULL)
		append(c, options->stacks_memory);
}

const char **
valgrind_command(const struct options *options, const char *cpu,
    const char *spool, const char *pipes)
{
	bool tree = options->trace_children;
	bool each = out_path_is_of_process(options->output.path, tree);
	struct command c = {0};

	append(&c, "valgrind");
	/* the last one counts; callgrind_control looks for this one */
	if (takes_commands(options))
		append(&c, "--tool=callgrind");
	append(&c, "--tool=" TOOL);
	if (options->as != NULL)
		append(&c, strcmp(options->as, "callgrind") == 0
			       ? "--in-place-of=callgrind"
			       : "--in-place-of=cachegrind");
	/* otherwise the pipes would stay in TMPDIR if a process is killed;
	 * later options may turn them on */
	else
		append(&c, pipes != NULL ? "--vgdb=yes" : "--vgdb=no");
	if (pipes != NULL)
		append(&c, pipes);
	/* of a tree, only the totals of the sum are printed, and a report has
	 * totals */
	if (options->quiet || (tree && !each && options->as == NULL) ||
	    options->cg_annotate != NULL)
		append(&c, "-q");
	for (size_t i = 0;
	     options->reproducible && reproducible_options[i] != NULL; i++)
		append(&c, reproducible_options[i]);
	for (size_t i = 0;
	     options->memory != NULL && options->memory->options[i] != NULL;
	     i++)
		append(&c, options->memory->options[i]);
	if (options->cores_option != NULL) {
		append(&c, options->cores_option);
		append(&c, options->last_level);
	}
	for (size_t i = 0; i < options->ncore; i++)
		append(&c, options->core[i]);
	/* after the user's options, because the last one counts */
	if (cpu != NULL)
		append(&c, cpu);
	/* nothing of a run that ld.so refuses reaches standard error */
	if (options->cpu == NULL && cpu != NULL)
		append(&c, "--announce-late=yes");
	append(&c, tree ? "--trace-children=yes" : "--trace-children=no");
	append(&c, tree || each ? "--spool-forked=yes" : "--spool-forked=no");
	if (options->counted_clock)
		append(&c, "--clock=counted");
	append(&c, options->calls ? "--calls=yes" : "--calls=no");
	append_recorded(&c, options);
	append(&c, spool);
	if (options->client_stdout != NULL)
		append(&c, "--empty-stdout=yes");
	append(&c, "--");
	for (char **word = options->program; *word != NULL; word++)
		append(&c, *word);
	return c.words;
}
