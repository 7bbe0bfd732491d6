/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the descriptions "KEY: value" of a header; a key ends with the colon. */
#ifndef DESCRIPTION_H
#define DESCRIPTION_H

#include <stdbool.h>

#include "cgfmt.h"

/* Returns the value of the description, or NULL if its key is another. */
const char *description_value(const char *desc, const char *key);

/* Returns the value of the first description with this key, or NULL. */
const char *description_find(const struct cg_header *header, const char *key);

/* Takes the descriptions with this key out of the header.  Returns its new list, to be
 * freed. */
const char **description_drop(struct cg_header *header, const char *key);

/* True if cg-diff wrote the profile. */
bool description_of_difference(const struct cg_header *header);

#endif
