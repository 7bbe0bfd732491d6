/* SPDX-License-Identifier: BSD-2-Clause */
/* What costs enough to be shown. */
#ifndef THRESHOLDS_H
#define THRESHOLDS_H

#include "report.h"

/*
 * Moves what reaches the threshold of a sort event to the front, keeping the
 * order of both parts, and returns how many that are.
 */
size_t thresholds_apply(const struct report *report, struct entries *entries);

#endif
