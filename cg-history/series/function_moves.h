/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What changed from one profile to another, by function, after cost that only moved is taken out: a
 * function that was renamed or is in another file, one that was inlined into another, and one that
 * was split off.
 */
#ifndef FUNCTION_MOVES_H
#define FUNCTION_MOVES_H

#include <stdbool.h>
#include <stdint.h>

#include "cgfmt.h"
#include "profile_text.h"

/* the functions of a profile with their counts of all events */
struct function_rows {
	struct cg_error error;
	struct cg_reader *reader; /* for its header */
	struct cg_profile *rows;
	char *text;
};

/* Reads a stored profile.  Ends the program, with the name, if it is damaged. */
void function_rows_read(struct function_rows *functions,
    const struct profile_text *text, const char *name);
void function_rows_release(struct function_rows *functions);

enum move_kind {
	MOVED_FILE,
	MOVED_NAME,
	MOVED_INTO, /* it was inlined, or its cost went to one that was there */
	MOVED_OUT_OF, /* the other one was split off */
};

/* A function whose counts differ, or that only one profile has.  The names live as long as the rows
 * of functions that it is from. */
struct function_change {
	const char *file, *function;
	int64_t old, new;
	const int64_t *old_counts, *new_counts; /* of all events */
	bool is_gone, is_new;
	__int128 net; /* the change that is left after cost moved */
	/* of a function that is gone or new, where its cost went or came from */
	const struct function_change *partner;
	enum move_kind kind;
	bool has_taken; /* it is another function's new name or file */
	/* the first of several changes that cancel out, without pairs; NULL: it is none of them */
	const struct function_change *among;
};

struct function_changes {
	size_t n;
	struct function_change *list;
	size_t nmoved;                         /* functions with a partner */
	const struct function_change *largest; /* by what is left; or NULL */
	int64_t *zeros; /* counts of a function that is not there */
};

/* Compares the counts of an event, which has these indices in both profiles. */
void function_changes_find(struct function_changes *changes,
    struct function_rows *old, size_t old_event, struct function_rows *new,
    size_t new_event);

/* Returns the words for the first of n pairs, to be freed: "f -> g", "f: a.c -> b.c (2 more)", "f in g". */
char *function_moves_describe(const struct function_change *first, size_t n);

/*
 * Returns the old rows, sorted, with what moved in the places where it is now, so that what is left
 * are changes: functions that cost moved between share their old sum as they share the new one, so
 * none of them grew more than the sum did.
 */
struct cg_profile *function_changes_settle(
    const struct function_changes *changes, struct function_rows *old);

void function_changes_release(struct function_changes *changes);

#endif
