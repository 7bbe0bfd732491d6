/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the machine code of many functions is: cg-names is asked once for each object. */
#ifndef CODE_PLACES_H
#define CODE_PLACES_H

#include "code_rows.h"
#include "libnames/object_names.h"
#include "libquery/header/build_ids.h"

struct code_place {
	uint64_t *addresses;
	size_t room;
	struct names_code names;
};

/* zeroed, there are none */
struct code_places {
	size_t n;
	struct code_place *list;
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

void code_places_release(struct code_places *places);

#endif
