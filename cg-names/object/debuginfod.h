/* SPDX-License-Identifier: BSD-2-Clause */
/* Debug files and sources from the servers of DEBUGINFOD_URLS. */
#ifndef DEBUGINFOD_H
#define DEBUGINFOD_H

/*
 * Returns the path of the debug file with the build ID in the local cache, after
 * fetching it if necessary; the caller frees it.  NULL: there is none, or no
 * server answers; then none is asked again, because each time can be long.
 */
char *debuginfod_fetch(const char *build_id);

/* Returns why servers could not be asked for debug files, once; otherwise NULL. */
const char *debuginfod_failure(void);

/* Connections that several requests use; {0}: none yet. */
struct debuginfod {
	void *client;
};

/*
 * Sets *copy to the path of a source of this build in the local cache, after
 * fetching it if necessary, or to NULL if no server has it.  Returns "", or why
 * servers cannot be asked.  The caller frees both.
 */
char *debuginfod_fetch_source(struct debuginfod *connections,
    const char *build_id, const char *source, char **copy);

void debuginfod_end(struct debuginfod *connections);

#endif
