/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits of time and memory, so that a hostile object ends only this process. */
#ifndef LIMITS_H
#define LIMITS_H

#include <stdint.h>

/* Allows what an honest object of so many bytes is far from, from now on. */
void limits_allow(uint64_t size);

#endif
