/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which programs and libraries a profile was counted in: the build ID of each,
 * in the header's description "Build IDs: ID PATH; ID PATH".  A ";" in a path is
 * written "\x3b".  An object without a build ID has "head-" and a checksum: see
 * libnames/object_names.h.
 */
#ifndef BUILD_IDS_H
#define BUILD_IDS_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

struct build_id {
	char *path, *id;
};

/* Zeroed, it is empty.  Sorted by path, each once. */
struct build_ids {
	struct build_id *list;
	size_t n;
};

/* Returns the build ID of the object, or NULL. */
const char *build_ids_find(const struct build_ids *ids, const char *path);

/* Adds the build IDs of objects that are not there. */
void build_ids_take(struct build_ids *ids, const struct cg_header *header);

/* True if both have the object, with different build IDs. */
bool build_ids_clash(const struct build_ids *ids,
    const struct build_ids *others, const char *path);

/* True if the description is of build IDs. */
bool is_of_build_ids(const char *desc);

/* Returns the description, to be freed; NULL if there is no build ID. */
char *build_ids_describe(const struct build_ids *ids);

void build_ids_release(struct build_ids *ids);

#endif
