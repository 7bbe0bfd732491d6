/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds and reads the file, whose lines may have any form. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "perf_map.h"

/* Another user could have left a file of that name there. */
static FILE *
open_map(pid_t pid, time_t since)
{
	char *path = cli_format("/tmp/perf-%ld.map", (long)pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;
	FILE *file = NULL;

	free(path);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    st.st_uid == geteuid() && st.st_mtime >= since)
		file = fdopen(fd, "r");
	if (file == NULL)
		close(fd);
	return file;
}

/* Adds the line's function; a line of another form is left out. */
static void
add_line(struct compiled *compiled, char *line)
{
	char *p, *end;
	struct compiled_name name;
	uint64_t start, size;

	start = strtoull(line, &p, 16);
	if (p == line || *p != ' ')
		return;
	size = strtoull(p, &end, 16);
	if (end == p || *end != ' ')
		return;
	compiled_name_split(&name, end + 1, strcspn(end + 1, "\n"));
	compiled_add(compiled, start, size, &name);
}

void
perf_map_read(struct compiled *compiled, pid_t pid, time_t since)
{
	FILE *file = open_map(pid, since);
	char *line = NULL;
	size_t size = 0;

	if (file == NULL)
		return;
	while (!compiled->is_full && getline(&line, &size, file) > 0)
		add_line(compiled, line);
	if (compiled->is_full)
		cli_warn(
		    "/tmp/perf-%ld.map: too many names; some code has none",
		    (long)pid);
	free(line);
	fclose(file);
}
