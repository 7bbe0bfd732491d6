/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program has files of its own and files of its libraries.  The files of
 * libraries mostly match, so they prove nothing about two builds of the program
 * in different directories.  But only files of the program usually have absolute
 * paths.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/windows_path.h"
#include "matches.h"

static void
count(struct side_files *files, const struct matches *m)
{
	files->in_old |= m->in_old;
	files->in_new |= m->in_new;
	files->in_both |= m->in_old && m->in_new;
}

/* Ends the rows of a file. */
static void
end_file(struct matches *m)
{
	if (m->file == NULL)
		return;
	count(&m->files, m);
	if (path_root_length(m->file) > 0)
		count(&m->absolute, m);
	matches_release(m);
	m->in_old = m->in_new = false;
}

void
matches_take(struct matches *m, const struct pair *pair, const int64_t *zeros)
{
	const struct cg_record *row = &pair->new;

	if (row->kind != CG_COSTS)
		return;
	if (m->file == NULL || strcmp(m->file, row->def_file) != 0 ||
	    strcmp(m->object, row->object) != 0) {
		end_file(m);
		if (strcmp(row->def_file, cg_unknown_name) == 0 ||
		    cg_is_filtered(row->def_file))
			return;
		m->object = cli_copy(row->object, strlen(row->object));
		m->file = cli_copy(row->def_file, strlen(row->def_file));
	}
	m->in_old |= pair->old.counts != zeros;
	m->in_new |= row->counts != zeros;
}

static bool
lacks(const struct side_files *files)
{
	return files->in_old && files->in_new && !files->in_both;
}

void
matches_release(struct matches *m)
{
	free(m->object);
	free(m->file);
	m->object = m->file = NULL;
}

const char *
matches_lack(struct matches *m)
{
	end_file(m);
	if (lacks(&m->files))
		return "file";
	return lacks(&m->absolute) ? "file with an absolute path" : NULL;
}
