/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --partial: profiles that are damaged are read as far as they go, and what is
 * made of them says so, in a description that begins with "Partial: ".
 */
#ifndef PARTIAL_H
#define PARTIAL_H

#include "cgfmt.h"
#include "libcli/cli.h"

enum { OPT_PARTIAL = CLI_FIRST + 3000 };

/* the row of a table of options, and what --help says of it */
/* clang-format off */
#define PARTIAL_OPTION {"partial", no_argument, NULL, OPT_PARTIAL}
#define PARTIAL_HELP                                                           \
	"      --partial                   read a damaged profile as far as it goes\n"
/* clang-format on */

/* descriptions of what is not whole, each once; a zeroed one is empty */
struct partials {
	char **list;
	size_t n;
	void *set;          /* the same, for tsearch */
	const char **descs; /* those of partials_describe; else NULL */
};

/* ends the program with the error, and names the option if it would help */
_Noreturn void partial_die(const struct cg_error *error);

/*
 * To be called when all rows were read, of which `event` is the first one.  If
 * the reader met damage, says so on standard error and adds its description.
 */
void partials_take(struct partials *partials, const struct cg_reader *reader,
    const char *event);

/* adds the descriptions of what a profile was made of, when it was partial */
void
partials_inherit(struct partials *partials, const struct cg_header *header);

/* adds the descriptions to those of the header, unless they are among them;
 * they live as long as the partials */
void partials_describe(struct partials *partials, struct cg_header *header);

void partials_release(struct partials *partials);

#endif
