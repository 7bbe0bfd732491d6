/* SPDX-License-Identifier: BSD-2-Clause */
/* Finding and reading source files. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "source.h"

static bool
open_in(struct source *s, const char *folder, const char *name)
{
	char *path = cli_format("%s%s", folder, name);
	struct stat st;

	*s = (struct source){.folder = folder};
	/* a folder has no lines, a pipe or a device perhaps no end */
	if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
		s->modified = st.st_mtime;
		s->file = fopen(path, "r");
	}
	free(path);
	return s->file != NULL;
}

bool
source_open(struct source *s, const struct folders *folders, const char *name)
{
	if (open_in(s, "", name))
		return true;
	for (size_t i = 0; i < folders->n; i++)
		if (open_in(s, folders->list[i], name))
			return true;
	return false;
}

bool
source_next(struct source *s)
{
	ssize_t len = getline(&s->text, &s->size, s->file);

	if (len < 0)
		return false;
	s->len = (size_t)len;
	s->line++;
	return true;
}

void
source_close(struct source *s)
{
	fclose(s->file);
	free(s->text);
}
