/* SPDX-License-Identifier: BSD-2-Clause */
/* How the library's own functions report what went wrong. */
#ifndef ERROR_H
#define ERROR_H

#include "cgfmt.h"

/* writes the text, unless an earlier error stands there; returns -1 */
int error_set(struct cg_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* the same if the profile is at fault: see struct cg_error */
int error_damage(struct cg_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* the same with the error of another thread */
int error_pass(struct cg_error *error, const struct cg_error *from);

/* the same for a failed system call on `name`, from errno */
int error_system(struct cg_error *error, const char *name);

/* the same for memory that could not be had */
int error_memory(struct cg_error *error);

/* forgets what an earlier use of the same struct left there */
void error_clear(struct cg_error *error);

#endif
