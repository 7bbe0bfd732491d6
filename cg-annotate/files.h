/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of files. */
#ifndef FILES_H
#define FILES_H

#include <stddef.h>

struct files {
	size_t n;
	const char **list;
};

/* puts them in order, each once */
void files_sort(struct files *files);

#endif
