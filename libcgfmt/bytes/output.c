/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The target of bytes, buffered, plain or gzip: standard output, a device, or a
 * file that is replaced as a whole after everything was written.  If there are
 * many bytes, a thread compresses them.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "bytes/output.h"
#include "bytes/replace.h"
#include "bytes/ring.h"
#include "error.h"

enum { GZIP_LEVEL = 6, MAX_LEVEL = 9, THREAD_FROM = 4 /* blocks */ };

struct cg_output {
	struct cg_error *error;
	struct cg_error *sink; /* current target of errors: error or thread's */
	char *name;            /* for messages: the caller's path */
	int fd;                /* -1: not open */
	bool failed;           /* bytes were not written */
	struct replacement file; /* owns fd; target NULL: no replacement */
	bool gzip;
	z_stream z;
	unsigned char packed[BLOCK_SIZE]; /* output of deflate */
	size_t nblocks;                   /* passed on so far */
	struct block *block;              /* being filled: own or the ring's */
	struct block own;
	struct ring *ring;    /* NULL: there is no thread */
	struct ring *writing; /* the ring, if the thread writes to fd */
	struct cg_error of_thread;
};

static int
fail(struct cg_output *o)
{
	return error_set(
	    o->sink, "%s: cannot write: %s", o->name, strerror(errno));
}

/* --- opening -------------------------------------------------------------- */

static int
open_path(struct cg_output *o, const char *path)
{
	struct stat st;
	bool exists;

	if (strcmp(path, "-") == 0) {
		o->fd = STDOUT_FILENO;
		return 0;
	}
	exists = stat(path, &st) == 0;
	if (!exists && errno != ENOENT)
		return fail(o);
	if (exists && !S_ISREG(st.st_mode)) {
		o->fd = open(path, O_WRONLY | O_CLOEXEC);
		return o->fd >= 0 ? 0 : fail(o);
	}
	/* a user who may create links in a directory must not choose where our
	 * files appear */
	if (!exists && lstat(path, &st) == 0)
		return error_set(o->error,
		    "%s: cannot write: it is a link to a file that does not "
		    "exist",
		    o->name);
	if (replacement_open(&o->file, path, exists ? &st : NULL) < 0)
		return fail(o);
	o->fd = o->file.fd;
	return 0;
}

/* If the path is a link, the name that it leads to decides, so that a file does
 * not change between plain and gzip if it is written through the link. */
static bool
is_named_gz(const struct cg_output *o, const char *path)
{
	const char *name = o->file.target != NULL ? o->file.target : path;
	size_t len = strlen(name);

	return len > 3 && strcmp(name + len - 3, ".gz") == 0;
}

static int
start_gzip(struct cg_output *o, int level)
{
	/* windowBits + 16: a gzip header, with neither name nor time */
	if (deflateInit2(&o->z, level, Z_DEFLATED, 16 + MAX_WBITS, 8,
		Z_DEFAULT_STRATEGY) != Z_OK)
		return error_memory(o->error);
	o->gzip = true;
	return 0;
}

static struct cg_output *
new_output(const char *name, struct cg_error *error)
{
	struct cg_output *o = calloc(1, sizeof(*o));

	error_clear(error);
	if (o == NULL || (o->name = strdup(name)) == NULL) {
		error_memory(error);
		free(o);
		return NULL;
	}
	o->fd = o->file.fd = -1;
	o->error = o->sink = error;
	o->block = &o->own;
	return o;
}

struct cg_output *
cg_output_open(const char *path, int level, struct cg_error *error)
{
	const char *name = strcmp(path, "-") == 0 ? "(stdout)" : path;
	struct cg_output *o = new_output(name, error);

	if (o == NULL)
		return NULL;
	if (level < CG_GZIP_BY_NAME || level > MAX_LEVEL) {
		error_set(error,
		    "%s: expected a level of gzip from -1 to 9, found %d", name,
		    level);
		goto fail;
	}
	if (open_path(o, path) < 0)
		goto fail;
	if (level == CG_GZIP_BY_NAME)
		level = is_named_gz(o, path) ? GZIP_LEVEL : CG_PLAIN;
	if (level != CG_PLAIN && start_gzip(o, level) < 0)
		goto fail;
	return o;
fail:
	cg_output_abandon(o);
	return NULL;
}

struct cg_output *
cg_output_open_fd(int fd, const char *name, struct cg_error *error)
{
	struct cg_output *o = new_output(name, error);

	if (o != NULL)
		o->fd = fd;
	else
		close(fd);
	return o;
}

const char *
output_name(const struct cg_output *o)
{
	return o->name;
}

bool
cg_output_is_terminal(const struct cg_output *o)
{
	return !o->gzip && isatty(o->fd);
}

/* --- writing -------------------------------------------------------------- */

/*
 * A thread writes at most PIPE_BUF bytes at a time: a pipe has room for them if
 * poll() reports any.  So ring_free never waits until another program reads.
 */
static int
write_all(struct cg_output *o, const unsigned char *data, size_t size)
{
	while (size > 0) {
		size_t part = size;
		ssize_t n;

		if (o->writing != NULL) {
			if (!ring_wait(o->writing, o->fd, POLLOUT))
				return -1;
			if (part > PIPE_BUF)
				part = PIPE_BUF;
		}
		n = write(o->fd, data, part);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail(o);
		data += n;
		size -= (size_t)n;
	}
	return 0;
}

static int
write_packed(struct cg_output *o, struct block *block, int flush)
{
	o->z.next_in = block->bytes;
	o->z.avail_in = (uInt)block->used;
	do {
		o->z.next_out = o->packed;
		o->z.avail_out = sizeof(o->packed);
		deflate(&o->z, flush);
		if (write_all(
			o, o->packed, sizeof(o->packed) - o->z.avail_out) < 0)
			return -1;
	} while (o->z.avail_out == 0);
	return 0;
}

/* --- compressing in a thread ---------------------------------------------- */

static void
compress_blocks(void *owner, struct ring *ring)
{
	struct cg_output *o = owner;
	struct block *block;

	o->writing = ring;
	while ((block = ring_peek(ring)) != NULL) {
		if (write_packed(o, block, Z_NO_FLUSH) < 0)
			break;
		ring_release(ring);
	}
	ring_stop(ring);
}

/* waits until the thread has written all its blocks and ends it */
static int
join_thread(struct cg_output *o)
{
	if (o->ring == NULL)
		return 0;
	ring_end(o->ring);
	ring_join(o->ring);
	ring_free(o->ring);
	o->ring = o->writing = NULL;
	o->block = &o->own;
	o->own.used = 0;
	o->sink = o->error;
	return o->of_thread.text[0] == '\0'
		   ? 0
		   : error_set(o->error, "%s", o->of_thread.text);
}

/* --- blocks --------------------------------------------------------------- */

/* passes the full block on and finds another to fill */
static int
flush(struct cg_output *o)
{
	if (o->ring != NULL)
		ring_publish(o->ring);
	else if ((o->gzip ? write_packed(o, o->block, Z_NO_FLUSH)
			  : write_all(o, o->block->bytes, o->block->used)) < 0)
		return -1;
	if (o->gzip && ++o->nblocks == THREAD_FROM) {
		error_clear(&o->of_thread);
		o->sink = &o->of_thread;
		o->ring = ring_start(compress_blocks, o);
		if (o->ring == NULL)
			o->sink = o->error;
	}
	if (o->ring != NULL)
		o->block = ring_reserve(o->ring);
	if (o->block == NULL)
		return join_thread(o);
	o->block->used = 0;
	return 0;
}

/* writes the last block */
static int
flush_last(struct cg_output *o)
{
	if (o->ring != NULL) {
		ring_publish(o->ring);
		if (join_thread(o) < 0)
			return -1;
	}
	return o->gzip ? write_packed(o, o->block, Z_FINISH)
		       : write_all(o, o->block->bytes, o->block->used);
}

int
cg_output_write(struct cg_output *o, const void *data, size_t size)
{
	const unsigned char *p = data;

	while (size > 0) {
		size_t n = BLOCK_SIZE - o->block->used;

		if (n > size)
			n = size;
		memcpy(o->block->bytes + o->block->used, p, n);
		o->block->used += n;
		p += n;
		size -= n;
		if (o->block->used == BLOCK_SIZE && flush(o) < 0) {
			o->failed = true;
			return -1;
		}
	}
	return 0;
}

/* --- closing -------------------------------------------------------------- */

/* closes the descriptor and puts the file in its place */
static int
finish(struct cg_output *o)
{
	int fd = o->fd;

	o->fd = -1;
	if (o->file.target != NULL) {
		int status = replacement_commit(&o->file);

		if (status < 0 && o->file.in_place)
			return error_set(o->sink,
			    "%s: replaced, but its directory cannot be synced: %s",
			    o->name, strerror(errno));
		return status == 0 ? 0 : fail(o);
	}
	return close(fd) == 0 ? 0 : fail(o);
}

void
cg_output_create(struct cg_output *o)
{
	o->file.is_first = true;
}

int
cg_output_close(struct cg_output *o)
{
	int status = o->failed || flush_last(o) < 0 || finish(o) < 0 ? -1 : 0;

	cg_output_abandon(o);
	return status;
}

void
cg_output_abandon(struct cg_output *o)
{
	if (o == NULL)
		return;
	ring_free(o->ring);
	if (o->fd >= 0 && o->file.target == NULL)
		close(o->fd);
	replacement_abandon(&o->file);
	if (o->gzip)
		deflateEnd(&o->z);
	free(o->name);
	free(o);
}
