/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "blob_sizes.h"
#include "cgfmt.h"
#include "git_child.h"
#include "libcli/cli.h"

struct sized_object {
	const char *id;
	int64_t size;
};

static int
by_id(const void *a, const void *b)
{
	const struct sized_object *x = a, *y = b;

	return strcmp(x->id, y->id);
}

void
blob_sizes_read(struct blob_sizes *sizes)
{
	static const char *const arguments[] = {"cat-file",
	    "--batch-all-objects", "--unordered",
	    "--batch-check=%(objectname) %(objectsize:disk)", NULL};
	size_t len;
	char *line;

	*sizes = (struct blob_sizes){.n = 0};
	line = sizes->text = git_ask(arguments, &len);
	while (line != NULL && *line != '\0') {
		size_t id = strcspn(line, " \n");
		char *size = line + id + (line[id] == ' ');
		char *next = size + strcspn(size, "\n");
		struct sized_object object = {.id = line};

		cg_parse_int(size, (size_t)(next - size), &object.size);
		line[id] = '\0';
		sizes->list =
		    cli_grow(sizes->list, sizes->n, sizeof(*sizes->list));
		sizes->list[sizes->n++] = object;
		line = next + (*next == '\n');
	}
	if (sizes->n > 1)
		qsort(sizes->list, sizes->n, sizeof(*sizes->list), by_id);
}

int64_t
blob_size(const struct blob_sizes *sizes, const char *id)
{
	const struct sized_object key = {.id = id};
	const struct sized_object *found =
	    sizes->n == 0 ? NULL
			  : bsearch(&key, sizes->list, sizes->n,
				sizeof(*sizes->list), by_id);

	return found != NULL ? found->size : 0;
}

void
blob_sizes_release(struct blob_sizes *sizes)
{
	free(sizes->list);
	free(sizes->text);
}
