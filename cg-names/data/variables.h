/* SPDX-License-Identifier: BSD-2-Clause */
/* Variables at addresses, from symbols and debug information. */
#ifndef VARIABLES_H
#define VARIABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct types;

/* Says in the reply which variable is at each of the n sorted addresses, or, if they
 * are thread-local, offsets in the TLS segment. */
void variables_find(struct types *types, bool is_thread_local,
    const uint64_t *addresses, size_t n);

#endif
