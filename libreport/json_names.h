/* SPDX-License-Identifier: BSD-2-Clause */
/* Names and counts of profiles in JSON.  Names are UTF-8 there whatever they are in the
 * profile. */
#ifndef JSON_NAMES_H
#define JSON_NAMES_H

#include "printer.h"

/* Print a string with its quotes.  A byte that is no UTF-8 becomes \\xHH. */
void json_string(struct printer *printer, const char *text);
void json_text(struct printer *printer, const char *text, size_t len);

/* Prints '"KEY": '. */
void json_key(struct printer *printer, const char *key);

/* Prints '"KEY": ["a", "b"]'. */
void json_strings(struct printer *printer, const char *key,
    const char *const *list, size_t n);

/* Prints '{"Ir": 1, "Dr": 2}': the counts of n events, of the list or, if it is NULL, of
 * the first ones. */
void json_counts(struct printer *printer, const struct cg_event *events,
    const int64_t *counts, const size_t *list, size_t n);

#endif
