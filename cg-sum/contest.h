/* SPDX-License-Identifier: BSD-2-Clause */
/* Which rows of a sheet are large enough to be kept. */
#ifndef CONTEST_H
#define CONTEST_H

#include "sheet.h"

struct contest {
	struct sizes largest; /* of all inputs */
	bool *kept;           /* one a row */
};

/* the ranking must be resolved for the sheet's header */
void contest_hold(struct contest *contest, const struct sheet *sheet,
    const struct ranking *ranking);

void contest_release(struct contest *contest);

#endif
