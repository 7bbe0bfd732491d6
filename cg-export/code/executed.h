/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code of one program or library that was executed: its instructions, how often
 * each ran, and how often control went from where to where.  Addresses are those of
 * its program headers, as objdump shows them.
 */
#ifndef EXECUTED_H
#define EXECUTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libnames/object_names.h"

struct executed_instruction {
	uint64_t address;
	int64_t count; /* a repeated one counts once each time it is reached */
	int64_t taken; /* how often it jumped elsewhere; calls not included */
	int64_t entered; /* how often a jump or call came here */
	enum names_flow flow;
	unsigned int size; /* in bytes; 0: not known */
	/* of the functions of the code; NULL: none is known */
	const struct names_function *function;
};

struct branch {
	uint64_t from; /* 0: in another object */
	uint64_t to; /* the same; of a call, the first address of a function */
	int64_t count; /* how often it was taken */
	bool is_call;  /* or a jump into another function */
};

struct executed {
	struct executed_instruction *list; /* by address */
	size_t n;
	struct branch *branches; /* by from, to and is_call; each once */
	size_t nbranches;
	struct names_code code;
	uint64_t *addresses; /* of the list */
};

/* what is read, and from where */
struct executed_request {
	const char *profile; /* its path */
	const char *object;  /* the path of the program or library */
	bool accepts_damage;
	bool needs_jumps;
};

/* Reads the profile.  Ends the program if it lacks what is needed, or if the object
 * is of another build. */
void executed_read(
    struct executed *executed, const struct executed_request *request);

/* Returns the instruction at the address, or NULL. */
const struct executed_instruction *
executed_at(const struct executed *executed, uint64_t address);

/*
 * Returns how often control went on from instruction i to the next one of the list,
 * by itself or after a call; 0 if it did not, or if that is not the next one in
 * memory.
 */
int64_t executed_went_on(const struct executed *executed, size_t i);

/* a run of instructions that ran equally often, one after the other */
struct code_range {
	uint64_t first, last; /* where the first and the last one begin */
	int64_t count;
	const struct names_function *function; /* or NULL */
};

/* Sets *range to the one from instruction *i on, and *i to the instruction after it.
 * False if none is left. */
bool executed_range(
    const struct executed *executed, size_t *i, struct code_range *range);

void executed_release(struct executed *executed);

#endif
