/* SPDX-License-Identifier: BSD-2-Clause */
/* cg-history diff: starts cg-diff with the profiles of two commits, in files without names. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"

/* Errors of cg-diff name the paths, so they should not depend on what else is open. */
enum { FIRST_DESCRIPTOR = 60 };

/* Returns "NAME=PATH" of the profile for another program, to be freed. */
static char *
make_file(const char *text)
{
	size_t len;
	char *name, *profile = stored_find(text, &len, &name), *operand;
	int fd = cli_temporary_of(profile, len);
	int file = fcntl(fd, F_DUPFD, FIRST_DESCRIPTOR);

	if (file < 0)
		cli_die("%s: cannot open a temporary file: %s",
		    cli_temporary_directory(), strerror(errno));
	free(profile);
	close(fd);
	operand = cli_format("%s=/dev/fd/%d", name, file);
	free(name);
	return operand;
}

int
diff_command(struct options *o, const struct operands *operands)
{
	size_t n = 0, nothers = (size_t)operands->n;
	char *program, **arguments;

	(void)o;
	if (operands->n < 2)
		cli_usage("diff: expected two commits, found %d", operands->n);
	arguments = cli_alloc(nothers + 2, sizeof(*arguments));
	arguments[n++] = cli_copy("cg-diff", strlen("cg-diff"));
	for (int i = 2; i < operands->n; i++)
		arguments[n++] = operands->list[i];
	arguments[n++] = make_file(operands->list[0]);
	arguments[n++] = make_file(operands->list[1]);
	program = cli_program_beside("cg-diff");
	if (program != NULL) {
		cli_signals_restore();
		execv(program, arguments);
	}
	cli_die("cg-diff: cannot be started: %s", strerror(errno));
}
