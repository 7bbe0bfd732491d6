/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The folder through which profiles come from the tool.  One program leaves
 * "profile"; where several processes are collected each leaves PID.N.  A name
 * is there only when the profile is whole.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect.h"

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
}

char *
spool_part(const struct spool *spool, const struct part *part)
{
	return cli_format(
	    "%s/%ld.%lld", spool->path, (long)part->pid, (long long)part->n);
}

char *
spool_profile(const struct spool *spool)
{
	return cli_format("%s/profile", spool->path);
}

int
spool_rename(const struct spool *spool, pid_t pid)
{
	struct part part = {.pid = pid};
	char *from = spool_profile(spool), *to = spool_part(spool, &part);
	int status = rename(from, to);

	free(to);
	free(from);
	return status == 0 || errno == ENOENT ? 0 : -1;
}

/* reads PID.N; false where the name is another */
static bool
parse_part(const char *name, struct part *part)
{
	size_t len = strlen(name);
	int64_t pid;
	int used = cg_parse_int(name, len, &pid), rest;

	if (used <= 0 || name[used] != '.')
		return false;
	used++;
	rest = cg_parse_int(name + used, len - (size_t)used, &part->n);
	part->pid = (pid_t)pid;
	return rest > 0 && (size_t)(used + rest) == len;
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

int
spool_list(struct spool *spool)
{
	DIR *folder = opendir(spool->path);
	struct dirent *entry;
	struct part part;

	if (folder == NULL)
		return -1;
	while ((entry = readdir(folder)) != NULL)
		if (parse_part(entry->d_name, &part))
			add_part(spool, &part);
	closedir(folder);
	if (spool->nparts > 0)
		qsort(spool->parts, spool->nparts, sizeof(*spool->parts),
		    compare_parts);
	return 0;
}

void
spool_remove(struct spool *spool)
{
	DIR *folder;
	struct dirent *entry;

	if (spool->path == NULL)
		return;
	folder = opendir(spool->path);
	while (folder != NULL && (entry = readdir(folder)) != NULL)
		unlinkat(dirfd(folder), entry->d_name, 0);
	if (folder != NULL)
		closedir(folder);
	rmdir(spool->path);
	free(spool->path);
	free(spool->parts);
	*spool = (struct spool){0};
}
