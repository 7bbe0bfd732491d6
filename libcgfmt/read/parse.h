/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of a profile, and the names in them. */
#ifndef PARSE_H
#define PARSE_H

#include "names.h"
#include "read/lines.h"
#include "strbuf.h"

struct parse {
	struct lines lines;
	struct names names;
	struct cg_error *error;
	const char *line; /* the last one that parse_line returned */
	const char *end;
	bool pushed_back;      /* parse_line returns it again */
	bool returns_comments; /* parse_line returns them too */
	bool is_partial;       /* damage is not an error */
	bool is_of_others; /* the part has a creator, and that is not ours */
	bool is_foreign;   /* another program's: some names may be missing */
	struct cg_error passed; /* the first error that was ignored */
};

/* Returns 0, or -1 on an error; then owns `bytes` in either case. */
int
parse_init(struct parse *parse, struct bytes *bytes, struct cg_error *error);

/* As lines_next, but skips blank lines and, unless returns_comments is set,
 * comments. */
int parse_line(struct parse *parse, const char **line, const char **end);

/* Pushes the last line back: the next parse_line returns it again. */
void parse_push_back(struct parse *parse);

/* Interns the bytes; a NUL byte among them is an error.  Returns 0 or -1. */
int parse_name(
    struct parse *parse, const char *p, const char *end, const char **name);

/* The same, but stages the name instead of interning it. */
int parse_stage(struct parse *parse, const char *p, const char *end,
    struct double_buffer *buffer);

/* Ignores the error, but keeps the first one in `passed`.  Returns 0. */
int parse_ignore(struct parse *parse);

/*
 * Call after an error in a name.  If damage is accepted, or if another program
 * wrote the profile, ignores the error, sets *name to cg_unknown_name and
 * returns 0.  Else returns -1.
 */
int parse_pass(struct parse *parse, const char **name);

/* Fails with "expected WHAT, found ...", which quotes p; returns -1. */
int parse_expected(
    struct parse *parse, const char *what, const char *p, const char *end);

/* the start of a text, for a message */
struct quote {
	char text[48];
};
struct quote quote(const char *p, const char *end);

/* Returns the bound, for a message, beyond which a number is that does not fit with a sign. */
const char *parse_bound(const char *number);

void parse_release(struct parse *parse);

#endif
