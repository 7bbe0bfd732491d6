/* SPDX-License-Identifier: BSD-2-Clause */
/* Levels of detail: rows that differ only in what is finer are made equal. */
#ifndef LEVEL_H
#define LEVEL_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

enum level {
	LEVEL_LINE,
	LEVEL_FUNCTION,
	LEVEL_FILE,
	LEVEL_DIR,
	LEVEL_OBJECT,
};

/* zeroed, it leaves rows as they are */
struct rollup {
	enum level level;
	int64_t depth; /* components of a folder that are kept; 0: all */
	char *dir;     /* buffer for the last folder's name */
	size_t size;   /* of the buffer */
};

/*
 * Understands "line", "function", "file", "dir", "dir:DEPTH" or "object".
 * False where the text is none of them; a DEPTH that is no number above 0 ends
 * the program, naming the option.
 */
bool rollup_parse(struct rollup *rollup, const char *option, const char *text);

/*
 * Folds the record: from LEVEL_FUNCTION on it is on line 0 and calls are from
 * function to function; from LEVEL_FILE on its function is "(all)" and its
 * object ""; with LEVEL_DIR the folder stands for the file: "." where the path
 * has none, "???" where there is no path; with LEVEL_OBJECT its file is "(all)"
 * too, and the object stays.  A row of hidden costs keeps its names.  The names
 * live until the next call.
 *
 * False where nothing is left: jumps from LEVEL_FUNCTION on, and calls from
 * LEVEL_FILE on, since what they cost cannot be added up across functions.
 */
bool rollup_apply(struct rollup *rollup, struct cg_record *record);

/* takes from the header what folded rows cannot have: addresses */
void rollup_set_header(const struct rollup *rollup, struct cg_header *header);

void rollup_release(struct rollup *rollup);

#endif
