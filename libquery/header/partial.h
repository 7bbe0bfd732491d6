/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --partial reads damaged profiles as far as they go.  The output then has a
 * description, "Partial: ...", that says so.
 */
#ifndef PARTIAL_H
#define PARTIAL_H

#include "cgfmt.h"
#include "libcli/cli.h"

enum { OPT_PARTIAL = CLI_FIRST + 3000 };

/* its row in a table of options */
/* clang-format off */
#define PARTIAL_OPTION                                                         \
	{"partial", OPT_PARTIAL, NULL, CLI_RARE,                               \
	    "read a damaged profile as far as it goes"}
/* clang-format on */

/* descriptions of damaged profiles, each once; zeroed, there are none */
struct partials {
	char **list;
	size_t n;
	void *set;          /* the same descriptions, for tsearch */
	const char **descs; /* made by partials_describe; else NULL */
};

/* Ends the program with the error, and names --partial if it would help. */
_Noreturn void partial_die(const struct cg_error *error);

/*
 * Call after all rows were read.  Warns if the reader ignored something.  If it met damage, warns and
 * adds a description of it, with the total of the first event, named `event`.
 */
void partials_take(struct partials *partials, const struct cg_reader *reader,
    const char *event);

/* Adds the descriptions that a profile has from being partial itself. */
void
partials_inherit(struct partials *partials, const struct cg_header *header);

/*
 * Adds the descriptions to the header, unless it has them.  They live as long
 * as the partials.
 */
void partials_describe(struct partials *partials, struct cg_header *header);

void partials_release(struct partials *partials);

#endif
