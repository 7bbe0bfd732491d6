/* SPDX-License-Identifier: BSD-2-Clause */
/* The standard output of the program: ours, standard error, or the file of --client-stdout. */
#ifndef CLIENT_STDOUT_H
#define CLIENT_STDOUT_H

#include "collection.h"

/*
 * Opens the program's standard output, unless it keeps ours.  The tool empties
 * the file as soon as the program is sure to run.
 */
void client_stdout_open(struct collection *collection);

/* Removes the file, because the program has not run. */
void client_stdout_remove(const struct options *options);

#endif
