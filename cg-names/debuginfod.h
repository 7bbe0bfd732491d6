/* SPDX-License-Identifier: BSD-2-Clause */
/* Debug files from the servers of DEBUGINFOD_URLS. */
#ifndef DEBUGINFOD_H
#define DEBUGINFOD_H

/*
 * Returns the path of the debug file with the build ID in the local cache, after
 * fetching it if necessary; the caller frees it.  NULL: there is none, or no
 * server answers.
 */
char *debuginfod_fetch(const char *build_id);

#endif
