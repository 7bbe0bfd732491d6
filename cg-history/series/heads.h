/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the head of a stored profile says.  Its settings are how it was counted: its events and its
 * descriptions but for those that say what was found, and which libc ran.  Counts are compared only
 * with counts of the same settings.
 */
#ifndef HEADS_H
#define HEADS_H

#include <stddef.h>
#include <stdint.h>

#include "cg-history/store/entries.h"

struct head {
	size_t nevents;
	char **events;
	int64_t *totals; /* one for each event */
	size_t nsettings;
	char **settings; /* a line each */
	char *programs;  /* that a commit of fill has built; NULL: not known */
};

/* of the description of these programs, with its colon */
extern const char programs_key[];

/* Parses a head.  Ends the program if it is damaged; `name` says of what it is. */
void head_parse(struct head *head, const char *text, const char *name);

/* Writes the key of the settings. */
void head_key(const struct head *head, char key[SETTINGS_KEY]);

/* Returns the index of an event, SIZE_MAX: it has none of this name. */
size_t head_event(const struct head *head, const char *name);

/* Returns the index of the first event whose totals differ; the last one if none do.  Both must have
 * the same events. */
size_t heads_changed_event(const struct head *old, const struct head *new);

/* Returns how the settings differ, "OLD -> NEW" or one of both for each, to be freed, and sets how many
 * do; 0: only the events differ. */
char *
heads_difference(const struct head *old, const struct head *new, size_t *n);

void head_release(struct head *head);

#endif
