/* SPDX-License-Identifier: BSD-2-Clause */
/* Many functions are of one file, which is annotated once. */
#include <stdlib.h>
#include <string.h>

#include "files.h"

static int
compare(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

void
files_sort(struct files *files)
{
	const char **list = files->list;
	size_t n = 0;

	qsort(list, files->n, sizeof(*list), compare);
	for (size_t i = 0; i < files->n; i++)
		if (n == 0 || strcmp(list[n - 1], list[i]) != 0)
			list[n++] = list[i];
	files->n = n;
}
