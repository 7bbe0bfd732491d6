/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine code of many functions: cg-names is asked once for each object, and objdump
 * once for functions that are close together.
 */
#ifndef CODE_PLACES_H
#define CODE_PLACES_H

#include "code_rows.h"
#include "instructions.h"
#include "libnames/object_names.h"
#include "libquery/header/build_ids.h"

struct object_code {
	uint64_t *addresses;
	size_t room;
	struct names_code names;
	struct instructions code; /* of functions that are close together */
};

/* zeroed, there are none */
struct code_places {
	size_t n;
	struct object_code *list;
};

/* Asks for the addresses that were executed in the functions.  Objects that are no file or
 * have no build ID are left out.  Ends the program if cg-names cannot be started.  All
 * arguments must outlive the places. */
void code_places_find(struct code_places *places, const struct code_rows *rows,
    const struct code_function *const *functions, size_t nfunctions,
    const struct build_ids *build_ids);

/* Answers names->addresses of names->path.  False if they are not among the places.
 * The answer lives as long as the places; release it all the same. */
bool
code_places_answer(const struct code_places *places, struct names_code *names);

/* Disassembles functions of all objects. */
void code_places_disassemble(struct code_places *places, bool intel);

/* Adds the instructions that begin in [start, end) of an object.  False if they were not
 * disassembled. */
bool code_places_copy(const struct code_places *places, const char *path,
    struct instructions *to, uint64_t start, uint64_t end);

void code_places_release(struct code_places *places);

#endif
