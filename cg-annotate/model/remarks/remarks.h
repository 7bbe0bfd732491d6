/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What compilers say of the loops that they vectorised, could not vectorise, or unrolled, in the records
 * that -fsave-optimization-record writes.
 */
#ifndef REMARKS_H
#define REMARKS_H

#include "libquery/loops/loop_copies.h"

/* Strings are the remark's. */
struct remark {
	char *file;   /* as the compiler was told it */
	char *path;   /* the same, from the directory of the record */
	int64_t line; /* of the loop */
	char
	    *function; /* the symbol of the code that it is in; "": not known */
	char *text;
	int64_t
	    unrolled; /* how many copies of its body a round has; 0: it does not say that */
	size_t number; /* the order of reading */
};

struct remarks {
	size_t n;
	struct remark *list; /* by the last part of the file, and line */
};

/* Adds what the file or all records in the directory say.  Ends the program if one cannot be read, or is
 * none. */
void remarks_add(struct remarks *remarks, const char *operand);

/* Sorts them, after the last one. */
void remarks_complete(struct remarks *remarks);

/* What is said of a loop. */
struct loop_remarks {
	size_t n;
	const struct remark **list; /* each text once */
	int64_t
	    unrolled; /* how many copies of its body a round has, if all that is said of it agrees; 0:
			     not known */
};

/*
 * Finds what is said of a loop, by its number: of the line of its jump back, or else of the only line
 * that has remarks among those of its instructions that are in no loop in it.
 */
void remarks_find(struct loop_remarks *found, const struct remarks *remarks,
    const struct loop_row *loops, size_t nloops, size_t number);

void loop_remarks_release(struct loop_remarks *found);

void remarks_release(struct remarks *remarks);

#endif
