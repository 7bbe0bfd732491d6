/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The source of a profile's bytes.  Hides whether they are compressed, which
 * the first two bytes decide, never the name.  If there are many, a thread
 * inflates them ahead of the reader.
 *
 * A gzip stream may have several members, as `cat a.gz b.gz` makes them, and
 * zero bytes after the last, as tapes leave them.  Anything else after a member
 * and an end inside one are errors, because data would be lost silently.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "bytes/bytes.h"
#include "bytes/raw.h"
#include "error.h"

/* This many bytes are inflated before a thread is started; fuzz targets set a
 * smaller number. */
#ifndef AHEAD_FROM
#define AHEAD_FROM (1 << 18)
#endif

struct bytes {
	char *name;
	struct cg_error *error;
	bool close_fd;
	struct raw raw;
	bool gzip;
	bool in_member; /* between a member's header and its trailer */
	z_stream z;
	size_t ninflated;
	bool one_thread;     /* the caller's */
	struct ring *ring;   /* NULL: there is no thread that inflates ahead */
	struct block *block; /* of the ring, being read; NULL: none */
	size_t taken;        /* of the block */
	struct cg_error ahead; /* the thread's, after all its blocks */
};

static bool
at_member(const struct raw *r)
{
	return r->left >= 2 && r->next[0] == 0x1f && r->next[1] == 0x8b;
}

/* --- opening -------------------------------------------------------------- */

static int
detect(struct bytes *b)
{
	if (raw_fill(&b->raw, 2) < 0)
		return -1;
	b->gzip = at_member(&b->raw);
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
	b->error = error;
	b->name = strdup(name);
	if (b->name == NULL)
		goto fail;
	b->raw = (struct raw){.name = b->name, .error = error, .fd = -1};
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
	b->raw.fd = fd;
	b->close_fd = close_fd;
	if (detect(b) < 0) {
		bytes_close(b);
		return NULL;
	}
	return b;
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
		error->is_missing = errno == ENOENT;
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
	b->raw.at_eof = true;
	b->raw.next = data;
	b->raw.left = size;
	if (detect(b) < 0) {
		bytes_close(b);
		return NULL;
	}
	return b;
}

/* --- gzip ----------------------------------------------------------------- */

/* between members: 1 if another begins, 0 at the end, -1 on an error */
static int
next_member(struct raw *r)
{
	if (raw_fill(r, 2) < 0)
		return -1;
	if (at_member(r))
		return 1;
	while (r->left > 0) {
		if (r->next[0] != 0)
			return error_damage(r->error,
			    "%s: expected the end or another gzip member "
			    "after the gzip data, found other bytes",
			    r->name);
		raw_take(r, 1);
		if (raw_fill(r, 1) < 0)
			return -1;
	}
	return 0;
}

/* inflates raw bytes once, to at most `size` bytes at `to` */
static ssize_t
inflate_some(struct bytes *b, char *to, size_t size)
{
	struct raw *r = &b->raw;
	uInt in = r->left < UINT_MAX ? (uInt)r->left : UINT_MAX;
	uInt out = size < UINT_MAX ? (uInt)size : UINT_MAX;
	int status;

	b->z.next_in = (unsigned char *)r->next;
	b->z.avail_in = in;
	b->z.next_out = (unsigned char *)to;
	b->z.avail_out = out;
	status = inflate(&b->z, Z_NO_FLUSH);
	raw_take(r, in - b->z.avail_in);
	if (status == Z_STREAM_END)
		b->in_member = false;
	else if (status == Z_MEM_ERROR)
		return error_memory(r->error);
	else if (status != Z_OK && status != Z_BUF_ERROR &&
		 b->z.avail_out == out)
		return error_damage(r->error,
		    "%s: the gzip data is corrupt (%s)", r->name,
		    b->z.msg != NULL ? b->z.msg : "no reason given");
	/* bytes before corrupt data come first; the next call has the error */
	return (ssize_t)(out - b->z.avail_out);
}

static ssize_t
read_gzip(struct bytes *b, char *to, size_t size)
{
	ssize_t got = 0;
	bool is_end;

	while (got == 0) {
		if (!b->in_member) {
			int more = next_member(&b->raw);

			if (more <= 0)
				return more;
			if (inflateReset(&b->z) != Z_OK)
				return error_memory(b->raw.error);
			b->in_member = true;
		}
		if (raw_fill(&b->raw, 1) < 0)
			return -1;
		is_end = b->raw.left == 0;
		got = inflate_some(b, to, size);
		/* zlib may still have had bytes for which there was no room */
		if (is_end && got == 0 && b->in_member)
			return error_damage(b->raw.error,
			    "%s: the gzip data is cut short", b->name);
	}
	return got;
}

/* --- reading ahead -------------------------------------------------------- */

static void
inflate_ahead(void *owner, struct ring *ring)
{
	struct bytes *b = owner;
	struct block *block;

	b->raw.ring = ring;
	while ((block = ring_reserve(ring)) != NULL) {
		ssize_t n = read_gzip(b, (char *)block->bytes, BLOCK_SIZE);

		if (n <= 0)
			break;
		block->used = (size_t)n;
		ring_publish(ring);
	}
	ring_end(ring);
}

static ssize_t
read_ahead(struct bytes *b, char *to, size_t size)
{
	size_t left;

	if (b->block == NULL) {
		b->block = ring_peek(b->ring);
		b->taken = 0;
	}
	if (b->block == NULL)
		return b->ahead.text[0] == '\0'
			   ? 0
			   : error_pass(b->error, &b->ahead);
	left = b->block->used - b->taken;
	if (size > left)
		size = left;
	memcpy(to, b->block->bytes + b->taken, size);
	b->taken += size;
	if (size == left) {
		b->block = NULL;
		ring_release(b->ring);
	}
	return (ssize_t)size;
}

ssize_t
bytes_read(struct bytes *b, char *to, size_t size)
{
	ssize_t n;

	if (!b->gzip)
		return raw_read(&b->raw, to, size);
	if (b->ring == NULL && !b->one_thread && b->ninflated >= AHEAD_FROM) {
		error_clear(&b->ahead);
		b->raw.error = &b->ahead;
		b->ring = ring_start(inflate_ahead, b);
		if (b->ring == NULL)
			b->raw.error = b->error;
	}
	if (b->ring != NULL)
		return read_ahead(b, to, size);
	n = read_gzip(b, to, size);
	b->ninflated += n > 0 ? (size_t)n : 0;
	return n;
}

void
bytes_use_one_thread(struct bytes *b)
{
	b->one_thread = true;
}

bool
bytes_come_at_once(const struct bytes *b)
{
	struct stat st;

	if (b->gzip)
		return false;
	return b->raw.fd < 0 ||
	       (fstat(b->raw.fd, &st) == 0 && S_ISREG(st.st_mode));
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
	ring_free(b->ring);
	if (b->gzip)
		inflateEnd(&b->z);
	if (b->close_fd)
		close(b->raw.fd);
	free(b->raw.buffer);
	free(b->name);
	free(b);
}
