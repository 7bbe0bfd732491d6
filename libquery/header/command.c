/* SPDX-License-Identifier: BSD-2-Clause */
/* A command line has blanks between its words, and no quotes around them. */
#include <string.h>

#include "command.h"
#include "libcli/cli.h"
#include "libquery/windows_path.h"

char *
command_name(const char *command)
{
	size_t len = strcspn(command, " ");
	const char *base;
	char *name;

	while (len > 0 && command[len - 1] == '/')
		len--;
	name = cli_copy(command, len);
	base = path_base_name(name);
	memmove(name, base, strlen(base) + 1);
	if (*name != '\0' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
		return name;
	memcpy(name = cli_resize(name, sizeof("unknown"), 1), "unknown",
	    sizeof("unknown"));
	return name;
}
