/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs diff without a shell and keeps the line numbers of its hunks.  Every
 * diff has the unified format (BusyBox has no other), and in that only the
 * headers of hunks start with "@".
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "hunks.h"
#include "libquery/lower_bound.h"

/* --- reading diff's output ------------------------------------------------ */

/* Reads "-3,2" or "-3".  "-3,0" has no lines, and would have them after line 3.
 */
static bool
take_range(const char **p, char sign, struct line_range *range)
{
	int used;

	if (*(*p)++ != sign)
		return false;
	used = cg_parse_int(*p, strlen(*p), &range->first);
	if (used <= 0)
		return false;
	*p += used;
	range->len = 1;
	if (**p == ',') {
		(*p)++;
		used = cg_parse_int(*p, strlen(*p), &range->len);
		if (used <= 0 || range->len < 0)
			return false;
		*p += used;
	}
	if (range->len == 0)
		range->first++;
	return *(*p)++ == ' ';
}

const struct hunk *
hunks_add(struct hunks *hunks, const char *line)
{
	const char *p = line + strlen("@@ ");
	struct hunk hunk;

	if (!take_range(&p, '-', &hunk.old) || !take_range(&p, '+', &hunk.new))
		cli_die("diff: expected \"@@ -LINE,N +LINE,N @@\", found "
			"\"%.*s\"",
		    (int)strcspn(line, "\n"), line);
	hunks->list = cli_grow(hunks->list, hunks->n, sizeof(*hunks->list));
	hunks->list[hunks->n++] = hunk;
	return &hunks->list[hunks->n - 1];
}

/* Reads all of diff's output.  Returns its first message, in new memory, or
 * NULL if there is none. */
static char *
read_output(struct hunks *hunks, FILE *file)
{
	char *line = NULL, *message = NULL;
	size_t size = 0;
	ssize_t len;

	while ((len = getline(&line, &size, file)) > 0) {
		if (strncmp(line, "@@ ", strlen("@@ ")) == 0)
			hunks_add(hunks, line);
		else if (message == NULL &&
			 strncmp(line, "diff: ", strlen("diff: ")) == 0)
			message = cli_copy(
			    line, (size_t)len - (line[len - 1] == '\n'));
	}
	free(line);
	return message;
}

void
hunks_read(struct hunks *hunks, const char *old_path, const char *new_path)
{
	const char *const argv[] = {
	    "diff", "-a", "-U", "0", "--", old_path, new_path, NULL};
	struct cli_child child;
	int status = cli_child_start(&child, argv);
	char *message;

	if (status != 0)
		cli_die("diff: %s", strerror(status));
	message = read_output(hunks, child.output);
	if (!cli_child_end(&child, &status))
		cli_die("diff: %s", strerror(errno));
	/* 0: no difference, 1: some, 2: an error, which diff has reported */
	if (WIFEXITED(status) && WEXITSTATUS(status) <= 1) {
		free(message);
		return;
	}
	if (WIFSIGNALED(status))
		cli_die("diff: signal %d (%s) ended it", WTERMSIG(status),
		    strsignal(WTERMSIG(status)));
	if (message != NULL)
		cli_die("%s", message);
	cli_die("diff: could not compare %s with %s", old_path, new_path);
}

/* --- lines ---------------------------------------------------------------- */

/* Compares as less if the hunk starts at the line or before it. */
static int
compare_start(const void *element, const void *key)
{
	const struct hunk *hunk = element;
	const int64_t *line = key;

	return hunk->old.first <= *line ? -1 : 1;
}

/* Returns the last hunk that starts at the line or before it, or NULL. */
static const struct hunk *
find_hunk(const struct hunks *hunks, int64_t line)
{
	size_t n = lower_bound(
	    &line, hunks->list, hunks->n, sizeof(*hunks->list), compare_start);

	return n > 0 ? &hunks->list[n - 1] : NULL;
}

int64_t
hunks_line(const struct hunks *hunks, int64_t line)
{
	const struct hunk *h = find_hunk(hunks, line);
	int64_t offset, moved;

	if (h == NULL)
		return line;
	offset = line - h->old.first;
	if (offset >= h->old.len) /* after the hunk, and moved by it */
		return __builtin_add_overflow(h->new.first + h->new.len,
			   offset - h->old.len, &moved)
			   ? line
			   : moved;
	if (offset >= h->new.len)
		offset = h->new.len - 1;
	/* no line comes before lines that were removed from the top */
	return h->new.first + offset > 0 ? h->new.first + offset : 1;
}

void
hunks_release(struct hunks *hunks)
{
	free(hunks->list);
	*hunks = (struct hunks){.n = 0};
}
