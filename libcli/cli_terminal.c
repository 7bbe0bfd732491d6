/* SPDX-License-Identifier: BSD-2-Clause */
/* What the terminal can show. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cgfmt.h"
#include "cli.h"

bool
cli_has_escapes(void)
{
	const char *term = getenv("TERM");

	return term != NULL && *term != '\0' && strcmp(term, "dumb") != 0;
}

/* the number of columns of the terminal that is the descriptor, as COLUMNS or it says */
static size_t
width_of(int fd)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	int64_t width;

	if (columns != NULL && *columns != '\0' &&
	    cg_parse_int(columns, strlen(columns), &width) ==
		(int)strlen(columns) &&
	    width > 0 && width <= 10000)
		return (size_t)width;
	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return 80;
}

size_t
cli_terminal_width(void)
{
	return width_of(STDOUT_FILENO);
}

size_t
cli_status_width(void)
{
	return width_of(STDERR_FILENO) - 1;
}
