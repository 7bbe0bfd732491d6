/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A private folder that does not outlive this process, even if SIGKILL ends it.
 */
#ifndef CLEANUP_H
#define CLEANUP_H

/*
 * Starts a process that makes a folder by mkdtemp(path), and removes it when
 * this process ends without having called cleanup_cancel.  Returns a handle, or
 * -1 with errno set.
 */
int cleanup_start(char *path);

/*
 * Waits until the folder is made, and fills in the X's of its path.  Returns
 * the path of the folder in it that holds files, to be freed.  If no folder
 * could be made, closes the handle and returns NULL with errno set.
 */
char *cleanup_folder(int cleanup, char *path);

/* Removes the folder and the files in it.  0, or -1 with errno set. */
int folder_remove(const char *path);

/* Ends that process without removing the folder, or makes it remove it now. */
void cleanup_cancel(int cleanup);
void cleanup_run(int cleanup);

#endif
