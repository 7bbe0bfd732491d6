/* SPDX-License-Identifier: BSD-2-Clause */
/* A stream of bytes, plain or gzip, from a path, a descriptor or memory. */
#ifndef BYTES_H
#define BYTES_H

#include <sys/types.h>

#include "cgfmt.h"

struct bytes;

/* as the cg_reader_open functions */
struct bytes *bytes_open(const char *path, struct cg_error *error);
struct bytes *bytes_open_fd(int fd, const char *name, struct cg_error *error);
struct bytes *bytes_open_memory(
    const void *data, size_t size, const char *name, struct cg_error *error);

/* up to `size` decoded bytes: how many, 0 at the end, -1 on an error */
ssize_t bytes_read(struct bytes *bytes, char *to, size_t size);

/* whether there is nothing to wait for: neither a program nor inflating */
bool bytes_come_at_once(const struct bytes *bytes);

/* what messages call the stream; lives as long as it */
const char *bytes_name(const struct bytes *bytes);

void bytes_close(struct bytes *bytes);

#endif
