/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where bytes go: buffered, plain or gzip, to standard output, a device, or a
 * file that is replaced as a whole when everything was written.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "error.h"
#include "replace.h"

enum { BUFFER_SIZE = 1 << 16, GZIP_LEVEL = 6 };

struct cg_output {
	struct cg_error *error;
	char *name;              /* for messages: as the caller gave it */
	int fd;                  /* -1: not open */
	struct replacement file; /* fd is its; no target: written to directly */
	bool gzip;
	z_stream z;
	size_t used; /* of buffer */
	unsigned char buffer[BUFFER_SIZE];
	unsigned char packed[BUFFER_SIZE]; /* what deflate made of it */
};

static int
fail(struct cg_output *o)
{
	return error_set(
	    o->error, "%s: cannot write: %s", o->name, strerror(errno));
}

static void
free_output(struct cg_output *o)
{
	if (o->gzip)
		deflateEnd(&o->z);
	free(o->name);
	free(o);
}

/* --- opening -------------------------------------------------------------- */

static int
open_path(struct cg_output *o, const char *path)
{
	struct stat st;
	bool exists = stat(path, &st) == 0;

	if (strcmp(path, "-") == 0) {
		o->fd = STDOUT_FILENO;
		return 0;
	}
	if (exists && !S_ISREG(st.st_mode)) {
		o->fd = open(path, O_WRONLY | O_CLOEXEC);
		return o->fd >= 0 ? 0 : fail(o);
	}
	if (replacement_open(&o->file, path) < 0)
		return fail(o);
	o->fd = o->file.fd;
	return 0;
}

static bool
ends_in_gz(const char *path)
{
	size_t len = strlen(path);

	return len > 3 && strcmp(path + len - 3, ".gz") == 0;
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

struct cg_output *
cg_output_open(const char *path, int level, struct cg_error *error)
{
	struct cg_output *o = calloc(1, sizeof(*o));

	error_clear(error);
	if (o == NULL) {
		error_memory(error);
		return NULL;
	}
	o->fd = o->file.fd = -1;
	o->error = error;
	o->name = strdup(strcmp(path, "-") == 0 ? "(stdout)" : path);
	if (level == CG_GZIP_BY_NAME)
		level = ends_in_gz(path) ? GZIP_LEVEL : CG_PLAIN;
	if (o->name == NULL) {
		error_memory(error);
		goto fail;
	}
	if ((level != CG_PLAIN && start_gzip(o, level) < 0) ||
	    open_path(o, path) < 0)
		goto fail;
	return o;
fail:
	cg_output_abandon(o);
	return NULL;
}

/* --- writing -------------------------------------------------------------- */

static int
write_all(struct cg_output *o, const unsigned char *data, size_t size)
{
	while (size > 0) {
		ssize_t n = write(o->fd, data, size);

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
write_packed(struct cg_output *o, int flush)
{
	o->z.next_in = o->buffer;
	o->z.avail_in = (uInt)o->used;
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

static int
flush(struct cg_output *o, int how)
{
	int status =
	    o->gzip ? write_packed(o, how) : write_all(o, o->buffer, o->used);

	o->used = 0;
	return status;
}

int
cg_output_write(struct cg_output *o, const void *data, size_t size)
{
	const unsigned char *p = data;

	while (size > 0) {
		size_t n = BUFFER_SIZE - o->used;

		if (n > size)
			n = size;
		memcpy(o->buffer + o->used, p, n);
		o->used += n;
		p += n;
		size -= n;
		if (o->used == BUFFER_SIZE && flush(o, Z_NO_FLUSH) < 0)
			return -1;
	}
	return 0;
}

/* --- closing -------------------------------------------------------------- */

/* the end of a file that is whole */
static int
finish(struct cg_output *o)
{
	int fd = o->fd;

	o->fd = -1;
	if (o->file.target != NULL)
		return replacement_commit(&o->file) == 0 ? 0 : fail(o);
	return close(fd) == 0 ? 0 : fail(o);
}

int
cg_output_close(struct cg_output *o)
{
	int status = flush(o, Z_FINISH) < 0 || finish(o) < 0 ? -1 : 0;

	cg_output_abandon(o);
	return status;
}

void
cg_output_abandon(struct cg_output *o)
{
	if (o == NULL)
		return;
	if (o->fd >= 0 && o->file.target == NULL)
		close(o->fd);
	replacement_abandon(&o->file);
	free_output(o);
}
