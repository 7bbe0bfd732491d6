/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs LLVM's programs, which read a file and print lines. */
#ifndef LLVM_H
#define LLVM_H

#include <stdbool.h>

#include "cgfmt.h"
#include "libcli/cli.h"

/* All functions end the program on an error. */

/* What is done with each line of a program; it may be changed. */
struct llvm_lines {
	void (*take)(void *arg, char *line);
	void *arg;
};

/* A file for what a program is to read; its descriptor is the caller's. */
struct llvm_input {
	struct cg_error error;
	struct cg_output *output;
	int fd;
};

void llvm_input_open(struct llvm_input *input);
void llvm_input_put(struct llvm_input *input, const char *text);
void llvm_input_complete(struct llvm_input *input);

/* Starts a program at the beginning of its input. */
void llvm_start(struct cli_child *child, const char *const *argv,
    const struct cli_child_files *files);

/* Reads all lines of a program with this name.  True if it succeeded. */
bool llvm_finish(
    struct cli_child *child, const char *name, const struct llvm_lines *lines);

/* Both. */
bool llvm_run(const char *const *argv, const struct cli_child_files *files,
    const struct llvm_lines *lines);

/* Returns the place behind a word in a line, and blanks, or NULL. */
const char *llvm_after(const char *line, const char *word);

#endif
