/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts file descriptors that are free. */
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include <stddef.h>

/* Returns how many descriptors are free, at most `wanted`. */
size_t descriptors_free(size_t wanted);

#endif
