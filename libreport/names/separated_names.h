/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Values separated by tabs or commas.  Names have no control bytes, so no value
 * contains a tab or a newline.  With commas, values are quoted as in RFC 4180, but
 * lines end with a newline only.
 */
#ifndef SEPARATED_NAMES_H
#define SEPARATED_NAMES_H

#include "libreport/printer.h"

/* Prints a value that may need quotes. */
void separated_name(struct printer *printer, char separator, const char *name);

#endif
