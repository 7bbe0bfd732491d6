/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The path of the output, as -o gives it: %p stands for the number of the
 * process, %c for the name of its program, %q{VARIABLE} for a variable and %%
 * for a percent sign.
 */
#ifndef OUT_PATH_H
#define OUT_PATH_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

/*
 * Returns the path, to be freed, for a process with that command line.  Ends the
 * program if the format has another placeholder or the variable is not set.
 */
char *out_path_expand(const char *format, pid_t pid, const char *command);

/* True if each process has a file: the format has %p, or has %c and processes that the
 * program starts are followed. */
bool out_path_is_of_process(const char *format, bool follows);

/* As stat; "-" is standard output. */
int out_path_stat(const char *path, struct stat *st);

/* True if both paths, which need not exist, are of one file. */
bool out_path_is_same(const char *a, const char *b);

#endif
