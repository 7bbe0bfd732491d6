/* SPDX-License-Identifier: BSD-2-Clause */
/* How many bytes objects take in the repository, as they are compressed there. */
#ifndef BLOB_SIZES_H
#define BLOB_SIZES_H

#include <stddef.h>
#include <stdint.h>

struct blob_sizes {
	size_t n;
	struct sized_object *list; /* sorted */
	char *text;                /* memory for the names */
};

/* Reads the sizes of all objects. */
void blob_sizes_read(struct blob_sizes *sizes);

/* Returns the size of an object; 0: there is none. */
int64_t blob_size(const struct blob_sizes *sizes, const char *id);

/* The sizes may be zeroed. */
void blob_sizes_release(struct blob_sizes *sizes);

#endif
