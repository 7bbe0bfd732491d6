/* SPDX-License-Identifier: BSD-2-Clause */
/* Splits a stream of bytes into numbered lines of any length. */
#ifndef LINES_H
#define LINES_H

#include "bytes/bytes.h"
#include "numbers.h"

struct lines {
	struct bytes *bytes; /* owned */
	struct cg_error *error;
	uint64_t number; /* of the last line returned, from 1 */
	char *buffer;    /* has NUMBERS_SLACK zero bytes after `end` */
	size_t size;     /* of buffer, without those */
	size_t begin;    /* of the bytes that were not returned yet */
	size_t end;
	bool at_eof;
	bool is_cut; /* the last line returned has no newline */
};

/* Returns 0, or -1 on an error; then owns `bytes` in either case. */
int
lines_init(struct lines *lines, struct bytes *bytes, struct cg_error *error);

/*
 * Sets *start to the bytes that come next, without waiting for more if there
 * are any.  Returns how many, or -1 on an error.  Valid until the next call.
 */
ssize_t lines_start(struct lines *lines, const char **start);

/*
 * Sets *line and *end to the next line, without its newline or CR LF; valid
 * until the next call.  Returns 1, 0 at the end, -1 on an error.  The last line
 * may lack its newline.
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

/* Fails with "name:number: ...": the last line returned is damaged.  Returns
 * -1. */
int lines_error(const struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fails because `what` does not fit in 64 bits, at the last line.  Returns -1.
 */
int lines_overflow(const struct lines *lines, const char *what);

void lines_release(struct lines *lines);

#endif
