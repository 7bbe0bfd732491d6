/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads what is stored of a commit. */
#ifndef STORED_H
#define STORED_H

#include "cg-history/store/entries.h"
#include "heads.h"
#include "profile_text.h"

/* Returns "BENCHMARK of COMMIT", for messages, to be freed. */
char *stored_name(const char *benchmark, const char *commit);

/* Reads the head of an entry.  Ends the program if it is missing or damaged. */
void stored_head_read(struct head *head, struct objects *objects,
    const char *benchmark, const struct entry *entry);

/* The same for the profile. */
void stored_profile_read(struct profile_text *text, struct objects *objects,
    const char *benchmark, const struct entry *entry);

#endif
