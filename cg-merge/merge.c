/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles in canonical order are merged while they are read (groups.c).  If a
 * profile turns out not to be, or cannot be read twice, or if there is any
 * other difficulty, all of them are read again, one after another, and added up
 * in memory (table.c).  The result is the same.
 */
#include <stdlib.h>

#include "groups.h"
#include "merge.h"
#include "table.h"

struct merge {
	struct profiles profiles;
	bool is_streamed; /* the rows are in `streamed`, else in the table */
	struct revocable_output streamed;
	struct table *table; /* NULL: no profile was read into it */
};

struct merge *
merge_new(enum operation operation, bool common, bool partial,
    const struct profile_output *output)
{
	struct merge *m = cli_alloc(1, sizeof(*m));

	m->profiles.operation = operation;
	m->profiles.common = common;
	m->profiles.partial = partial;
	m->profiles.output = output;
	return m;
}

static void
read_into_table(struct merge *m, const char *path)
{
	struct profiles *p = &m->profiles;
	struct cg_reader *reader = profiles_open(p, path, CG_READ_AHEAD);
	bool is_first = p->n == 0;

	if (is_first)
		m->table = table_new(p);
	table_read(m->table, reader, path);
	profiles_finish(p, reader, path);
	profiles_close(p, reader, is_first);
}

void
merge_read(struct merge *m, char *const *paths, size_t n)
{
	m->is_streamed = groups_merge(&m->profiles, paths, n, &m->streamed);
	for (size_t i = 0; i < n && !m->is_streamed; i++)
		read_into_table(m, paths[i]);
}

static void
write_table(struct merge *m)
{
	struct profiles *p = &m->profiles;
	struct cg_writer *writer;

	profiles_describe(p);
	writer = profile_output_open(p->output, &p->described, &p->error);
	if (writer == NULL || table_put(m->table, writer) < 0)
		profiles_die(p);
	profiles_put_summary(p, writer);
	if (profile_output_close(writer) < 0)
		profiles_die(p);
}

void
merge_write(struct merge *m)
{
	if (!m->is_streamed)
		write_table(m);
	else if (revocable_output_close(&m->streamed) < 0)
		profiles_die(&m->profiles);
}

void
merge_free(struct merge *m)
{
	table_free(m->table);
	profiles_release(&m->profiles);
	free(m);
}
