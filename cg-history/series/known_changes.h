/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which rows differ between two recordings, kept from one log to the next, in the file
 * cg-history/changes/NAME of git's directory.  It holds nothing that the recordings do not: without it, or
 * if it is damaged or cannot be written, the recordings are compared again.
 */
#ifndef KNOWN_CHANGES_H
#define KNOWN_CHANGES_H

#include <stdbool.h>

#include "cg-history/store/ref_names.h"
#include "profile_text.h"
#include "steps.h"

/* one side of a step */
struct known_side {
	const char *head; /* of the recording */
	struct profile_text
	    less; /* its rows that differ, as changed_rows.h says */
};

struct known_changes;

/* Returns the directory of these files, to be freed, and makes it if it can; NULL: there is none. */
char *known_changes_directory(void);

/* Reads what is known of the benchmark of a ref.  Without a directory, this is nothing. */
struct known_changes *
known_changes_open(const char *directory, const struct ref *ref);

/* Sets both sides of the step, which live as long as the changes.  False if it is not known. */
bool known_changes_find(const struct known_changes *changes,
    const struct step *step, struct known_side *old, struct known_side *new);

/* Adds a step.  The texts are copied. */
void known_changes_add(struct known_changes *changes, const struct step *step,
    const struct known_side *old, const struct known_side *new);

/* Removes the file. */
void known_changes_forget(const char *directory, const struct ref *ref);

/* Writes the file if something was added. */
void known_changes_close(struct known_changes *changes);

#endif
