/* SPDX-License-Identifier: BSD-2-Clause */
/* File descriptors that are free. */
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include <stddef.h>

/* Returns how many descriptors are free, but no more than are wanted. */
size_t descriptors_free(size_t wanted);

#endif
