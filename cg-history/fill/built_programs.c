/* SPDX-License-Identifier: BSD-2-Clause */
/* A linker puts the note with the build ID near the start of a file, so a search for the note's first
 * bytes finds it in any format of this byte order. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "built_programs.h"
#include "cg-history/series/heads.h"
#include "cg-history/store/git_child.h"
#include "libcli/cli.h"

enum {
	START = 65536, /* of a file, where the note is */
	NOTE_HEADER = 16,
	NOTE_ALIGNMENT = 4,
	NT_BUILD_ID = 3,
	MOST_ID = 64,
};

/* Returns where the build ID is among the bytes, and sets its length; NULL: there is none. */
static const unsigned char *
find_build_id(const unsigned char *bytes, size_t size, size_t *len)
{
	for (size_t i = 0; i + NOTE_HEADER <= size; i += NOTE_ALIGNMENT) {
		uint32_t header[3];

		memcpy(header, bytes + i, sizeof(header));
		*len = header[1];
		if (header[0] == 4 && header[2] == NT_BUILD_ID && *len > 0 &&
		    *len <= MOST_ID && i + NOTE_HEADER + *len <= size &&
		    memcmp(bytes + i + sizeof(header), "GNU", 4) == 0)
			return bytes + i + NOTE_HEADER;
	}
	return NULL;
}

/* Returns the build ID of a file in hexadecimal, to be freed; NULL: it has none. */
static char *
read_build_id(const char *path)
{
	FILE *file = fopen(path, "rb");
	unsigned char *start;
	const unsigned char *found;
	char *id = NULL;
	size_t size, len;

	if (file == NULL)
		return NULL;
	start = cli_alloc(START, 1);
	size = fread(start, 1, START, file);
	fclose(file);
	found = find_build_id(start, size, &len);
	if (found != NULL) {
		id = cli_alloc(2 * len + 1, 1);
		for (size_t i = 0; i < len; i++)
			sprintf(id + 2 * i, "%02x", found[i]);
	}
	free(start);
	return id;
}

char *
built_programs_describe(const char *tree)
{
	const char *const arguments[] = {
	    "-C", tree, "ls-files", "--others", "-z", NULL};
	char *list = NULL, *names;
	size_t len;

	names = git_ask(arguments, &len);
	for (size_t at = 0; names != NULL && at < len;
	     at += strlen(names + at) + 1) {
		char *path = cli_format("%s/%s", tree, names + at);
		char *id = read_build_id(path);

		if (id != NULL)
			cli_append(&list, "%s %s %s",
			    list != NULL ? ";" : programs_key, id, names + at);
		free(path);
		free(id);
	}
	free(names);
	return list;
}
