/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program's standard output.  If the profile goes to ours, the program writes to standard
 * error, so that both stay apart.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client_stdout.h"
#include "command/out_path.h"
#include "libcli/cli.h"

void
client_stdout_remove(const struct options *o)
{
	/* a symbolic link to it stays */
	char *path = realpath(o->client_stdout, NULL);

	if (path != NULL)
		unlink(path);
	free(path);
}

/* True if a profile would go to the same file, even under another name. */
static bool
takes_profile(const struct options *o, const char *format, int fd)
{
	char *path = out_path_expand(format, getpid(), *o->program);
	struct stat output, client;
	int status = out_path_stat(path, &output);

	free(path);
	return status == 0 && fstat(fd, &client) == 0 &&
	       S_ISREG(client.st_mode) && client.st_dev == output.st_dev &&
	       client.st_ino == output.st_ino;
}

void
client_stdout_open(struct collection *c)
{
	const struct options *o = c->options;
	struct stat st;
	int fd;

	c->child.output = -1;
	if (o->client_stdout == NULL) {
		if (strcmp(o->output.path, "-") == 0 ||
		    (o->data_file != NULL && strcmp(o->data_file, "-") == 0))
			c->child.output = STDERR_FILENO;
		return;
	}
	c->made_stdout = stat(o->client_stdout, &st) < 0;
	fd = open(o->client_stdout, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		cli_die(
		    "%s: cannot write: %s", o->client_stdout, strerror(errno));
	if (takes_profile(o, o->output.path, fd) ||
	    (o->data_file != NULL && takes_profile(o, o->data_file, fd))) {
		if (c->made_stdout)
			client_stdout_remove(o);
		cli_usage(
		    "--client-stdout: must not be the file of the profile");
	}
	c->child.output = fd;
}
