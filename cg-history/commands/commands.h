/* SPDX-License-Identifier: BSD-2-Clause */
/* The commands.  Each ends the program on an error. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "cg-history/report/step_rows.h"
#include "cg-history/store/entries.h"
#include "libcli/cli.h"
#include "libquery/events/limit.h"
#include "libquery/level.h"
#include "libquery/patterns/pattern.h"

struct options {
	const char *commit; /* NULL: HEAD */
	const char *tree;   /* of fill, where it was measured; NULL: none */
	struct rollup level;
	size_t nsettings;
	const char **settings; /* of --setting, as descriptions */
	bool replaces;
	bool takes_dirty;
	bool shows_all;
	const char *event;     /* NULL: the first */
	const char *benchmark; /* a pattern; NULL: all */
	pcre2_code *function;  /* NULL: all */
	const char *pattern;   /* its text */
	enum step_format format;
	struct limits limits;
	const char *since;   /* a commit or "90d"; NULL: the last ancestor */
	int64_t days;        /* that prune keeps; -1: all */
	int64_t size;        /* in bytes that it keeps; -1: all */
	const char *build;   /* of fill, for the shell; NULL: none */
	bool measures_every; /* not only where costs change */
	struct cli_percent step; /* a change that is ignored */
	int64_t jobs;            /* at the same time */
	size_t npaths;
	const char **paths; /* what a program is made of; none: all */
	struct cli_output output;
};

/* The operands of the command; the list ends with a NULL. */
struct operands {
	int n;
	char **list;
};

/* Adds a description, which must outlive the options, to what is recorded. */
void options_add_setting(struct options *options, const char *desc);

/* Returns the recorded profile of "COMMIT" or "COMMIT:NAME", to be freed, and sets what it is called,
 * which is to be freed, too. */
char *stored_find(const char *text, size_t *len, char **name);

/* a recording that is stored */
struct recorded {
	char *benchmark;
	struct entry entry;
};

/* Gives a commit n recordings of another one. */
void
record_copies(const char *commit, size_t n, const struct recorded *recorded);

/* All return the exit status. */
int record_command(struct options *options, const struct operands *operands);
int show_command(struct options *options, const struct operands *operands);
int log_command(struct options *options, const struct operands *operands);
int diff_command(struct options *options, const struct operands *operands);
int fill_command(struct options *options, const struct operands *operands);
int check_command(struct options *options, const struct operands *operands);
int fetch_command(struct options *options, const struct operands *operands);
int push_command(struct options *options, const struct operands *operands);
int import_command(struct options *options, const struct operands *operands);
int export_command(struct options *options, const struct operands *operands);
int prune_command(struct options *options, const struct operands *operands);

#endif
