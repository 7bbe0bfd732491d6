/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads bytes, plain or gzip, from a path, a descriptor or memory. */
#ifndef BYTES_H
#define BYTES_H

#include <sys/types.h>

#include "cgfmt.h"

struct bytes;

/* As the cg_reader_open functions. */
struct bytes *bytes_open(const char *path, struct cg_error *error);
struct bytes *bytes_open_fd(int fd, const char *name, struct cg_error *error);
struct bytes *bytes_open_memory(
    const void *data, size_t size, const char *name, struct cg_error *error);

/* Reads up to `size` decoded bytes.  Returns how many, 0 at the end, -1 on an
 * error. */
ssize_t bytes_read(struct bytes *bytes, char *to, size_t size);

/* Inflates in the caller's thread, unless another one has begun. */
void bytes_use_one_thread(struct bytes *bytes);

/* True if reading need not wait for another program or for inflating. */
bool bytes_come_at_once(const struct bytes *bytes);

/* The stream's name in messages; lives as long as the stream. */
const char *bytes_name(const struct bytes *bytes);

/* bytes may be NULL */
void bytes_close(struct bytes *bytes);

#endif
