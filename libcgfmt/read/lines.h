/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of a stream of bytes, of any length, and their numbers. */
#ifndef LINES_H
#define LINES_H

#include "bytes/bytes.h"
#include "numbers.h"

struct lines {
	struct bytes *bytes; /* owned */
	struct cg_error *error;
	uint64_t number; /* of the last line handed out, from 1 */
	char *buffer;    /* NUMBERS_SLACK zero bytes are behind `end` */
	size_t size;     /* of buffer, without those */
	size_t begin;    /* of what was not handed out yet */
	size_t end;
	bool at_eof;
	bool is_cut; /* the last line handed out has no newline */
};

/* takes over `bytes`, also on failure */
int
lines_init(struct lines *lines, struct bytes *bytes, struct cg_error *error);

/* the bytes that come next, as many as there are without waiting for more: how
 * many, or -1 on an error; valid until the next call */
ssize_t lines_start(struct lines *lines, const char **start);

/*
 * The next line from *line to *end, without its newline or CR LF; valid until
 * the next call.  1, 0 at the end, -1 on an error.  A last line without newline
 * counts.
 */
int lines_next(struct lines *lines, const char **line, const char **end);

/*
 * The numbers of the next line, if it is as numbers_read wants it: true, and
 * the line was handed out.  A line that is not in the buffer as a whole is left
 * to lines_next.
 */
bool lines_next_numbers(struct lines *lines, int64_t *numbers, size_t n);

/* error "name:number: ..." of the last line handed out, which is at fault;
 * returns -1 */
int lines_error(const struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* error: what does not fit in 64 bits, as of the last line; returns -1 */
int lines_overflow(const struct lines *lines, const char *what);

void lines_release(struct lines *lines);

#endif
