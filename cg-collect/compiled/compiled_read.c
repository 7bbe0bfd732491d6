/* SPDX-License-Identifier: BSD-2-Clause */
#include "compiled_read.h"
#include "jitdump.h"
#include "perf_map.h"

/* Where a map and a jitdump file name an address, the latter has lines, too. */
void
compiled_read(struct compiled *compiled, const struct cg_header *header,
    pid_t pid, time_t since)
{
	*compiled = (struct compiled){0};
	perf_map_read(compiled, pid, since);
	for (size_t i = 0; i < header->ndescs; i++) {
		const char *path = jitdump_described(header->descs[i]);

		if (path != NULL)
			jitdump_read(compiled, path);
	}
	compiled_complete(compiled);
}
