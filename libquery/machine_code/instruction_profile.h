/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile of instructions that gets events which are computed from their code: reads it, and writes
 * it with them.
 */
#ifndef INSTRUCTION_PROFILE_H
#define INSTRUCTION_PROFILE_H

#include "code_rows.h"
#include "libquery/header/partial.h"
#include "libquery/level.h"
#include "libquery/profile_output.h"

struct instruction_profile {
	struct cg_error error;
	const char *name; /* of the input, in messages */
	const char *hint; /* what records what it lacks */
	struct cg_reader *reader;
	size_t ir;               /* the event of instructions */
	struct cg_profile *rows; /* sorted */
	struct code_rows code_rows;
	struct partials partials;
};

/*
 * Opens the profile, and reads its rows.  `hint` is the end of the message that something is missing.
 * Ends the program if it is no profile of instructions; between the two calls, the caller looks at
 * the events.
 */
void instruction_profile_open(struct instruction_profile *profile,
    const char *path, bool partial, const char *hint);
void instruction_profile_read(struct instruction_profile *profile);

/* Ends the program, because the profile lacks something that the hint helps to record. */
_Noreturn void instruction_profile_die_of(
    const struct instruction_profile *profile, const char *what);

/* An event that is added. */
struct added_event {
	const struct cg_event *event;
	const int64_t *counts; /* of row i: counts[i * step] */
	size_t step;
	int64_t summary; /* what its summary is, if the profile has one */
};

/* What the output has more than the input, and how it is written. */
struct added_events {
	const struct added_event *list;
	size_t n;
	const char *const *descs;
	size_t ndescs;
	bool by_line; /* rows of lines, not of instructions */
	const struct profile_output *output;
};

/* Ends the program on an error. */
void instruction_profile_write(
    struct instruction_profile *profile, const struct added_events *added);

void instruction_profile_release(struct instruction_profile *profile);

#endif
