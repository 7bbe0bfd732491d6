/* SPDX-License-Identifier: BSD-2-Clause */
/* The header of a profile: what the columns of its rows are. */
#ifndef HEADER_H
#define HEADER_H

#include "parse.h"

/* a zeroed one is empty */
struct header {
	struct cg_header view; /* points into the two arrays below */
	const char **descs;
	struct cg_event *events;
};

/* reads up to the events; the names live as long as the parse */
int header_read(struct header *header, struct parse *parse);

void header_release(struct header *header);

#endif
