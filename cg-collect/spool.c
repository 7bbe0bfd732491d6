/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The folder through which profiles come from the tool, which says in
 * plugin/target.c what its files are called.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect.h"

static const char profile[] = "", runs[] = ".runs", execs[] = ".execs",
		  leaves[] = ".leaves";

int
spool_make(struct spool *spool)
{
	const char *place = getenv("TMPDIR");
	char *absolute;

	if (place == NULL || *place == '\0')
		place = "/tmp";
	absolute = realpath(place, NULL);
	if (absolute != NULL) {
		spool->folder = cli_format("%s/cg-collect.XXXXXX", absolute);
		free(absolute);
	}
	if (spool->folder == NULL || folder_make(spool->folder) < 0) {
		cli_warn("%s: cannot make a temporary folder: %s", place,
		    strerror(errno));
		free(spool->folder);
		return -1;
	}
	spool->path = folder_inner(spool->folder);
	spool->guard = guard_post(spool->folder);
	if (spool->guard < 0) {
		int reason = errno;

		folder_remove(spool->folder);
		free(spool->folder);
		free(spool->path);
		*spool = (struct spool){0};
		cli_warn("cannot start a process: %s", strerror(reason));
		return -1;
	}
	return 0;
}

void
spool_remove(struct spool *spool)
{
	if (spool->path == NULL)
		return;
	if (folder_remove(spool->folder) == 0) {
		guard_dismiss(spool->guard);
	} else {
		cli_warn(
		    "%s: cannot remove: %s", spool->folder, strerror(errno));
		guard_alert(spool->guard);
	}
	free(spool->folder);
	free(spool->path);
	free(spool->parts);
	*spool = (struct spool){0};
}

/* --- what is in it -------------------------------------------------------- */

static char *
path_of(const struct spool *spool, const struct part *part, const char *suffix)
{
	return cli_format("%s/%ld.%lld.%lld%s", spool->path, (long)part->pid,
	    (long long)part->process, (long long)part->n, suffix);
}

char *
spool_profile(const struct spool *spool, const struct part *part)
{
	return path_of(spool, part, profile);
}

/* one of the lines of the mark, from 1, to be freed */
static char *
read_mark(const struct spool *spool, const struct part *part, int number)
{
	const char *mark = part->execs ? execs : part->leaves ? leaves : runs;
	char *path = path_of(spool, part, mark), *line = NULL;
	FILE *file = fopen(path, "r");
	size_t size = 0;
	ssize_t len = file != NULL ? 0 : -1;

	free(path);
	for (int i = 0; i < number && len >= 0; i++)
		len = getline(&line, &size, file);
	if (len <= 0) {
		free(line);
		line = cli_format("unknown");
	}
	if (file != NULL)
		fclose(file);
	line[strcspn(line, "\n")] = '\0';
	return line;
}

char *
spool_command(const struct spool *spool, const struct part *part)
{
	return read_mark(spool, part, 1);
}

char *
spool_next_program(const struct spool *spool, const struct part *part)
{
	return read_mark(spool, part, 2);
}

/* reads PID.P.N and what the suffix says; false if the name is another */
static bool
parse_part(const char *name, struct part *part)
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
	*part = (struct part){
	    .pid = (pid_t)numbers[0],
	    .process = numbers[1],
	    .n = numbers[2],
	    .written = strcmp(name, profile) == 0,
	    .runs = strcmp(name, runs) == 0,
	    .execs = strcmp(name, execs) == 0,
	    .leaves = strcmp(name, leaves) == 0,
	};
	return part->written || part->runs || part->execs || part->leaves;
}

static int
compare_parts(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	return (x->n > y->n) - (x->n < y->n);
}

static void
add_part(struct spool *spool, const struct part *part)
{
	spool->parts =
	    cli_resize(spool->parts, spool->nparts + 1, sizeof(*spool->parts));
	spool->parts[spool->nparts++] = *part;
}

/* makes one of what several names say of the same part */
static void
unite(struct spool *spool)
{
	struct part *last = spool->parts;

	qsort(
	    spool->parts, spool->nparts, sizeof(*spool->parts), compare_parts);
	for (size_t i = 1; i < spool->nparts; i++) {
		const struct part *part = &spool->parts[i];

		if (compare_parts(last, part) != 0) {
			*++last = *part;
			continue;
		}
		last->written |= part->written;
		last->runs |= part->runs;
		last->execs |= part->execs;
		last->leaves |= part->leaves;
	}
	spool->nparts = (size_t)(last - spool->parts) + 1;
}

int
spool_list(struct spool *spool)
{
	DIR *folder = opendir(spool->path);
	struct dirent *entry;
	struct part part;
	int error;

	if (folder == NULL)
		return -1;
	spool->nparts = 0;
	while (errno = 0, (entry = readdir(folder)) != NULL)
		if (parse_part(entry->d_name, &part))
			add_part(spool, &part);
	error = errno;
	closedir(folder);
	if (spool->nparts > 0)
		unite(spool);
	errno = error;
	return error == 0 ? 0 : -1;
}
