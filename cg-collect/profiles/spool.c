/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The directory in which the tool leaves profiles and marks.  Their names are
 * explained in plugin/spool/destination.c.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "cleanup.h"
#include "libcli/cli.h"
#include "spool.h"

/* the ends of names, after PID.P.N */
static const char profile[] = "", runs[] = ".runs", execs[] = ".execs",
		  leaves[] = ".leaves", refused[] = ".refused",
		  data[] = ".data";

int
spool_make(struct spool *spool)
{
	const char *place = cli_temporary_directory();
	char *absolute = realpath(place, NULL);

	if (absolute != NULL) {
		spool->directory = cli_format("%s/cg-collect.XXXXXX", absolute);
		free(absolute);
		spool->cleanup = cleanup_start(spool->directory);
		if (spool->cleanup < 0) {
			cli_warn("cannot start a process: %s", strerror(errno));
			free(spool->directory);
			return -1;
		}
		spool->path =
		    cleanup_directory(spool->cleanup, spool->directory);
	}
	if (spool->path == NULL) {
		cli_warn("%s: cannot make a temporary directory: %s", place,
		    strerror(errno));
		free(spool->directory);
		return -1;
	}
	return 0;
}

void
spool_remove(struct spool *spool)
{
	if (spool->path == NULL)
		return;
	if (directory_remove(spool->directory) == 0) {
		cleanup_cancel(spool->cleanup);
	} else {
		cli_warn(
		    "%s: cannot remove: %s", spool->directory, strerror(errno));
		cleanup_run(spool->cleanup);
	}
	free(spool->directory);
	free(spool->path);
	free(spool->runs);
	*spool = (struct spool){0};
}

/* --- its files ------------------------------------------------------------ */

static char *
path_of(const struct spool *spool, const struct program_run *run,
    const char *suffix)
{
	return cli_format("%s/%ld.%lld.%lld%s", spool->path, (long)run->pid,
	    (long long)run->process, (long long)run->n, suffix);
}

char *
spool_profile(const struct spool *spool, const struct program_run *run)
{
	return path_of(spool, run, profile);
}

char *
spool_data(const struct spool *spool, const struct program_run *run)
{
	return path_of(spool, run, data);
}

char *
spool_dump(const struct spool *spool, const struct program_run *run, int64_t n)
{
	char *suffix = cli_format(".%lld", (long long)n);
	char *path = path_of(spool, run, suffix);

	free(suffix);
	return path;
}

/* the program has said why if it could not write one */
bool
spool_has_dump(
    const struct spool *spool, const struct program_run *run, int64_t n)
{
	char *path = spool_dump(spool, run, n);
	bool exists = access(path, F_OK) == 0;

	free(path);
	return exists;
}

void
spool_forget_refused(struct spool *spool)
{
	for (size_t i = 0; i < spool->nruns; i++)
		if (spool->runs[i].refused) {
			char *mark = path_of(spool, &spool->runs[i], refused);

			unlink(mark);
			free(mark);
		}
}

/* returns a line of the run's mark, counted from 1, to be freed; NULL if there
 * is none */
static char *
read_mark(const struct spool *spool, const struct program_run *run, int number)
{
	const char *mark = run->execs     ? execs
			   : run->leaves  ? leaves
			   : run->refused ? refused
					  : runs;
	char *path = path_of(spool, run, mark), *line = NULL;
	FILE *file = fopen(path, "r");
	size_t size = 0;
	ssize_t len = file != NULL ? 0 : -1;

	free(path);
	for (int i = 0; i < number && len >= 0; i++)
		len = getline(&line, &size, file);
	if (file != NULL)
		fclose(file);
	if (len <= 0) {
		free(line);
		return NULL;
	}
	line[strcspn(line, "\n")] = '\0';
	return line;
}

static char *
or_unknown(char *line)
{
	return line != NULL ? line : cli_format("unknown");
}

char *
spool_command(const struct spool *spool, const struct program_run *run)
{
	return or_unknown(read_mark(spool, run, 1));
}

char *
spool_next_program(const struct spool *spool, const struct program_run *run)
{
	return or_unknown(read_mark(spool, run, 2));
}

char *
spool_refusal(const struct spool *spool, const struct program_run *run)
{
	return read_mark(spool, run, 2);
}

/* returns the number of a dump if this is its suffix, ".1" and so on, or 0 */
static int64_t
dump_number(const char *suffix)
{
	size_t len = strlen(suffix);
	int64_t number;

	if (*suffix != '.' ||
	    cg_parse_int(suffix + 1, len - 1, &number) != (int)len - 1)
		return 0;
	return number;
}

/* parses PID.P.N and the suffix; false if the name has another form */
static bool
parse_run(const char *name, struct program_run *run)
{
	int64_t numbers[3];

	for (int i = 0; i < 3; i++) {
		int used;

		if (i > 0 && *name++ != '.')
			return false;
		used = cg_parse_int(name, strlen(name), &numbers[i]);
		if (used <= 0)
			return false;
		name += used;
	}
	*run = (struct program_run){
	    .pid = (pid_t)numbers[0],
	    .process = numbers[1],
	    .n = numbers[2],
	    .written = strcmp(name, profile) == 0,
	    .unfinished = strcmp(name, runs) == 0,
	    .execs = strcmp(name, execs) == 0,
	    .leaves = strcmp(name, leaves) == 0,
	    .refused = strcmp(name, refused) == 0,
	    .ndumps = dump_number(name),
	};
	return run->ndumps > 0 || run->written || run->unfinished ||
	       run->execs || run->leaves || run->refused;
}

static int
compare_runs(const void *a, const void *b)
{
	const struct program_run *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	return (x->n > y->n) - (x->n < y->n);
}

/* merges the entries of one run, one for each of its files, into one */
static void
merge_runs(struct spool *spool)
{
	struct program_run *last = spool->runs;

	qsort(spool->runs, spool->nruns, sizeof(*spool->runs), compare_runs);
	for (size_t i = 1; i < spool->nruns; i++) {
		const struct program_run *run = &spool->runs[i];

		if (compare_runs(last, run) != 0) {
			*++last = *run;
			continue;
		}
		last->written |= run->written;
		last->unfinished |= run->unfinished;
		last->execs |= run->execs;
		last->leaves |= run->leaves;
		last->refused |= run->refused;
		if (last->ndumps < run->ndumps)
			last->ndumps = run->ndumps;
	}
	spool->nruns = (size_t)(last - spool->runs) + 1;
}

/* 0, or -1 with errno set. */
static int
read_directory(struct spool *spool)
{
	DIR *directory = opendir(spool->path);
	struct dirent *entry;
	struct program_run run;
	int error;

	if (directory == NULL)
		return -1;
	spool->nruns = 0;
	while (errno = 0, (entry = readdir(directory)) != NULL)
		if (parse_run(entry->d_name, &run)) {
			spool->runs = cli_resize(spool->runs, spool->nruns + 1,
			    sizeof(*spool->runs));
			spool->runs[spool->nruns++] = run;
		}
	error = errno;
	closedir(directory);
	if (spool->nruns > 0)
		merge_runs(spool);
	errno = error;
	return error == 0 ? 0 : -1;
}

int
spool_list(struct spool *spool)
{
	int status = read_directory(spool);

	if (status < 0)
		cli_warn("%s: cannot list the profiles: %s", spool->path,
		    strerror(errno));
	return status;
}
