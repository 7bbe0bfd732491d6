/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory for hash tables. */
#ifndef SLOTS_H
#define SLOTS_H

#include <stddef.h>

/* n zeroed slots of `size` bytes, to be freed; NULL when out of memory */
void *slots_new(size_t n, size_t size);

#endif
