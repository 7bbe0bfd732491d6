/* SPDX-License-Identifier: BSD-2-Clause */
/* Each profile is scanned in a thread. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "scan.h"

struct scan {
	const struct cg_reader *reader;
	int order;
	pthread_t thread;
	bool has_thread;
};

static void *
run(void *scan)
{
	struct scan *s = scan;

	s->order = cg_reader_find_order(s->reader);
	return NULL;
}

int
scan_order(struct cg_reader *const *readers, size_t n)
{
	struct scan *scans = cli_alloc(n, sizeof(*scans));
	int order = 1;

	for (size_t i = 0; i < n; i++) {
		scans[i].reader = readers[i];
		scans[i].has_thread =
		    cli_thread_start(&scans[i].thread, run, &scans[i]);
	}
	for (size_t i = 0; i < n; i++) {
		if (scans[i].has_thread)
			pthread_join(scans[i].thread, NULL);
		else
			run(&scans[i]);
		if (order != 0 && scans[i].order < 1)
			order = scans[i].order;
	}
	free(scans);
	return order;
}
