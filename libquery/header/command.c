/* SPDX-License-Identifier: BSD-2-Clause */
/* A command line has blanks between its words, and no quotes around them. */
#include <string.h>

#include "command.h"
#include "libcli/cli.h"

char *
command_name(const char *command)
{
	size_t len = strcspn(command, " ");
	char *name, *slash;

	while (len > 0 && command[len - 1] == '/')
		len--;
	name = cli_copy(command, len);
	slash = strrchr(name, '/');
	if (slash != NULL)
		memmove(name, slash + 1, strlen(slash));
	if (*name != '\0' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
		return name;
	memcpy(name = cli_resize(name, sizeof("unknown"), 1), "unknown",
	    sizeof("unknown"));
	return name;
}
