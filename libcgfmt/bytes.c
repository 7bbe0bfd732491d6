/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where a profile's bytes come from.  Hides whether they are compressed: the
 * first two bytes decide, never the name.  A gzip stream may have several
 * members, as `cat a.gz b.gz` makes them, and zero bytes behind the last, as
 * tapes leave them; anything else behind a member, or an end inside one, is an
 * error, for the rest of the data would be lost without a word.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "bytes.h"
#include "error.h"

enum { RAW_SIZE = 1 << 16 };

struct bytes {
	char *name;
	struct cg_error *error;
	int fd; /* -1: from memory */
	bool close_fd;
	bool at_eof; /* nothing follows what `next` points to */
	bool gzip;
	bool in_member; /* between a member's header and its trailer */
	z_stream z;
	const unsigned char *next; /* raw bytes not used yet */
	size_t left;
	unsigned char *raw; /* buffer of RAW_SIZE; NULL for memory */
};

static ssize_t
read_some(struct bytes *b, void *to, size_t size)
{
	ssize_t n;

	do
		n = read(b->fd, to, size);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return error_system(b->error, b->name);
	b->at_eof = n == 0;
	return n;
}

/* makes at least `want` raw bytes ready where the input has them */
static int
fill(struct bytes *b, size_t want)
{
	if (b->left >= want || b->at_eof)
		return 0;
	memmove(b->raw, b->next, b->left);
	b->next = b->raw;
	while (b->left < want && !b->at_eof) {
		ssize_t n = read_some(b, b->raw + b->left, RAW_SIZE - b->left);

		if (n < 0)
			return -1;
		b->left += (size_t)n;
	}
	return 0;
}

static void
take(struct bytes *b, size_t n)
{
	b->next += n;
	b->left -= n;
}

static bool
at_member(const struct bytes *b)
{
	return b->left >= 2 && b->next[0] == 0x1f && b->next[1] == 0x8b;
}

static int
detect(struct bytes *b)
{
	if (fill(b, 2) < 0)
		return -1;
	b->gzip = at_member(b);
	if (!b->gzip)
		return 0;
	if (inflateInit2(&b->z, 16 + MAX_WBITS) != Z_OK) {
		b->gzip = false; /* nothing for close to end */
		return error_memory(b->error);
	}
	return 0;
}

static struct bytes *
new_bytes(const char *name, struct cg_error *error)
{
	struct bytes *b = calloc(1, sizeof(*b));

	error_clear(error);
	if (b == NULL)
		goto fail;
	b->fd = -1;
	b->error = error;
	b->name = strdup(name);
	if (b->name == NULL)
		goto fail;
	return b;
fail:
	free(b);
	error_memory(error);
	return NULL;
}

static struct bytes *
open_fd(int fd, bool close_fd, const char *name, struct cg_error *error)
{
	struct bytes *b = new_bytes(name, error);

	if (b == NULL) {
		if (close_fd)
			close(fd);
		return NULL;
	}
	b->fd = fd;
	b->close_fd = close_fd;
	b->raw = malloc(RAW_SIZE);
	b->next = b->raw;
	if (b->raw == NULL) {
		error_memory(error);
		goto fail;
	}
	if (detect(b) < 0)
		goto fail;
	return b;
fail:
	bytes_close(b);
	return NULL;
}

struct bytes *
bytes_open(const char *path, struct cg_error *error)
{
	int fd;

	if (strcmp(path, "-") == 0)
		return bytes_open_fd(STDIN_FILENO, "(stdin)", error);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		error_clear(error);
		error_system(error, path);
		return NULL;
	}
	return open_fd(fd, true, path, error);
}

struct bytes *
bytes_open_fd(int fd, const char *name, struct cg_error *error)
{
	return open_fd(fd, false, name, error);
}

struct bytes *
bytes_open_memory(
    const void *data, size_t size, const char *name, struct cg_error *error)
{
	struct bytes *b = new_bytes(name, error);

	if (b == NULL)
		return NULL;
	b->at_eof = true;
	b->next = data;
	b->left = size;
	if (detect(b) < 0) {
		bytes_close(b);
		return NULL;
	}
	return b;
}

/* between members: 1 where another begins, 0 at the end */
static int
next_member(struct bytes *b)
{
	if (fill(b, 2) < 0)
		return -1;
	if (at_member(b))
		return 1;
	while (b->left > 0) {
		if (b->next[0] != 0)
			return error_set(b->error,
			    "%s: expected the end or another gzip member "
			    "behind the gzip data, found other bytes",
			    b->name);
		take(b, 1);
		if (fill(b, 1) < 0)
			return -1;
	}
	return 0;
}

/* one step of inflate from the raw bytes to `size` bytes at `to` */
static ssize_t
inflate_some(struct bytes *b, char *to, size_t size)
{
	uInt in = b->left < UINT_MAX ? (uInt)b->left : UINT_MAX;
	uInt out = size < UINT_MAX ? (uInt)size : UINT_MAX;
	int status;

	b->z.next_in = (unsigned char *)b->next;
	b->z.avail_in = in;
	b->z.next_out = (unsigned char *)to;
	b->z.avail_out = out;
	status = inflate(&b->z, Z_NO_FLUSH);
	take(b, in - b->z.avail_in);
	if (status == Z_STREAM_END)
		b->in_member = false;
	else if (status == Z_MEM_ERROR)
		return error_memory(b->error);
	else if (status != Z_OK)
		return error_set(b->error, "%s: the gzip data is corrupt (%s)",
		    b->name, b->z.msg != NULL ? b->z.msg : "no reason given");
	return (ssize_t)(out - b->z.avail_out);
}

static ssize_t
read_gzip(struct bytes *b, char *to, size_t size)
{
	ssize_t got = 0;

	while (got == 0) {
		if (!b->in_member) {
			int more = next_member(b);

			if (more <= 0)
				return more;
			if (inflateReset(&b->z) != Z_OK)
				return error_memory(b->error);
			b->in_member = true;
		}
		if (fill(b, 1) < 0)
			return -1;
		if (b->left == 0)
			return error_set(b->error,
			    "%s: the gzip data is cut short", b->name);
		got = inflate_some(b, to, size);
	}
	return got;
}

/* what was read to find out what it is comes first */
static ssize_t
read_plain(struct bytes *b, char *to, size_t size)
{
	if (b->left == 0 && !b->at_eof)
		return read_some(b, to, size);
	if (size > b->left)
		size = b->left;
	if (size == 0)
		return 0; /* memory of no bytes may be NULL */
	memcpy(to, b->next, size);
	take(b, size);
	return (ssize_t)size;
}

ssize_t
bytes_read(struct bytes *b, char *to, size_t size)
{
	return b->gzip ? read_gzip(b, to, size) : read_plain(b, to, size);
}

const char *
bytes_name(const struct bytes *b)
{
	return b->name;
}

void
bytes_close(struct bytes *b)
{
	if (b == NULL)
		return;
	if (b->gzip)
		inflateEnd(&b->z);
	if (b->close_fd)
		close(b->fd);
	free(b->raw);
	free(b->name);
	free(b);
}
