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
 * Reads the numbers of the next line if the whole line is in the buffer and of
 * the form that numbers_read accepts.  Returns false if not; lines_next then
 * returns the line.
 */
static inline bool
lines_next_numbers(struct lines *lines, int64_t *numbers, size_t n)
{
	const char *end =
	    numbers_read(lines->buffer + lines->begin, numbers, n);

	if (end == NULL)
		return false;
	lines->begin = (size_t)(end - lines->buffer);
	lines->number++;
	return true;
}

/* error "name:number: ..." of the last line handed out, which is at fault;
 * returns -1 */
int lines_error(const struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* error: what does not fit in 64 bits, as of the last line; returns -1 */
int lines_overflow(const struct lines *lines, const char *what);

void lines_release(struct lines *lines);

#endif
