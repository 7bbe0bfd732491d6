/* SPDX-License-Identifier: BSD-2-Clause */
/* Questions about a header, of a reader or made by the caller. */
#include <string.h>

#include "cgfmt.h"

void
cg_header_take_part(struct cg_header *header, const struct cg_header *from)
{
	header->pid = from->pid;
	header->part = from->part;
	header->thread = from->thread;
}

/* the index of the event whose name is the len bytes, or -1 */
static int
find(const struct cg_event *events, size_t n, const char *name, size_t len)
{
	for (size_t i = 0; i < n; i++)
		if (strncmp(events[i].name, name, len) == 0 &&
		    events[i].name[len] == '\0')
			return (int)i;
	return -1;
}

int
cg_header_event(const struct cg_header *header, const char *name, size_t len)
{
	return find(header->events, header->nevents, name, len);
}

int
cg_header_derived(const struct cg_header *header, const char *name, size_t len)
{
	return find(header->derived, header->nderived, name, len);
}
