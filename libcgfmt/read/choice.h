/* SPDX-License-Identifier: BSD-2-Clause */
/* The events that rows are handed out with, where they are not the header's. */
#ifndef CHOICE_H
#define CHOICE_H

#include "read/header_reader.h"

struct choice {
	size_t nevents;  /* 0: those of the header */
	size_t ncounted; /* of the header */
	struct chosen *list;
	int64_t *counts; /* of the row handed out last */
	bool *present;
	int64_t *totals;
	int64_t *summary;
};

/* 0, or -1 where the header lacks an event; the message begins with `name` */
int choice_init(struct choice *choice, const struct header *header,
    const struct cg_event *events, size_t nevents, const char *name,
    struct cg_error *error);

/* gives the record its counts; false where one does not fit in 64 bits */
bool choice_apply(struct choice *choice, struct cg_record *record);

/* the same from any counts to others; where one does not fit, it is 0 */
bool choice_compute(
    const struct choice *choice, const int64_t *counts, int64_t *chosen);

void choice_release(struct choice *choice);

#endif
