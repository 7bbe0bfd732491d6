/* SPDX-License-Identifier: BSD-2-Clause */
/* What costs enough to be shown. */
#ifndef THRESHOLDS_H
#define THRESHOLDS_H

#include "report.h"

/*
 * Moves what reaches the threshold of a sort event to the front, in the order
 * that it has, and returns how many entries that are.
 */
size_t thresholds_apply(const struct report *report, struct entries *entries);

#endif
