/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PARTNERS_H
#define CGCOLLECT_PARTNERS_H

#include "pub_tool_basics.h"

struct access_count;
struct line_user;
struct used_line;

/* What a partner is wanted for. */
struct wanted_partner {
	const struct line_user *user;
	const struct access_count *count;
	Bool is_true; /* it shares truly */
	/* partners are at these bytes, and their users are not retired; 0: any */
	ULong bytes;
};

/*
 * Returns the partner of a shared access: the most frequent one of another user of the
 * line that is in conflict with it, or else shares the line.  It does not depend on the
 * order in which threads run.  NULL: no other thread uses the line.
 */
const struct access_count *partners_find(
    const struct used_line *line, const struct wanted_partner *wanted);

/* Call before the first partner is looked for after a line has changed. */
void partners_forget(void);

#endif
