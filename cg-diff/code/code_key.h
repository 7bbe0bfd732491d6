/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions as they are compared: without what differs between builds anyway. */
#ifndef CODE_KEY_H
#define CODE_KEY_H

#include <stdbool.h>

#include "libquery/machine_code/machine_code.h"

/*
 * Returns the text of an instruction without addresses; the caller frees it.  is_shape: also
 * without the names of registers, and places on the stack.
 */
char *code_key(const struct code_instruction *one, bool is_shape);

#endif
