/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Levels of detail.  Rolling a row up to a level removes all finer detail, so
 * that rows which differ only in it become equal.
 */
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

/* zeroed, it leaves rows unchanged */
struct rollup {
	enum level level;
	bool has_lines; /* LEVEL_LINE was asked for: addresses are removed */
	int64_t depth; /* number of components of a directory to keep; 0: all */
	char *dir;     /* the name of the last directory */
	size_t size;   /* of the memory at dir */
};

/*
 * Reads "line", "function", "file", "dir", "dir:DEPTH" or "object".  False if
 * the text is none of them.  Ends the program, naming the option, if DEPTH is
 * no number above 0.
 */
bool rollup_parse(struct rollup *rollup, const char *option, const char *text);

/* The name "(all)", of what was rolled up. */
extern const char level_all_name[];

/*
 * Rolls the record up:
 *
 *	LEVEL_LINE	it has no addresses, if the level was asked for
 *	LEVEL_FUNCTION	its line is 0, and calls are from function to function
 *	LEVEL_FILE	its function is also "(all)", and its object ""
 *	LEVEL_DIR	its file is also the directory: "." if the path names
 *			none, "???" if there is no path
 *	LEVEL_OBJECT	its file and function are "(all)", and its object stays
 *
 * A row of hidden costs keeps its names.  The names live until the next call.
 *
 * False if the level has no such records: jumps from LEVEL_FUNCTION on, and
 * calls from LEVEL_FILE on, because their costs cannot be added up across
 * functions.
 */
bool rollup_apply(struct rollup *rollup, struct cg_record *record);

/*
 * Puts the object's file name in place of the unknown file of a function that has no
 * name, or only its address.  Such functions of several objects then stay apart in a
 * table without objects, and an object that has moved stays the same.  False if the
 * function has a name, or a file.
 */
bool place_unnamed(struct cg_record *record);

/* True if rows change. */
bool rollup_changes(const struct rollup *rollup);

/* Removes addresses from the header if rolled-up rows have none. */
void rollup_set_header(const struct rollup *rollup, struct cg_header *header);

void rollup_release(struct rollup *rollup);

#endif
