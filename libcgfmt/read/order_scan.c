/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses only names and line numbers, and skips counts, so that a scan takes
 * much less time than reading.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "lex.h"
#include "read/order_scan.h"
#include "strbuf.h"

enum { BUFFER_SIZE = 1 << 17, MAX_DIGITS = 18 };

enum verdict { UNKNOWN = -1, DISORDER = 0, ORDER = 1, GO_ON = 2 };

struct scan {
	struct double_buffer file;
	struct double_buffer function;
	bool has_names;        /* names were staged since the last row */
	const char *last_file; /* of the last row; NULL before the first */
	const char *last_function;
	int64_t line;
};

static bool
stage(struct double_buffer *buffer, const char *name, size_t len)
{
	return double_buffer_stage(buffer, name, len) == 0;
}

/* An fl=, fi=, fe= or fn= line. */
static enum verdict
take_name(struct scan *s, const char *p, const char *end)
{
	static const char none[] = "<unspecified>";
	struct double_buffer *name = &s->file;

	if (end - p < 3 || p[2] != '=' || strchr("lien", p[1]) == NULL ||
	    end[-1] == '\r')
		return UNKNOWN;
	if (p[1] == 'l' && !stage(&s->function, none, sizeof(none) - 1))
		return UNKNOWN;
	if (p[1] == 'n')
		name = &s->function;
	if (!stage(name, p + 3, (size_t)(end - p) - 3))
		return UNKNOWN;
	s->has_names = true;
	return GO_ON;
}

/* A row.  Mostly it has the names of the row before. */
static enum verdict
take_row(struct scan *s, const char *p, const char *end)
{
	const char *start = p;
	int64_t line = 0;
	int order = 0;

	/* more digits may not fit in 64 bits */
	while (p < end && p - start < MAX_DIGITS && *p >= '0' && *p <= '9')
		line = line * 10 + (*p++ - '0');
	if (p == end || *p != ' ')
		return UNKNOWN;
	if (s->has_names) {
		const char *file = double_buffer_flip(&s->file);
		const char *function = double_buffer_flip(&s->function);

		order = s->last_file != NULL ? strcmp(s->last_file, file) : -1;
		if (order == 0)
			order = strcmp(s->last_function, function);
		s->last_file = file;
		s->last_function = function;
		s->has_names = false;
	}
	if (order > 0 || (order == 0 && line <= s->line))
		return DISORDER;
	s->line = line;
	return GO_ON;
}

static enum verdict
take_line(struct scan *s, const char *p, const char *end)
{
	if (p < end && *p >= '0' && *p <= '9')
		return take_row(s, p, end);
	if (p < end && *p == 'f')
		return take_name(s, p, end);
	return lex_after(p, end, "summary:") != NULL ? ORDER : UNKNOWN;
}

/* Takes all whole lines.  Sets *taken to their length. */
static enum verdict
take_lines(struct scan *s, const char *p, size_t size, size_t *taken)
{
	const char *start = p, *end = p + size, *newline;
	enum verdict verdict = GO_ON;

	while (verdict == GO_ON &&
	       (newline = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		verdict = take_line(s, p, newline);
		p = newline + 1;
	}
	*taken = (size_t)(p - start);
	return verdict;
}

static enum verdict
scan_file(struct scan *s, char *buffer, int fd, off_t offset)
{
	enum verdict verdict = GO_ON;
	size_t size = 0, taken;

	while (verdict == GO_ON && size < BUFFER_SIZE) {
		ssize_t n =
		    pread(fd, buffer + size, BUFFER_SIZE - size, offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return UNKNOWN;
		offset += n;
		size += (size_t)n;
		verdict = take_lines(s, buffer, size, &taken);
		size -= taken;
		memmove(buffer, buffer + taken, size);
	}
	return verdict == GO_ON ? UNKNOWN : verdict;
}

int
order_scan(int fd, off_t offset)
{
	char *buffer = malloc(BUFFER_SIZE);
	size_t len = strlen(cg_unknown_name);
	struct scan scan = {.has_names = true};
	enum verdict verdict = UNKNOWN;

	/* rows before any name are of "???" */
	if (buffer != NULL && stage(&scan.file, cg_unknown_name, len) &&
	    stage(&scan.function, cg_unknown_name, len))
		verdict = scan_file(&scan, buffer, fd, offset);
	double_buffer_release(&scan.file);
	double_buffer_release(&scan.function);
	free(buffer);
	return verdict;
}
