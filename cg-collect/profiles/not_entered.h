/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of --toggle-collect that no process entered.  The tool describes them
 * in each profile: "Not entered: PATTERN", and then each object where such a
 * function could be, "Not entered in: PATH".
 */
#ifndef NOT_ENTERED_H
#define NOT_ENTERED_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"
#include "libnames/object_names.h"

/* {0} is empty */
struct not_entered {
	struct not_entered_pattern *list;
	size_t n;
	size_t nprofiles;
};

/* Takes what the header of one more profile says. */
void not_entered_take(
    struct not_entered *not_entered, const struct cg_header *header);

/* True if that is what the description is for. */
bool is_of_not_entered(const char *desc);

/* Warns of functions that were inlined, and says into which others.  The
 * options say where debug files are. */
void not_entered_warn(
    const struct not_entered *not_entered, const struct names_options *options);

void not_entered_release(struct not_entered *not_entered);

#endif
