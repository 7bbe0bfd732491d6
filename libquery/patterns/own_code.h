/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tells the functions that users wrote from the system's, a compiler's and a
 * package's, by where their sources and programs are.
 */
#ifndef OWN_CODE_H
#define OWN_CODE_H

#include <stdbool.h>

struct own_code;

struct own_code *own_code_new(void);

/*
 * True if a function of the object, defined in the file, is its user's own.  If
 * the file is not known, the object decides; if neither is known, it is not.
 */
bool
own_code_has(const struct own_code *own, const char *object, const char *file);

/* True if a linker made the function, such as "printf@plt". */
bool own_code_is_stub(const char *function);

/* NULL is ignored. */
void own_code_free(struct own_code *own);

#endif
