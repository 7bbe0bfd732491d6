/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes of a file or of memory, not decoded, with lookahead. */
#ifndef RAW_H
#define RAW_H

#include <sys/types.h>

#include "bytes/ring.h"
#include "cgfmt.h"

struct raw {
	const char *name;
	struct cg_error *error;
	int fd;                    /* -1: from memory */
	bool at_eof;               /* no bytes follow those at `next` */
	const unsigned char *next; /* bytes not used yet */
	size_t left;
	unsigned char *buffer; /* NULL for memory */
	struct ring *ring;     /* its thread reads; NULL: the caller does */
};

/*
 * Makes `want` bytes ready at `next` (a few), or fewer if the input ends.
 * Returns 0, or -1 on an error.
 */
int raw_fill(struct raw *raw, size_t want);

/* Consumes n bytes that are ready. */
void raw_take(struct raw *raw, size_t n);

/* Reads up to `size` bytes.  Returns how many, 0 at the end, -1 on an error. */
ssize_t raw_read(struct raw *raw, char *to, size_t size);

#endif
