/* SPDX-License-Identifier: BSD-2-Clause */
/* The records of both compilers.  Each function takes the text, and ends the program if it is damaged. */
#ifndef RECORD_READERS_H
#define RECORD_READERS_H

#include "record_text.h"
#include "remarks.h"

/* JSON, of gcc 9 and later. */
void gcc_record_read(struct remarks *remarks, struct record_text *text);

/* YAML, of clang and others that use LLVM. */
void clang_record_read(struct remarks *remarks, struct record_text *text);

/* A place of the source. */
struct record_place {
	char *file; /* NULL: not known */
	int64_t line;
};

/* Adds a remark on the loop at a place; its text is made plain: on one line. */
void remark_add(struct remarks *remarks, const char *record,
    const struct record_place *place, const char *function, const char *text,
    int64_t unrolled);

/* Appends a reason with its place if that is not the loop's: "not vectorized: ... (line 12)". */
void remark_add_reason(struct growing_text *to, const char *reason,
    const struct record_place *place, const struct record_place *loop);

#endif
