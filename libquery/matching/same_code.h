/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions without names of two builds of an object that have the same code.
 *
 *	same_code_note(&same, SAME_OLD, object, name, length);
 *	same_code_find(&same, &builds);
 *	name = same_code_name(&same, SAME_OLD, object, name);
 */
#ifndef SAME_CODE_H
#define SAME_CODE_H

#include <stddef.h>
#include <stdint.h>

#include "builds.h"

enum same_side { SAME_OLD, SAME_NEW, SAME_SIDES };

/* A function of one side. */
struct same_function {
	char *object; /* as in rows */
	char *name;
	uint64_t address;
	const char *key;                   /* of its code, or NULL */
	const struct same_function *other; /* that has its code, or NULL */
};

/* zeroed, there are none */
struct same_code {
	struct same_function *list[SAME_SIDES];
	size_t n[SAME_SIDES];
	struct object_names *keys; /* holds them */
};

/* Takes a function that has an address for a name, or begins with it: `len` bytes, see
 * address_name.h. */
void same_code_note(struct same_code *same, enum same_side side,
    const char *object, const char *name, size_t len);

/* Reads the code of the functions whose objects are other builds, if both sides have some of an
 * object.  None has the same code if files are not found or cg-names is not there. */
void same_code_find(struct same_code *same, const struct builds *builds);

/* Returns the new side's name of a function, or NULL if no function has the same code. */
const char *same_code_name(const struct same_code *same, enum same_side side,
    const char *object, const char *name);

void same_code_release(struct same_code *same);

#endif
