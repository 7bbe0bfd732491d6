/* SPDX-License-Identifier: BSD-2-Clause */
/* A linker puts the note with the build ID near the start of a file, so a search for its bytes finds it
 * in any format. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "built_programs.h"
#include "libcli/cli.h"
#include "libnames/object_names.h"

enum {
	START = 65536, /* of a file, where the note is */
	NOTE_HEADER = 16,
	MOST_ID = 64,
	NT_BUILD_ID = 3,
};

/* --- files ---------------------------------------------------------------- */

/* Returns the path of a recorded file in the work tree, to be freed; NULL: the tree lacks it. */
static char *
find_in_tree(const char *tree, const char *recorded)
{
	const char *rest = recorded;

	while ((rest = strchr(rest, '/')) != NULL) {
		char *path = cli_format("%s/%s", tree, ++rest);
		struct stat status;

		if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
			return path;
		free(path);
	}
	return NULL;
}

/* --- build IDs ------------------------------------------------------------ */

static unsigned char
digit(char c)
{
	return (unsigned char)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Makes the note that a linker writes for a build ID.  Returns its length; 0: it is no build ID. */
static size_t
make_note(unsigned char *note, const char *id)
{
	uint32_t len = (uint32_t)strlen(id) / 2;
	const uint32_t sizes[] = {4, len, NT_BUILD_ID};

	if (!names_is_build_id(id) || strlen(id) % 2 != 0 || len > MOST_ID)
		return 0;
	memcpy(note, sizes, sizeof(sizes));
	memcpy(note + sizeof(sizes), "GNU", 4);
	for (size_t i = 0; i < len; i++)
		note[NOTE_HEADER + i] = (unsigned char)(digit(id[2 * i]) << 4 |
							digit(id[2 * i + 1]));
	return NOTE_HEADER + len;
}

/* True if the file is the build that has this build ID. */
static bool
is_build(const char *path, const char *id)
{
	unsigned char note[NOTE_HEADER + MOST_ID];
	size_t len = make_note(note, id), size = 0;
	FILE *file = len > 0 ? fopen(path, "rb") : NULL;
	unsigned char *start;
	bool is_found = false;

	if (file == NULL)
		return false;
	start = cli_alloc(START, 1);
	size = fread(start, 1, START, file);
	for (size_t i = 0; i + len <= size && !is_found; i++)
		is_found = memcmp(start + i, note, len) == 0;
	free(start);
	fclose(file);
	return is_found;
}

/* --- programs ------------------------------------------------------------- */

bool
built_programs_are_same(const char *tree, const struct build_ids *ids)
{
	bool has_any = false, are_same = true;

	for (size_t i = 0; i < ids->n && are_same; i++) {
		const struct build_id *recorded = &ids->list[i];
		char *path = find_in_tree(tree, recorded->path);

		has_any |= path != NULL;
		are_same = is_build(
		    path != NULL ? path : recorded->path, recorded->id);
		free(path);
	}
	return has_any && are_same;
}

void
built_programs_remove(const char *tree, const struct build_ids *ids)
{
	for (size_t i = 0; i < ids->n; i++) {
		char *path = find_in_tree(tree, ids->list[i].path);

		if (path != NULL)
			unlink(path);
		free(path);
	}
}
