/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the directory of the Valgrind tool. */
#ifndef LIBEXEC_H
#define LIBEXEC_H

/*
 * Returns CG_COLLECT_LIB if that is set, or the directory that was installed or
 * built with this program, to be freed.  Ends the program if CG_COLLECT_LIB names
 * no directory.
 */
char *libexec_directory(void);

#endif
