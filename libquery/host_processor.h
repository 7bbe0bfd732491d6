/* SPDX-License-Identifier: BSD-2-Clause */
/* The processor of this machine, as cg-collect --memory calls it. */
#ifndef HOST_PROCESSOR_H
#define HOST_PROCESSOR_H

#include <stdint.h>

/* What /proc/cpuinfo says of the first one. */
struct host_processor {
	char maker[16]; /* on arm64, the part */
	int64_t family, model;
	const char *name; /* NULL: it has none */
};

struct host_processor host_processor(void);

#endif
