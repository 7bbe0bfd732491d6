/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A private folder that does not outlive this process, even if SIGKILL ends it.
 */
#ifndef CLEANUP_H
#define CLEANUP_H

/*
 * Makes a folder that folder_remove removes; mkdtemp fills in the X's of
 * `path`.  Returns the path of the folder in it that holds files, to be freed,
 * or NULL with errno set.
 */
char *folder_make(char *path);

/* Removes the folder and the files in it.  0, or -1 with errno set. */
int folder_remove(const char *path);

/*
 * Starts a process that removes the folder when this process ends without
 * having called cleanup_cancel.  Returns a handle, or -1 with errno set.
 */
int cleanup_start(const char *path);

/* Ends that process without removing the folder, or makes it remove it now. */
void cleanup_cancel(int cleanup);
void cleanup_run(int cleanup);

#endif
