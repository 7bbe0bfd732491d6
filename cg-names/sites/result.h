/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the result of a call goes in the code after it. */
#ifndef RESULT_H
#define RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/object.h"

/* a register, or memory at one plus an offset; registers as DWARF numbers them */
struct place {
	bool is_memory;
	unsigned int reg;
	int64_t offset;
};

/* where the result is from an address on, up to another one */
struct result_place {
	struct place place;
	uint64_t from, to;
};

/* Memory that the result is stored in: at an offset from an address in `base`, or in
 * a static variable. */
struct result_store {
	bool is_static;
	uint64_t address; /* of it */
	struct place base;
	uint64_t offset;
	bool has_index; /* it is an element of an array there */
	uint64_t at;    /* the instruction */
};

/* a call that gets the result as an argument, from 0 on */
struct result_call {
	uint64_t target;
	unsigned int argument;
};

enum { RESULT_MOST_PLACES = 64, RESULT_MOST_STORES = 8, RESULT_MOST_CALLS = 4 };

struct result {
	struct result_place places[RESULT_MOST_PLACES];
	size_t nplaces;
	struct result_store stores[RESULT_MOST_STORES];
	size_t nstores;
	struct result_call calls[RESULT_MOST_CALLS];
	size_t ncalls;
	bool is_returned; /* by the function with the call */
	uint64_t last;    /* the highest address that was looked at */
};

/* Follows the result of the call that returns to an address. */
void result_follow(
    struct result *result, const struct object *object, uint64_t after);

#endif
