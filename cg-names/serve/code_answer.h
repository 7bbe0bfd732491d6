/* SPDX-License-Identifier: BSD-2-Clause */
/* Where an object's machine code is, its functions, and what its instructions do. */
#ifndef CODE_REQUEST_H
#define CODE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/object.h"

/* Answers a request with NAMES_CODE for n sorted addresses.  False if nobody reads the
 * answer. */
bool code_answer(struct object *object, const uint64_t *addresses, size_t n);

/* Opens a copy of the code if the object is not at its path, or is a debug file.
 * False if there is none, with the problem set. */
bool code_open(struct object *object);

#endif
