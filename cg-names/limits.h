/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits of time and memory, so that a hostile object ends only this process. */
#ifndef LIMITS_H
#define LIMITS_H

/* Call before an object is opened. */
void limits_begin(void);

#endif
