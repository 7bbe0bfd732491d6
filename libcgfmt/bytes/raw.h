/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes as they are in a file or memory, with those to come in sight. */
#ifndef RAW_H
#define RAW_H

#include <sys/types.h>

#include "bytes/ring.h"
#include "cgfmt.h"

struct raw {
	const char *name;
	struct cg_error *error;
	int fd;                    /* -1: from memory */
	bool at_eof;               /* nothing follows what `next` points to */
	const unsigned char *next; /* bytes not used yet */
	size_t left;
	unsigned char *buffer; /* NULL for memory */
	struct ring *ring;     /* whose thread reads; NULL: the caller's */
};

/* Makes at least `want` bytes ready, of a few, where the input has them. */
int raw_fill(struct raw *raw, size_t want);

/* Uses n bytes that are ready. */
void raw_take(struct raw *raw, size_t n);

/* Up to `size` bytes: how many, 0 at the end, -1 on an error. */
ssize_t raw_read(struct raw *raw, char *to, size_t size);

#endif
