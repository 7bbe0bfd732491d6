/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sources from the servers of DEBUGINFOD_URLS, by the build IDs of the profile
 * and the paths of sources in it.
 */
#ifndef FETCHED_SOURCES_H
#define FETCHED_SOURCES_H

#include "libquery/calls/callgraph.h"
#include "libquery/header/build_ids.h"

struct fetched_sources;

/* The IDs, and the complete graph, which knows the objects of files if the
 * profile does, must outlive it. */
struct fetched_sources *
fetched_sources_new(const struct build_ids *ids, const struct callgraph *graph);

/*
 * Returns the path of a copy of the source, or NULL if there is none; valid
 * until fetched_sources_free.  If servers cannot be asked, says so once on
 * standard error and asks no more.
 */
const char *
fetched_sources_find(struct fetched_sources *sources, const char *name);

/* NULL is ignored. */
void fetched_sources_free(struct fetched_sources *sources);

#endif
