/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "stored.h"

enum { SHORT_ID = 10 };

char *
stored_name(const char *benchmark, const char *commit)
{
	return cli_format("%s of %.*s", benchmark, SHORT_ID, commit);
}

/* Reads a blob of the entry. */
static char *
read_blob(struct objects *objects, const char *benchmark,
    const struct entry *entry, const char *id, size_t *len)
{
	char *name = stored_name(benchmark, entry->commit);
	struct object blob;

	if (!objects_read(objects, id, &blob))
		cli_die("%s: git cannot read its object %s", name, id);
	if (strcmp(blob.type, "blob") != 0)
		cli_die("%s: expected a blob, found a %s", name, blob.type);
	free(name);
	*len = blob.len;
	return blob.data;
}

void
stored_head_read(struct head *head, struct objects *objects,
    const char *benchmark, const struct entry *entry)
{
	char *name = stored_name(benchmark, entry->commit);
	size_t len;
	char *text = read_blob(objects, benchmark, entry, entry->head, &len);

	head_parse(head, text, name);
	free(text);
	free(name);
}

void
stored_profile_read(struct profile_text *text, struct objects *objects,
    const char *benchmark, const struct entry *entry)
{
	text->head =
	    read_blob(objects, benchmark, entry, entry->head, &text->head_len);
	text->rows =
	    read_blob(objects, benchmark, entry, entry->rows, &text->rows_len);
}
