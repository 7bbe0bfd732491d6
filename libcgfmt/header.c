/* SPDX-License-Identifier: BSD-2-Clause */
/* A header as callers have it, whoever made it. */
#include <string.h>

#include "cgfmt.h"

void
cg_header_take_part(struct cg_header *header, const struct cg_header *from)
{
	header->pid = from->pid;
	header->part = from->part;
	header->thread = from->thread;
}

int
cg_header_event(const struct cg_header *header, const char *name, size_t len)
{
	for (size_t i = 0; i < header->nevents; i++)
		if (strncmp(header->events[i].name, name, len) == 0 &&
		    header->events[i].name[len] == '\0')
			return (int)i;
	return -1;
}
