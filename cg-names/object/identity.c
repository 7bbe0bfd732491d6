/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares files with build IDs, and with what replaces them. */
#include <elfutils/libdwelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libnames/object_names.h"
#include "identity.h"

char *
identity_text(const void *id, size_t size)
{
	const unsigned char *bytes = id;
	char *text = cli_alloc(2 * size + 1, 1);

	for (size_t i = 0; i < size; i++)
		snprintf(text + 2 * i, 3, "%02x", bytes[i]);
	return text;
}

char *
identity_build_id(Elf *elf)
{
	const void *id;
	ssize_t size = dwelf_elf_gnu_build_id(elf, &id);

	return size <= 0 ? NULL : identity_text(id, (size_t)size);
}

char *
identity_head(int fd)
{
	char head[4096];
	ssize_t size = pread(fd, head, sizeof(head), 0);

	if (size < 0)
		return cli_copy("", 0);
	return cli_format("head-%016" PRIx64, names_head(head, (size_t)size));
}

bool
identity_is(Elf *elf, int fd, const char *build_id)
{
	char *own;
	bool is_same;

	if (*build_id == '\0')
		return true;
	own = strncmp(build_id, "head-", 5) == 0 ? identity_head(fd)
						 : identity_build_id(elf);
	is_same = own != NULL && strcmp(own, build_id) == 0;
	free(own);
	return is_same;
}
