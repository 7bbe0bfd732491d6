/* SPDX-License-Identifier: BSD-2-Clause */
/* One source beside its costs. */
#ifndef ANNOTATE_H
#define ANNOTATE_H

#include "report.h"

/* the sum of the lines that were printed, one count an event */
struct annotated {
	int64_t *counts;
	bool *present;
};

/*
 * Prints the open source of that name in the profile, and adds to the sum; true
 * where there was something to say about its lines.
 */
bool annotate_source(struct report *report, struct source *source,
    const char *name, struct annotated *sum);

#endif
