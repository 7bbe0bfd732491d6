/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The folder through which profiles come from the tool.  Each program leaves
 * PID.N, a name that is there only when the profile is whole, and beside it the
 * marks PID.N.runs until it has ended and PID.N.execs when it became another.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect.h"

static const char profile[] = "", runs[] = ".runs", execs[] = ".execs";

void
spool_make(struct spool *spool)
{
	const char *place = getenv("TMPDIR");
	char *absolute;

	if (place == NULL || *place == '\0')
		place = "/tmp";
	absolute = realpath(place, NULL);
	if (absolute != NULL) {
		spool->path = cli_format("%s/cg-collect.XXXXXX", absolute);
		free(absolute);
	}
	if (spool->path == NULL || mkdtemp(spool->path) == NULL)
		cli_die("%s: cannot make a temporary folder: %s", place,
		    strerror(errno));
	spool->guard = guard_post(spool->path);
	if (spool->guard < 0) {
		int reason = errno;

		folder_remove(spool->path);
		cli_die("cannot start a process: %s", strerror(reason));
	}
}

void
spool_remove(struct spool *spool)
{
	if (spool->path == NULL)
		return;
	folder_remove(spool->path);
	guard_dismiss(spool->guard);
	free(spool->path);
	free(spool->parts);
	*spool = (struct spool){0};
}

/* --- what is in it -------------------------------------------------------- */

static char *
path_of(const struct spool *spool, const struct part *part, const char *suffix)
{
	return cli_format("%s/%ld.%lld%s", spool->path, (long)part->pid,
	    (long long)part->n, suffix);
}

char *
spool_profile(const struct spool *spool, const struct part *part)
{
	return path_of(spool, part, profile);
}

/* the first line of a mark, to be freed */
static char *
read_mark(const struct spool *spool, const struct part *part, const char *mark)
{
	char *path = path_of(spool, part, mark), *line = NULL;
	FILE *file = fopen(path, "r");
	size_t size = 0;

	free(path);
	if (file == NULL || getline(&line, &size, file) < 0) {
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
	return read_mark(spool, part, runs);
}

char *
spool_next_program(const struct spool *spool, const struct part *part)
{
	return read_mark(spool, part, execs);
}

/* reads PID.N and what the suffix says; false where the name is another */
static bool
parse_part(const char *name, struct part *part)
{
	size_t len = strlen(name);
	int64_t pid;
	int used = cg_parse_int(name, len, &pid), rest;
	const char *suffix;

	if (used <= 0 || name[used] != '.')
		return false;
	used++;
	rest = cg_parse_int(name + used, len - (size_t)used, &part->n);
	if (rest <= 0)
		return false;
	suffix = name + used + rest;
	part->pid = (pid_t)pid;
	part->written = strcmp(suffix, profile) == 0;
	part->runs = strcmp(suffix, runs) == 0;
	part->execs = strcmp(suffix, execs) == 0;
	return part->written || part->runs || part->execs;
}

static int
compare_parts(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
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
	}
	spool->nparts = (size_t)(last - spool->parts) + 1;
}

int
spool_list(struct spool *spool)
{
	DIR *folder = opendir(spool->path);
	struct dirent *entry;
	struct part part;

	if (folder == NULL)
		return -1;
	spool->nparts = 0;
	while ((entry = readdir(folder)) != NULL)
		if (parse_part(entry->d_name, &part))
			add_part(spool, &part);
	closedir(folder);
	if (spool->nparts > 0)
		unite(spool);
	return 0;
}
