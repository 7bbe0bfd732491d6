/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors, as the library's own functions report them; all return -1. */
#ifndef ERROR_H
#define ERROR_H

#include "cgfmt.h"

/* Writes the text unless *error already has one. */
int error_set(struct cg_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with is_damage set: the profile is at fault. */
int error_damage(struct cg_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Copies another error, as error_set would. */
int error_pass(struct cg_error *error, const struct cg_error *from);

/* Reports a failed system call on `name`, from errno. */
int error_system(struct cg_error *error, const char *name);

/* Reports that memory ran out. */
int error_memory(struct cg_error *error);

/* Forgets an earlier error. */
void error_clear(struct cg_error *error);

#endif
