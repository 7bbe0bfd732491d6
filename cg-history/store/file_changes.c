/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads what `git diff-tree -p` prints.  A removed line that begins with "-- " looks like the name of a
 * file, so the lines of hunks are counted.
 */
#include <stdlib.h>
#include <string.h>

#include "file_changes.h"
#include "git_child.h"
#include "libcli/cli.h"

/* Adds the file of a line "+++ b/PATH"; one that is gone, or has an odd name, has no path. */
static void
add_file(struct file_changes *changes, const char *name)
{
	const char *path = strncmp(name, "b/", 2) == 0 ? name + 2 : "";

	changes->list =
	    cli_grow(changes->list, changes->n, sizeof(*changes->list));
	changes->list[changes->n++] =
	    (struct file_change){.path = cli_copy(path, strcspn(path, "\t\n"))};
}

/* Returns what follows n lines. */
static const char *
skip_lines(const char *p, int64_t n)
{
	for (; *p != '\0' && n > 0; n--) {
		p += strcspn(p, "\n");
		p += *p == '\n';
	}
	return p;
}

void
file_changes_read(struct file_changes *changes, const char *old_commit,
    const char *new_commit)
{
	static const char name[] = "+++ ";
	const char *const arguments[] = {"diff-tree", "-p", "-U0", "-M",
	    "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/",
	    "--dst-prefix=b/", old_commit, new_commit, NULL};
	size_t len;
	char *text = git_ask(arguments, &len);

	*changes = (struct file_changes){0};
	for (const char *p = text; p != NULL && *p != '\0';) {
		int64_t nlines = 1;

		if (strncmp(p, name, strlen(name)) == 0)
			add_file(changes, p + strlen(name));
		else if (strncmp(p, "@@ ", strlen("@@ ")) == 0 &&
			 changes->n > 0) {
			const struct hunk *hunk =
			    hunks_add(&changes->list[changes->n - 1].hunks, p);

			nlines += hunk->old.len + hunk->new.len;
		}
		p = skip_lines(p, nlines);
	}
	free(text);
}

/* Returns how much of both paths is the same, up to a slash or all of one; 0: too little. */
static size_t
common_end(const char *a, const char *b)
{
	size_t la = strlen(a), lb = strlen(b);
	size_t n = la < lb ? la : lb;

	if (strcmp(a + la - n, b + lb - n) != 0 ||
	    (la > n && a[la - n - 1] != '/') ||
	    (lb > n && b[lb - n - 1] != '/'))
		return 0;
	return n;
}

int64_t
file_changes_line(
    const struct file_changes *changes, const char *file, int64_t line)
{
	const struct file_change *best = NULL;
	size_t most = 0;

	if (line <= 0)
		return line;
	/* from a directory of the build to the sources */
	while (strncmp(file, "../", 3) == 0 || strncmp(file, "./", 2) == 0)
		file += strcspn(file, "/") + 1;
	for (size_t i = 0; i < changes->n; i++) {
		size_t n = common_end(file, changes->list[i].path);

		if (n > most) {
			most = n;
			best = &changes->list[i];
		}
	}
	return best != NULL ? hunks_line(&best->hunks, line) : line;
}

void
file_changes_release(struct file_changes *changes)
{
	for (size_t i = 0; i < changes->n; i++) {
		free(changes->list[i].path);
		hunks_release(&changes->list[i].hunks);
	}
	free(changes->list);
}
