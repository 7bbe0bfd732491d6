/* SPDX-License-Identifier: BSD-2-Clause */
/* UTF-8 among bytes that need not be any. */
#ifndef UTF8_H
#define UTF8_H

#include <stddef.h>

/*
 * Length of the well-formed UTF-8 character at p < end, 1 to 4; 0 where there
 * is none.
 */
size_t utf8_length(const char *p, const char *end);

#endif
