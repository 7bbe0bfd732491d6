/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `git fast-import` moves a ref only if it still is at the parent of the new commit.  Everything is
 * in memory first, so that a failure before git is started leaves nothing behind.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "git_child.h"
#include "libcli/cli.h"
#include "tree_writer.h"

void
tree_writer_open(struct tree_writer *w)
{
	w->file = open_memstream(&w->text, &w->len);
	if (w->file == NULL)
		cli_die("out of memory");
}

void
tree_writer_commit(struct tree_writer *w, const char *ref, const char *parent,
    const char *merged, const char *subject)
{
	fprintf(w->file,
	    "commit %s\ncommitter cg-history <cg-history@localhost> %lld "
	    "+0000\ndata %zu\n%s\n",
	    ref, (long long)time(NULL), strlen(subject), subject);
	if (parent != NULL)
		fprintf(w->file, "from %s\n", parent);
	if (merged != NULL)
		fprintf(w->file, "merge %s\n", merged);
}

void
tree_writer_put(
    struct tree_writer *w, const char *path, const char *bytes, size_t len)
{
	fprintf(w->file, "M 100644 inline %s\ndata %zu\n", path, len);
	fwrite(bytes, 1, len, w->file);
	fputc('\n', w->file);
}

void
tree_writer_link(struct tree_writer *w, const char *path, const char *id)
{
	fprintf(w->file, "M 100644 %s %s\n", id, path);
}

void
tree_writer_remove(struct tree_writer *w, const char *path)
{
	fprintf(w->file, "D %s\n", path);
}

/* Removes the report that git leaves in the repository if it fails. */
static void
remove_crash_report(pid_t pid)
{
	char *name = cli_format("fast_import_crash_%lld", (long long)pid);
	const char *const arguments[] = {"rev-parse", "--git-path", name, NULL};
	char *path = git_ask_line(arguments);

	if (path != NULL)
		unlink(path);
	free(path);
	free(name);
}

bool
tree_writer_close(struct tree_writer *w)
{
	static const char *const arguments[] = {
	    "fast-import", "--quiet", "--done", "--date-format=raw", NULL};
	struct git_child child;
	bool is_written;
	int status;

	fprintf(w->file, "done\n");
	is_written = ferror(w->file) == 0;
	if (fclose(w->file) != 0 || !is_written)
		cli_die("out of memory");
	git_start(&child, arguments);
	git_send(&child, w->text, w->len);
	free(w->text);
	status = git_end(&child);
	if (status > 1) {
		remove_crash_report(child.pid);
		git_die(&child);
	}
	if (child.messages >= 0)
		close(child.messages);
	return status == 0;
}

void
tree_writer_abandon(struct tree_writer *w)
{
	fclose(w->file);
	free(w->text);
}
