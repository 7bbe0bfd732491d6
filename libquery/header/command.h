/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of a profile. */
#ifndef COMMAND_H
#define COMMAND_H

/*
 * Returns the name of the program in a command line, without its directory, to
 * be freed: "ls" of "/bin/ls -l".  It can be part of a file name; "unknown" if
 * there is none.
 */
char *command_name(const char *command);

#endif
