/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages of a program are not read together with what it prints: it writes both through
 * buffers of its own, so one may be in the middle of a line of the other.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "llvm.h"

void
llvm_start(struct cli_child *child, const char *const *argv,
    const struct cli_child_files *files)
{
	int status;

	if (files->input >= 0)
		cli_temporary_rewind(files->input);
	status = cli_child_start_with(child, argv, files);
	if (status != 0)
		cli_die("%s: %s", argv[0], strerror(status));
}

bool
llvm_finish(
    struct cli_child *child, const char *name, const struct llvm_lines *lines)
{
	char *line = NULL;
	size_t size = 0;
	int status;

	while (getline(&line, &size, child->output) > 0) {
		line[strcspn(line, "\n")] = '\0';
		lines->take(lines->arg, line);
	}
	free(line);
	if (!cli_child_end(child, &status))
		cli_die("%s: %s", name, strerror(errno));
	if (WIFSIGNALED(status))
		cli_die("%s: signal %d (%s) ended it", name, WTERMSIG(status),
		    strsignal(WTERMSIG(status)));
	return WEXITSTATUS(status) == 0;
}

bool
llvm_run(const char *const *argv, const struct cli_child_files *files,
    const struct llvm_lines *lines)
{
	struct cli_child child;

	llvm_start(&child, argv, files);
	return llvm_finish(&child, argv[0], lines);
}

void
llvm_input_open(struct llvm_input *input)
{
	int copy;

	input->fd = cli_temporary_twice(&copy);
	input->output =
	    cg_output_open_fd(copy, cli_temporary_directory(), &input->error);
	if (input->output == NULL)
		cli_die("%s", input->error.text);
}

void
llvm_input_put(struct llvm_input *input, const char *text)
{
	if (cg_output_write(input->output, text, strlen(text)) < 0)
		cli_die("%s", input->error.text);
}

void
llvm_input_complete(struct llvm_input *input)
{
	if (cg_output_close(input->output) < 0)
		cli_die("%s", input->error.text);
}

const char *
llvm_after(const char *line, const char *word)
{
	const char *p = strstr(line, word);

	return p != NULL ? p + strlen(word) + strspn(p + strlen(word), " \t")
			 : NULL;
}
