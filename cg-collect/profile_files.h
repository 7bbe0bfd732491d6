/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes the profiles that the tool leaves in the spool to the files of a collection. */
#ifndef PROFILE_FILES_H
#define PROFILE_FILES_H

#include "collection.h"

/* Write what there is while the program runs: the profiles so far, and dumps that belong
 * into files of their own.  Print messages about errors.  The context is a struct collection. */
void profile_files_write_so_far(void *context);
void profile_files_write_new_dumps(void *context);

/* Writes all profiles after the run.  Call after spool_list; may remove the spool.  Returns 0,
 * or -1 after a message. */
int profile_files_write(struct collection *collection);

#endif
