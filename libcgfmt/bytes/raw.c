/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a descriptor in large pieces.  Input from memory is one such piece. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes/raw.h"
#include "error.h"

enum { BUFFER_SIZE = 1 << 16 };

static ssize_t
read_some(struct raw *r, void *to, size_t size)
{
	ssize_t n;

	do {
		if (r->ring != NULL && !ring_wait(r->ring, r->fd, POLLIN)) {
			r->at_eof = true;
			return 0;
		}
		n = read(r->fd, to, size);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return error_system(r->error, r->name);
	r->at_eof = n == 0;
	return n;
}

int
raw_fill(struct raw *r, size_t want)
{
	if (r->left >= want || r->at_eof)
		return 0;
	if (r->buffer == NULL) {
		r->buffer = malloc(BUFFER_SIZE);
		if (r->buffer == NULL)
			return error_memory(r->error);
	}
	if (r->left > 0)
		memmove(r->buffer, r->next, r->left);
	r->next = r->buffer;
	while (r->left < want && !r->at_eof) {
		ssize_t n =
		    read_some(r, r->buffer + r->left, BUFFER_SIZE - r->left);

		if (n < 0)
			return -1;
		r->left += (size_t)n;
	}
	return 0;
}

void
raw_take(struct raw *r, size_t n)
{
	r->next += n;
	r->left -= n;
}

ssize_t
raw_read(struct raw *r, char *to, size_t size)
{
	if (r->left == 0 && !r->at_eof)
		return read_some(r, to, size);
	if (size > r->left)
		size = r->left;
	if (size == 0)
		return 0; /* `next` may be NULL */
	memcpy(to, r->next, size);
	raw_take(r, size);
	return (ssize_t)size;
}
