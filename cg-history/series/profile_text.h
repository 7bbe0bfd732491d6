/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile as it is stored: in Cachegrind's format, cut into the head, which has its header and its
 * summary, and the rows.  Commits that cost the same have the same rows.
 */
#ifndef PROFILE_TEXT_H
#define PROFILE_TEXT_H

#include "libquery/level.h"
#include "libquery/patterns/rename.h"

struct profile_text {
	char *head;
	size_t head_len;
	char *rows;
	size_t rows_len;
};

/* how a profile is read */
struct profile_request {
	struct renames renames; /* of files and objects */
	struct rollup level;
	size_t ndescs; /* descriptions that are added */
	const char *const *descs;
};

/* Reads a profile, renames its rows and rolls them up.  Sets the name of its program, to be freed.
 * Ends this program on an error. */
void profile_text_read(struct profile_text *text, const char *path,
    struct profile_request *request, char **program);

/* Sets the head to that of another profile with these totals. */
void profile_text_take_head(struct profile_text *text,
    const struct profile_text *from, const int64_t *totals, size_t n);

/* Puts the head and the rows together.  Returns the profile, to be freed. */
char *profile_text_join(const struct profile_text *text, size_t *len);

void profile_text_release(struct profile_text *text);

#endif
