/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of a profile while they are understood, and the names in them. */
#ifndef PARSE_H
#define PARSE_H

#include "strbuf.h"
#include "read/lines.h"
#include "names.h"

struct parse {
	struct lines lines;
	struct names names;
	struct cg_error *error;
	const char *line; /* the last one that parse_line gave */
	const char *end;
	bool pushed_back;       /* it is to be given once more */
	bool is_partial;        /* damage is no error */
	struct cg_error passed; /* the first one that was passed over */
};

/* takes over `bytes`, also on failure */
int
parse_init(struct parse *parse, struct bytes *bytes, struct cg_error *error);

/* as lines_next, but passes over blank lines and comments */
int parse_line(struct parse *parse, const char **line, const char **end);

/* the next parse_line gives the last line once more */
void parse_push_back(struct parse *parse);

/* interns the bytes; a NUL byte among them is an error */
int parse_name(
    struct parse *parse, const char *p, const char *end, const char **name);

/* the same for a name that is of interest until the next ones come */
int parse_stage(struct parse *parse, const char *p, const char *end,
    struct double_buffer *buffer);

/* after an error of a name: 0, with *name one that is not known, if damage is
 * passed over; else -1 */
int parse_pass(struct parse *parse, const char **name);

/* error: expected `what` where p stands; returns -1 */
int parse_expected(
    struct parse *parse, const char *what, const char *p, const char *end);

/* the start of what was found, for a message */
struct quote {
	char text[48];
};
struct quote quote(const char *p, const char *end);

void parse_release(struct parse *parse);

#endif
