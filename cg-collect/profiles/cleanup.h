/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A private directory that does not outlive this process, even if SIGKILL ends
 * it.
 */
#ifndef CLEANUP_H
#define CLEANUP_H

/*
 * Starts a process that makes a directory by mkdtemp(path), and removes it when
 * this process ends without having called cleanup_cancel.  Returns a handle, or
 * -1 with errno set.
 */
int cleanup_start(char *path);

/*
 * Waits until the directory is made, and fills in the X's of its path.  Returns
 * the path of the directory in it that holds files, to be freed.  If no
 * directory could be made, closes the handle and returns NULL with errno set.
 */
char *cleanup_directory(int cleanup, char *path);

/* Removes the directory and the files in it.  0, or -1 with errno set. */
int directory_remove(const char *path);

/* Ends that process without removing the directory, or makes it remove the
 * directory now. */
void cleanup_cancel(int cleanup);
void cleanup_run(int cleanup);

#endif
