/* SPDX-License-Identifier: BSD-2-Clause */
/* What of the costs of a profile is written, and where to. */
#ifndef REQUEST_H
#define REQUEST_H

#include "libcli/cli.h"
#include "libquery/events/projection_options.h"
#include "libquery/profile_series.h"
#include "libquery/rank.h"

struct request {
	const char *path; /* of the profile */
	bool accepts_damage;
	const char *sort; /* the event that --sort names; NULL: the first */
	struct ranking ranking;
	struct projection projection;
	/* of folded */
	bool by_function; /* and not by stack */
	bool inclusive;   /* stacks are estimated if none were counted */
	bool keeps_sides; /* of a difference */
	struct cli_output output;
};

/*
 * Finds the events of the output, and sets the ranking's event to the one that
 * decides the order.  Adds CEst, if it fits in the total and in all rows, which are
 * sorted, and the misses of a data profile.  Call after the profile was read.
 */
void request_resolve(struct request *request,
    const struct profile_series *profile, const struct cg_profile *rows);

void request_release(struct request *request);

#endif
