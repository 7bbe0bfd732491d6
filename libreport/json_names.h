/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of profiles in JSON, which are UTF-8 there whatever they are in the profile. */
#ifndef JSON_NAMES_H
#define JSON_NAMES_H

#include "printer.h"

/* Prints a string with its quotes.  A byte that is no UTF-8 becomes \\xHH. */
void json_string(struct printer *printer, const char *text);

/* Prints '"KEY": '. */
void json_key(struct printer *printer, const char *key);

#endif
