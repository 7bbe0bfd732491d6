/* SPDX-License-Identifier: BSD-2-Clause */
/* The operations of all executed instructions of a profile. */
#ifndef EXECUTED_CODE_H
#define EXECUTED_CODE_H

#include "libquery/machine_code/instruction_profile.h"
#include "operations.h"

/* An executed instruction. */
struct executed {
	const char *object;
	uint64_t address;
	struct operations of_one; /* execution */
};

/* Instructions that the decoder lacks. */
struct lacking {
	char *name; /* its mnemonic */
	int64_t executed;
};

/* Why the code of an object, or a part of it, was not read. */
struct unread_code {
	const char *object;
	char *text;
	int64_t executed;
};

struct executed_code {
	size_t n;
	struct executed *list; /* in order of object and address, each once */
	size_t nlacking;
	struct lacking *lacking; /* those executed most first */
	size_t nunread;
	struct unread_code *unread;
	int64_t all, not_known, not_read; /* executed instructions */
};

/* Ends the program if cg-names cannot be started. */
void executed_code_read(
    struct executed_code *code, const struct instruction_profile *profile);

/* Returns an instruction, or NULL.  Equal objects have equal pointers. */
const struct executed *executed_code_find(
    const struct executed_code *code, const char *object, uint64_t address);

/* Says which instructions have no operations; not if they are few and it is to be quiet.  Ends the program
 * if there are instructions and none was read. */
void executed_code_warn(
    const struct executed_code *code, const char *path, bool is_quiet);

void executed_code_release(struct executed_code *code);

#endif
