/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DESCRIPTION_H
#define DESCRIPTION_H

/* Returns the value of the description "KEY: value" with this key, which ends with
 * the colon, or NULL if the key is another. */
const char *description_value(const char *desc, const char *key);

#endif
